/**
 * The Bloom-filter family, for sets that must be small: what a site knows as its own ham, what a
 * realm knows as spam, how often a text was seen. Depends on nothing, and has no input or output.
 */
@NullMarked
package org.spamwatch.sketch;

import org.jspecify.annotations.NullMarked;
