/**
 * Finds the nodes about a key among liars: the secure routing of Castro et al. (2002). Start
 * reading at {@code IterativeLookup}.
 */
@NullMarked
package org.spamwatch.overlay.lookup;

import org.jspecify.annotations.NullMarked;
