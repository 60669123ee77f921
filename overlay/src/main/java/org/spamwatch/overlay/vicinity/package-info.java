/**
 * Finds the nodes about a key among liars: the secure routing of Castro et al. (2002). Start
 * reading at {@code VicinitySearch}.
 */
@NullMarked
package org.spamwatch.overlay.vicinity;

import org.jspecify.annotations.NullMarked;
