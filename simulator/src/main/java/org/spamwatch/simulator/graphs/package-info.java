/**
 * Router graphs in formats that other programs read and write: {@link GraphMl} and {@link
 * JsonGraph}. Source of the graphs: {@code org.spamwatch.topologies}.
 */
@NullMarked
package org.spamwatch.simulator.graphs;

import org.jspecify.annotations.NullMarked;
