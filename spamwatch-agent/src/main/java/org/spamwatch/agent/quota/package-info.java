/**
 * How many distinct things somebody may do in a period, by Finch's scheme: a smoothed rate and a
 * Bloom filter. No clock and no I/O: time is a parameter.
 */
@NullMarked
package org.spamwatch.agent.quota;

import org.jspecify.annotations.NullMarked;
