/**
 * Counting Bloom filters (Yan and Cho, <em>Enhancing Collaborative Spam Detection with Bloom
 * Filters</em>, sections IV and V). Start at {@link org.spamwatch.sketch.counting.CountingFilter}.
 */
@NullMarked
package org.spamwatch.sketch.counting;

import org.jspecify.annotations.NullMarked;
