/**
 * Experiments on real mail: a labelled, dated corpus ({@code Corpus}) fed through peers that run as
 * processes of their own. Start reading at {@code DetectionExperiment}.
 */
@NullMarked
package org.spamwatch.simulator.corpus;

import org.jspecify.annotations.NullMarked;
