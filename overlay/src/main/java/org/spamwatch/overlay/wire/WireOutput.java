package org.spamwatch.overlay.wire;

import static com.google.common.base.Preconditions.checkArgument;

import com.esotericsoftware.kryo.io.Output;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.NewerMessage;

/**
 * Writes the fields of one message, big-endian. Each method writes what the method of the same name
 * in {@link WireInput} reads, and throws {@code IllegalArgumentException} for a value that the
 * other side would refuse.
 *
 * <p>Not thread-safe.
 */
public final class WireOutput {
  private final Output output;
  private final MessageTable table;
  private int depth;

  WireOutput(Output output, MessageTable table) {
    this.output = output;
    this.table = table;
  }

  /** The limits that the whole message keeps to. */
  public Limits limits() {
    return table.limits();
  }

  /** One byte, 0 to 255. */
  public void u8(int value) {
    check(value, 0xFF, "a value of one byte");
    output.writeByte(value);
  }

  /** Two bytes, 0 to 65,535. */
  public void u16(int value) {
    check(value, 0xFFFF, "a value of two bytes");
    output.writeShort(Short.reverseBytes((short) value));
  }

  /** Four bytes, signed. */
  public void i32(int value) {
    // Kryo 5 writes integers little-endian; the protocol is in network order throughout.
    output.writeInt(Integer.reverseBytes(value));
  }

  /** Eight bytes, signed. */
  public void i64(long value) {
    output.writeLong(Long.reverseBytes(value));
  }

  /** One byte, 0 or 1. */
  public void bool(boolean value) {
    output.writeByte(value ? 1 : 0);
  }

  /** One to five bytes, 7 bits each, the lowest first; bit 7 says that another follows. */
  public void varint(int value, int max) {
    check(value, max, "a count or length");
    output.writeVarInt(value, true);
  }

  /** The 20 bytes of an id. */
  public void id(Id id) {
    i64(id.high());
    i64(id.middle());
    i32(id.low());
  }

  /** The host's length in one byte, the host in ASCII, and the port in two bytes. */
  public void endpoint(Endpoint endpoint) {
    byte[] host = endpoint.host().getBytes(StandardCharsets.US_ASCII);
    u8(host.length);
    output.writeBytes(host);
    u16(endpoint.port());
  }

  /** Id, then endpoint. */
  public void contact(Contact contact) {
    id(contact.id());
    endpoint(contact.endpoint());
  }

  /** A varint length, then as many bytes. */
  public void bytes(byte[] bytes, int max) {
    varint(bytes.length, max);
    output.writeBytes(bytes);
  }

  /** Bytes whose number both sides know. */
  public void fixedBytes(byte[] bytes, int length) {
    checkArgument(bytes.length == length, "%s bytes are expected, not %s", length, bytes.length);
    output.writeBytes(bytes);
  }

  /**
   * A varint length in bytes, then UTF-8.
   *
   * @param maxBytes most bytes in UTF-8
   */
  public void text(String text, int maxBytes) {
    ByteBuffer utf8;
    try {
      utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("a text holds half of a surrogate pair", e);
    }
    varint(utf8.remaining(), maxBytes);
    output.writeBytes(utf8.array(), utf8.arrayOffset(), utf8.remaining());
  }

  /** A varint count, then the elements; an element has at least one byte. */
  public <T> void list(List<T> elements, int max, WireWriter<? super T> writer) {
    varint(elements.size(), max);
    for (T element : elements) {
      writer.write(this, element);
    }
  }

  /** A message within this one: its type id in one byte, then its fields. */
  public void message(Message message) {
    checkArgument(
        depth != WireInput.MAX_DEPTH, "messages nest deeper than %s levels", WireInput.MAX_DEPTH);
    depth++;
    if (message instanceof NewerMessage newer) {
      u8(newer.typeId());
      output.writeBytes(newer.fields());
    } else {
      fields(table.ofMessage(message), message);
    }
    depth--;
  }

  private <M extends Message> void fields(MessageType<M> type, M message) {
    u8(type.id());
    type.writer().write(this, message);
  }

  private static void check(int value, int max, String what) {
    if (value < 0 || value > max) { // no boxed numbers for every field that is written
      throw new IllegalArgumentException(what + " is 0 to " + max + ", not " + value);
    }
  }
}
