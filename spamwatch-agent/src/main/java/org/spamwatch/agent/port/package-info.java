/**
 * A port, TCP and perhaps a Unix domain socket, that clients of this host or site ask, whatever
 * protocol they speak: {@link org.spamwatch.agent.port.BoundPort} has the thread that does its
 * input and output, the workers that do the work, and the bounds of both; {@link
 * org.spamwatch.agent.port.Turn} is a connection's time-outs. A protocol adds handlers of its own.
 *
 * <p>Threads: everything but the work runs on the port's event loop and never blocks it.
 */
@NullMarked
package org.spamwatch.agent.port;

import org.jspecify.annotations.NullMarked;
