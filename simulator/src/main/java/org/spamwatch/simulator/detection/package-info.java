/**
 * Experiments on how well changed and padded copies of marked mail are recognised, and ordinary
 * mail is not; peers run in virtual time, rivals as processes.
 */
@NullMarked
package org.spamwatch.simulator.detection;

import org.jspecify.annotations.NullMarked;
