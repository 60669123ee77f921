/**
 * The byte form of messages: a closed {@link org.spamwatch.overlay.wire.MessageTable} with one
 * hand-written writer and reader per message, over {@link org.spamwatch.overlay.wire.WireOutput}
 * and {@link org.spamwatch.overlay.wire.WireInput}. Everything read is checked before it is
 * believed or allocated; the only thing a reader throws is {@link
 * org.spamwatch.overlay.wire.WireException}. Layouts: {@code docs/protocol.md}. Start reading at
 * {@code MessageTable}.
 */
@NullMarked
package org.spamwatch.overlay.wire;

import org.jspecify.annotations.NullMarked;
