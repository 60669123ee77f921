/** Placeholder. */
@NullMarked
package org.spamwatch.sketch;

import org.jspecify.annotations.NullMarked;
