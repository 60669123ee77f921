/**
 * The protocol of SpamAssassin's spamd, which spamc, mail servers and mail programs speak: a client
 * sends a method, some headers and a mail, and the connection ends with the answer. {@link
 * org.spamwatch.agent.spamd.SpamdPort} answers it at a port of its own, TCP or a Unix domain
 * socket.
 *
 * <p>Threads: requests are read on the port's event loop and answered by its workers.
 */
@NullMarked
package org.spamwatch.agent.spamd;

import org.jspecify.annotations.NullMarked;
