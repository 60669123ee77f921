/** Placeholder. */
@NullMarked
package org.spamwatch.ata;

import org.jspecify.annotations.NullMarked;
