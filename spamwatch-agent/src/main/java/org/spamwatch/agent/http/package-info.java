/**
 * The peer's HTTP interface, on loopback unless a token is set: {@link
 * org.spamwatch.agent.http.HttpPort} serves it, {@link org.spamwatch.agent.http.PeerClient} asks
 * it, in the words of {@link org.spamwatch.agent.api}. Start at {@code HttpPort}.
 *
 * <p>Threads: requests are read on the event loop of the port; one of its workers hands a question
 * to the node's turn through {@link org.spamwatch.agent.http.PeerCalls} and waits there for the
 * answer, never longer than the check's time-out. No lock is held while it waits.
 */
@NullMarked
package org.spamwatch.agent.http;

import org.jspecify.annotations.NullMarked;
