/**
 * The simulated driver: runs nodes' cores in virtual time, over the links of the seeded network,
 * and knows them all. What {@code overlay.live} is to a peer, this is to tests and experiments; no
 * peer runs it, and no rule of the overlay's own lives here.
 */
@NullMarked
package org.spamwatch.overlay.virtual;

import org.jspecify.annotations.NullMarked;
