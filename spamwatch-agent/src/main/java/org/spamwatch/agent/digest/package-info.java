/**
 * What servers that are asked by a mail's digest have in common: {@link
 * org.spamwatch.agent.digest.DigestPort} serves their paths over HTTP, {@link
 * org.spamwatch.agent.digest.Digests} reads what is asked about, {@link
 * org.spamwatch.agent.file.StateFile} keeps their state over a restart, {@link
 * org.spamwatch.agent.digest.PeriodClock} says which period it is, whatever a clock does. The
 * servers are {@code agent.signatures} and {@code agent.counts}.
 *
 * <p>Threads: a server answers on its port's event loop, and its state is written by a thread of
 * its own; one lock a server guards the state.
 */
@NullMarked
package org.spamwatch.agent.digest;

import org.jspecify.annotations.NullMarked;
