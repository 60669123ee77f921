/**
 * What peers cost in memory. A Java of its own runs the peers ({@code IdlePeers}), so that nothing
 * else is counted. Start reading at {@code PeerMemoryExperiment}.
 */
@NullMarked
package org.spamwatch.simulator.memory;

import org.jspecify.annotations.NullMarked;
