/**
 * The statistical filter on real mail, as HAI's section IV evaluates it (Zhong and Li, <em>Speed Up
 * Statistical Spam Filter by Approximation</em>): accuracy and speed beside exact twins and other
 * programs, and what its indicators mean. Start at {@link
 * org.spamwatch.simulator.statistics.Halves}.
 */
@NullMarked
package org.spamwatch.simulator.statistics;

import org.jspecify.annotations.NullMarked;
