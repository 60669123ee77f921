/**
 * How a file is replaced so that a crash leaves the whole old one or the whole new one: {@link
 * org.spamwatch.agent.file.AtomicFile}, for every small file that a peer writes; and how one of
 * text is laid out: {@link org.spamwatch.agent.file.TextFormat}.
 */
@NullMarked
package org.spamwatch.agent.file;

import org.jspecify.annotations.NullMarked;
