/**
 * A whole peer as node logic: {@code PeerCore} puts the overlay, the DOLR, the ADOLR, the votes and
 * the checks together. A live driver or the simulator drives it; no I/O, clock or thread lives
 * here.
 */
@NullMarked
package org.spamwatch.agent.peer;

import org.jspecify.annotations.NullMarked;
