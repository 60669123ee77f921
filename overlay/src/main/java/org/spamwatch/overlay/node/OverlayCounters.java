package org.spamwatch.overlay.node;

/**
 * What a node has done since it started; counts that only rise.
 *
 * @param routed messages sent on towards a root, this node's own included
 * @param delivered routed messages that ended here
 * @param rerouted transmissions repeated or sent another way for want of an acknowledgement
 * @param lost messages given up after every retry
 * @param hopLimit messages dropped at the hard limit of hops
 * @param refused transmissions not made because too many were waiting
 * @param misdirected messages dropped that were meant for another node or no application
 * @param forged messages dropped that name another sender than the node that sent them
 * @param probes probes sent
 * @param failures nodes removed from the tables
 * @param overRate messages dropped because their sender, its address group or a newcomer's sends
 *     more than {@code Limits.traffic} allows
 */
public record OverlayCounters(
    long routed,
    long delivered,
    long rerouted,
    long lost,
    long hopLimit,
    long refused,
    long misdirected,
    long forged,
    long probes,
    long failures,
    long overRate) {}
