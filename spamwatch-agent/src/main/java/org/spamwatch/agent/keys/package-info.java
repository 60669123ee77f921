/**
 * The secrets of this machine and what is pinned beside them: a peer's Ed25519 node key, the keys
 * with which users sign their votes, and the realm. Start at {@link
 * org.spamwatch.agent.keys.Keyring}. Files are readable by their owner only and appear whole or not
 * at all.
 */
@NullMarked
package org.spamwatch.agent.keys;

import org.jspecify.annotations.NullMarked;
