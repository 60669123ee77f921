/**
 * The Bloom-filter family: plain, blocked, counting, value-retrieving and rotating filters, for
 * summaries, bulk counts and the statistical filter. Depends on nothing. Holds no type yet; the
 * module marks its place and its fence.
 */
@NullMarked
package org.spamwatch.sketch;

import org.jspecify.annotations.NullMarked;
