/**
 * The votes on this peer's disk: {@link org.spamwatch.agent.store.DiskVoteStore} keeps them in one
 * MVStore file that one process may open at a time. Start there; the layout of the file is
 * described at {@link org.spamwatch.agent.store.VoteFile}. Beside it lie announcements ({@link
 * org.spamwatch.agent.store.DiskSummaryStore}) and own ham.
 */
@NullMarked
package org.spamwatch.agent.store;

import org.jspecify.annotations.NullMarked;
