/**
 * Fingerprint schemes and feature vectors (SpamWatch paper, section 4.1).
 *
 * <p>{@link org.spamwatch.ata.fingerprint.Scheme} lists the schemes, {@link
 * org.spamwatch.ata.fingerprint.Fingerprinter} applies them, {@link
 * org.spamwatch.ata.fingerprint.FeatureVector} is what is published and {@link
 * org.spamwatch.ata.fingerprint.CompactVector} what vectors are compared by.
 */
@NullMarked
package org.spamwatch.ata.fingerprint;

import org.jspecify.annotations.NullMarked;
