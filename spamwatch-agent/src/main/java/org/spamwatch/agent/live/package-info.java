/**
 * A running peer: keys, store, overlay and HTTP port wired together. Start at {@link
 * org.spamwatch.agent.live.LivePeer}; the command line, the demonstration and tests all start peers
 * through it.
 *
 * <p>Threads of a peer, and what each may do: <i>spamwatch-overlay</i>, the node's turn: everything
 * of the node logic, and it never waits; <i>store-writer</i> writes to disk and hands back to the
 * turn; <i>http-n</i> read a request, hand it to the turn and wait for the answer;
 * <i>file-writer</i> writes every other file, so that no vote waits for one;
 * <i>spamwatch-lookup</i> resolves host names. No lock is held while one of them waits for another.
 */
@NullMarked
package org.spamwatch.agent.live;

import org.jspecify.annotations.NullMarked;
