/**
 * What fingerprint vectors of random texts do: how many fingerprints survive an edit, and how often
 * two texts share some by chance, by the SpamWatch paper's model, exactly, and by trying (SpamWatch
 * paper, section 6.1 and Appendix A).
 */
@NullMarked
package org.spamwatch.simulator.fingerprint;

import org.jspecify.annotations.NullMarked;
