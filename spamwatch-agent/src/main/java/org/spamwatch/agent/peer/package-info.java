/**
 * A whole peer as node logic: {@code PeerCore} puts the overlay, the DOLR, the ADOLR and the votes
 * together and answers the two questions a user agent has, what others think of a mail ({@code
 * CheckRequest}, {@code CheckResult}) and whether a vote was kept ({@code VoteRequest}, {@code
 * VoteResult}). A live driver or the simulator drives it; no I/O, clock or thread lives here.
 */
@NullMarked
package org.spamwatch.agent.peer;

import org.jspecify.annotations.NullMarked;
