/**
 * Approximate Text Addressing: a mail is named by a few fingerprints of its text, so that a changed
 * copy still finds what is known about the original (SpamWatch paper, section 4).
 *
 * <p>Start at {@link org.spamwatch.ata.ApproximateText}. The way of a mail is {@code mail} (MIME to
 * text), {@code text} (normalisation), {@code fingerprint} (feature vectors); each package sees
 * only those needed before it.
 */
@NullMarked
package org.spamwatch.ata;

import org.jspecify.annotations.NullMarked;
