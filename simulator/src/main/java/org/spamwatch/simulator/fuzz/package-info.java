/**
 * What hostile bytes can do to a peer: {@code Frames} makes them from a seed, {@code Target} feeds
 * them to the codec, the handshake and a whole peer, and {@code Fuzzing} counts what came of it.
 */
@NullMarked
package org.spamwatch.simulator.fuzz;

import org.jspecify.annotations.NullMarked;
