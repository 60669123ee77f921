/**
 * What a peer's people have taught the statistical filter, and what follows from it. {@link
 * org.spamwatch.agent.statistics.CountStore} keeps exact counts on disk, apart from the votes.
 * Beside the node's logic: nothing here runs on its turn.
 */
@NullMarked
package org.spamwatch.agent.statistics;

import org.jspecify.annotations.NullMarked;
