/** Placeholder. */
@NullMarked
package org.spamwatch.topologies;

import org.jspecify.annotations.NullMarked;
