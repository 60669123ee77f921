/**
 * Signatures that were called spam, and of which some were revoked (Yan and Cho, <em>Enhancing
 * Collaborative Spam Detection with Bloom Filters</em>, section III). Start at {@link
 * org.spamwatch.sketch.revocation.SignatureFilter}.
 */
@NullMarked
package org.spamwatch.sketch.revocation;

import org.jspecify.annotations.NullMarked;
