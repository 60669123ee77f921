/**
 * What colluding voters can do to the verdicts of others, and what the rule against them costs: the
 * agent's own trust classes under simulated people, without the network between them.
 */
@NullMarked
package org.spamwatch.simulator.trust;

import org.jspecify.annotations.NullMarked;
