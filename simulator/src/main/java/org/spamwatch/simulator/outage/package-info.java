/**
 * Live faults: peers as processes are killed, stopped, cut off and flooded while people vote, and
 * what was acknowledged is asked for afterwards. Start reading at {@code OutageExperiment}.
 */
@NullMarked
package org.spamwatch.simulator.outage;

import org.jspecify.annotations.NullMarked;
