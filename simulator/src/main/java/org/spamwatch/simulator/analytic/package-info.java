/**
 * How far a query travels in a network whose tables are settled, without the network: for one
 * object every node has one next hop, so the paths of all publications and queries form a tree, and
 * success and distance for all queriers follow from it exactly.
 *
 * <p>Nodes are numbers and ids 64 bits here, so that millions fit; the real nodes run in {@code
 * simulator.virtual}. Source: SpamWatch paper, section 6.3.
 */
@NullMarked
package org.spamwatch.simulator.analytic;

import org.jspecify.annotations.NullMarked;
