package org.spamwatch.ata.mail;

import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.stream.DefaultFieldBuilder;
import org.apache.james.mime4j.stream.FieldBuilder;
import org.apache.james.mime4j.stream.RawField;
import org.apache.james.mime4j.util.ByteArrayBuffer;
import org.apache.james.mime4j.util.RecycledByteArrayBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Builds the header fields that may say something of the contents, all of which begin with {@code
 * Content-}. A field that begins with another letter is passed over before it costs anything; one
 * that begins with anything else, such as a comment, is left to the parser.
 */
final class ContentFields implements FieldBuilder {
  private final FieldBuilder all;

  ContentFields(int maxBytes) {
    all = new DefaultFieldBuilder(maxBytes);
  }

  @Override
  public void reset() {
    all.reset();
  }

  @Override
  public void append(ByteArrayBuffer line) throws MimeException {
    all.append(line);
  }

  /** The field, or null if it is passed over. */
  @Override
  public @Nullable RawField build() throws MimeException {
    RecycledByteArrayBuffer raw = all.getRaw();
    int first = raw.length() == 0 ? 0 : raw.byteAt(0) | 0x20;
    return first >= 'a' && first <= 'z' && first != 'c' ? null : all.build();
  }

  @Override
  public RecycledByteArrayBuffer getRaw() {
    return all.getRaw();
  }

  @Override
  public void release() {
    all.release();
  }
}
