/**
 * What byte forms are made of: a closed {@link org.spamwatch.overlay.wire.MessageTable} with one
 * hand-written writer and reader per message, over {@link org.spamwatch.overlay.wire.WireOutput}
 * and {@link org.spamwatch.overlay.wire.WireInput}. The writers and readers stand beside what they
 * write: those of {@code XMessage} in {@code XWire}, which only {@code XMessage.TYPES} shows. Of
 * the overlay this package sees the root package's names alone. Everything read is checked before
 * it is believed or allocated; the only thing a reader throws is {@link
 * org.spamwatch.overlay.wire.WireException}. Layouts: {@code docs/protocol.md}. Start reading at
 * {@code MessageTable}.
 */
@NullMarked
package org.spamwatch.overlay.wire;

import org.jspecify.annotations.NullMarked;
