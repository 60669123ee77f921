/**
 * Text as a reader sees it, and the normalisations under which two copies of it are compared.
 *
 * <p>{@link org.spamwatch.ata.text.HtmlText} drops tags, {@link
 * org.spamwatch.ata.text.Normalization} is the closed set of normalisations of the fingerprint
 * schemes, and {@link org.spamwatch.ata.text.GuidText} is the frozen one of the GUID. Pure
 * functions, linear in their input for every input.
 */
@NullMarked
package org.spamwatch.ata.text;

import org.jspecify.annotations.NullMarked;
