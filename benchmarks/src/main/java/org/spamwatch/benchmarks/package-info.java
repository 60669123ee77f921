/** Placeholder. */
@NullMarked
package org.spamwatch.benchmarks;

import org.jspecify.annotations.NullMarked;
