package org.spamwatch.ata.adolr;

import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.wire.MessageType;

/** The payload of the tests. */
record Note(long number) implements Message {
  static final MessageType<Note> TYPE =
      new MessageType<>(
          240, Note.class, (out, note) -> out.i64(note.number()), in -> new Note(in.i64("number")));
}
