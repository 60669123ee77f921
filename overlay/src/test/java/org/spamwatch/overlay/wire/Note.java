package org.spamwatch.overlay.wire;

import org.spamwatch.overlay.Message;

/** An application's message, as a module above registers one. */
public record Note(String text) implements Message {
  /** Most bytes of the text. */
  public static final int MAX_BYTES = 4096;

  /** Its line of the table. */
  public static final MessageType<Note> TYPE =
      new MessageType<>(
          240,
          Note.class,
          (out, note) -> out.text(note.text(), MAX_BYTES),
          in -> new Note(in.text("text", MAX_BYTES)));
}
