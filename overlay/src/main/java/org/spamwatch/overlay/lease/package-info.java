/**
 * Leased soft state, shared by everything that the overlay keeps for others: {@code LeaseTable}
 * holds records until their lease ends, {@code LeaseConfig} says how long that is, {@code
 * ReplicaMaintenance} passes records on when the leaf set changes.
 */
@NullMarked
package org.spamwatch.overlay.lease;

import org.jspecify.annotations.NullMarked;
