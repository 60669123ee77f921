/** Placeholder. */
@NullMarked
package org.spamwatch.simulator;

import org.jspecify.annotations.NullMarked;
