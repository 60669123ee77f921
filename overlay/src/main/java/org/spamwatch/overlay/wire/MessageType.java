package org.spamwatch.overlay.wire;

import static com.google.common.base.Preconditions.checkArgument;

import org.spamwatch.overlay.Message;

/**
 * One line of the {@link MessageTable}: how a type of message looks as bytes.
 *
 * <p>Ids once given to a type are never given to another. Ranges: 1 to 31 the overlay, 32 to 63 the
 * DOLR and the search for a key's replica set, 64 to 95 ADOLR, 96 to 127 votes, 128 to 135
 * revocation lists, 136 to 139 unassigned, 140 to 159 announcements, 160 to 223 unassigned, 224 to
 * 239 traces, 240 to 255 private use and tests.
 *
 * @param id the byte that begins such a message, 1 to 255
 * @param type the record
 * @param writer writes the record's components
 * @param reader reads what the writer wrote
 */
public record MessageType<M extends Message>(
    int id, Class<M> type, WireWriter<M> writer, WireReader<M> reader) {
  /** Checks the range of the id. */
  public MessageType {
    checkArgument(id >= 1 && id <= 255, "message type %s is not in 1 to 255", id);
  }
}
