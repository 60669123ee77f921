/**
 * What colluding voters can do to the verdicts of others, and what the rule against them costs:
 * whole simulated peers of a closed realm, and the people who vote at them.
 */
@NullMarked
package org.spamwatch.simulator.trust;

import org.jspecify.annotations.NullMarked;
