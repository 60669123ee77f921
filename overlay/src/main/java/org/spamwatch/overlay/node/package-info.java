/**
 * The overlay's node as a deterministic state machine: a driver feeds {@link
 * org.spamwatch.overlay.node.OverlayNode} messages, link failures and time, and carries out the
 * {@link org.spamwatch.overlay.Send}s that come of it. No I/O, clock, thread or unseeded randomness
 * lives here.
 *
 * <p>Start reading at {@code OverlayNode}. {@code Lifecycle} leads the node from one {@code
 * NodeState} to the next, and each state says what is done with each message; {@code Ring} joins
 * and keeps the tables, {@code Forwarder} moves messages hop by hop, {@code RelayClient} and {@code
 * RelayServer} serve nodes that nobody can reach.
 */
@NullMarked
package org.spamwatch.overlay.node;

import org.jspecify.annotations.NullMarked;
