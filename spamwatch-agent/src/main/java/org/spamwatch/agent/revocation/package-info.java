/**
 * How peers of a closed realm pass the newest revocation list of its authority on to each other.
 * Node logic only: no I/O, clock or thread. Start at {@link
 * org.spamwatch.agent.revocation.RevocationSpread}.
 */
@NullMarked
package org.spamwatch.agent.revocation;

import org.jspecify.annotations.NullMarked;
