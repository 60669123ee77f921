/**
 * The peer's HTTP interface, on loopback unless a token is set: {@link
 * org.spamwatch.agent.http.HttpPort} serves it, {@link org.spamwatch.agent.http.PeerClient} asks
 * it, in the words of {@link org.spamwatch.agent.api}. Start at {@code HttpPort}.
 *
 * <p>Threads: requests are read on the event loop of the port and worked on by its workers, through
 * {@link org.spamwatch.agent.request.MailRequests}.
 */
@NullMarked
package org.spamwatch.agent.http;

import org.jspecify.annotations.NullMarked;
