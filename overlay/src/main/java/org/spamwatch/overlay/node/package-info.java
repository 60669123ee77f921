/**
 * The overlay's node as a deterministic state machine: a driver feeds {@link
 * org.spamwatch.overlay.node.OverlayNode} messages, link failures and time, and carries out the
 * {@link org.spamwatch.overlay.Send}s that come of it. No I/O, clock, thread or unseeded randomness
 * lives here. Start reading at {@code OverlayNode}; {@code Forwarder} moves messages hop by hop,
 * {@code Maintenance} keeps the tables.
 */
@NullMarked
package org.spamwatch.overlay.node;

import org.jspecify.annotations.NullMarked;
