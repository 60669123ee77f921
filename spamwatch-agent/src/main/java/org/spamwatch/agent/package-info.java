/** Placeholder. */
@NullMarked
package org.spamwatch.agent;

import org.jspecify.annotations.NullMarked;
