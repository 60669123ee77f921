/**
 * The live driver: runs a node's core on one event-loop thread over TCP links (Netty). {@link
 * org.spamwatch.overlay.live.LiveNode} is what a peer opens; {@code Links} keeps the connections,
 * {@code Link} is one of them, {@code LinkSecurity} its TLS, {@code Handshake} the bytes it begins
 * with and {@code Admission} whose are wanted. Bytes and limits: {@code docs/protocol.md}. Only
 * here may the overlay touch sockets, threads, the clock and the log; no rule of the overlay's own
 * lives here.
 */
@NullMarked
package org.spamwatch.overlay.live;

import org.jspecify.annotations.NullMarked;
