/** Placeholder. */
@NullMarked
package org.spamwatch.simnet;

import org.jspecify.annotations.NullMarked;
