/**
 * ADOLR: objects published and reached by feature vectors instead of names (SpamWatch paper,
 * section 3). {@code Adolr} is the interface and what a hop does; {@code FeatureStore} keeps the
 * feature objects of which this node is a root, a replica or a hop and {@code Replication} hands
 * them to others; {@code Publications} and {@code Queries} are this node's own; {@code Resolution}
 * says where a query is decided. Node logic only: no I/O, clock or thread.
 */
@NullMarked
package org.spamwatch.ata.adolr;

import org.jspecify.annotations.NullMarked;
