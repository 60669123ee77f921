/**
 * The experiments of Yan and Cho with counting filters, of Finch with his rate of distinct events,
 * and of Zhong and Li (HAI) with their value-retrieving filter: all with the filters of module
 * sketch, beside what these papers print. Begin with {@link
 * org.spamwatch.simulator.sketches.CountingExperiment}.
 */
@NullMarked
package org.spamwatch.simulator.sketches;

import org.jspecify.annotations.NullMarked;
