/**
 * Who a node is and what it can prove: its Ed25519 key, the realm it belongs to, and the signatures
 * under its records. Pure computation; keys are kept elsewhere. Start at {@link
 * org.spamwatch.overlay.identity.Signatures}.
 */
@NullMarked
package org.spamwatch.overlay.identity;

import org.jspecify.annotations.NullMarked;
