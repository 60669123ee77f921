/**
 * What is done with a mail that comes to any of the peer's ports, whatever protocol brings it:
 * {@link org.spamwatch.agent.request.MailRequests} reads it within bounds, asks about it or votes
 * on it, and says in a {@link org.spamwatch.agent.request.RequestProblem} why not. {@link
 * org.spamwatch.agent.request.PeerCalls} is what it needs of a running peer.
 *
 * <p>Threads: a port's worker hands a question to the node's turn and waits there for the answer,
 * never longer than the check's time-out. No lock is held while it waits.
 */
@NullMarked
package org.spamwatch.agent.request;

import org.jspecify.annotations.NullMarked;
