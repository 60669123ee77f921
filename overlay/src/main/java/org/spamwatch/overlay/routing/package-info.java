/**
 * Where a message goes next: the prefix table for progress, the leaf set for the last hop and a
 * unique root, and the rule that combines them. Start reading at {@code RoutingTable}.
 */
@NullMarked
package org.spamwatch.overlay.routing;

import org.jspecify.annotations.NullMarked;
