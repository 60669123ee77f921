package org.spamwatch.overlay.wire;

import com.esotericsoftware.kryo.io.Input;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.NewerMessage;

/**
 * Reads the fields of one message, big-endian, from bytes that nobody vouches for. Every length and
 * count is checked against its limit and against the bytes that are left before anything is
 * allocated; whatever does not fit is a {@link WireException} that names the field.
 *
 * <p>Each method takes the name of the field it reads, for that exception's message.
 *
 * <p>Not thread-safe.
 */
public final class WireInput {
  /** How deep messages may nest: a route, an application's query, its message, one to spare. */
  public static final int MAX_DEPTH = 4;

  private final Input input;
  private final MessageTable table;
  private final IntConsumer newer;
  private int depth;

  WireInput(Input input, MessageTable table, IntConsumer newer) {
    this.input = input;
    this.table = table;
    this.newer = newer;
  }

  /** The limits that the whole message keeps to. */
  public Limits limits() {
    return table.limits();
  }

  /** Bytes not yet read. */
  public int remaining() {
    return input.limit() - input.position();
  }

  /** One byte, 0 to 255. */
  public int u8(String field) throws WireException {
    need(field, 1);
    return input.readByteUnsigned();
  }

  /** Two bytes, 0 to 65,535. */
  public int u16(String field) throws WireException {
    need(field, 2);
    return Short.toUnsignedInt(Short.reverseBytes(input.readShort()));
  }

  /** Four bytes, signed. */
  public int i32(String field) throws WireException {
    need(field, 4);
    return Integer.reverseBytes(input.readInt());
  }

  /** Eight bytes, signed. */
  public long i64(String field) throws WireException {
    need(field, 8);
    return Long.reverseBytes(input.readLong());
  }

  /** One byte that is 0 or 1. */
  public boolean bool(String field) throws WireException {
    int value = u8(field);
    if (value > 1) {
      throw new WireException(field + " is 0 or 1, not " + value);
    }
    return value == 1;
  }

  /**
   * One byte that stands for a value.
   *
   * @param ofCode the value with a code, if there is one
   * @param codes those there are, for the exception: "0 or 1", "in 1 to 5"
   */
  public <T> T code(String field, IntFunction<Optional<T>> ofCode, String codes)
      throws WireException {
    int code = u8(field);
    return ofCode
        .apply(code)
        .orElseThrow(() -> new WireException(field + " " + code + " is not " + codes));
  }

  /** A varint of 0 to {@code max}, in as few bytes as its value needs. */
  public int varint(String field, int max) throws WireException {
    long value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int next = u8(field);
      value |= (long) (next & 0x7F) << shift;
      if (next < 0x80) {
        if (next == 0 && shift > 0) {
          throw new WireException(field + " is a varint with more bytes than it needs");
        }
        return within(field, value, max);
      }
    }
    throw new WireException(field + " is a varint of more than 5 bytes");
  }

  /** An id. */
  public Id id(String field) throws WireException {
    need(field, Id.BYTES);
    return Id.of(i64(field), i64(field), i32(field));
  }

  /** An endpoint; its host and port are in range. */
  public Endpoint endpoint(String field) throws WireException {
    int length = within(field + ".host length", u8(field), Endpoint.MAX_HOST);
    byte[] host = raw(field + ".host", length);
    // ISO 8859-1 keeps every byte apart, so that Endpoint itself sees and refuses non-ASCII ones.
    return new Endpoint(new String(host, StandardCharsets.ISO_8859_1), u16(field + ".port"));
  }

  /** A contact. */
  public Contact contact(String field) throws WireException {
    return new Contact(id(field + ".id"), endpoint(field + ".endpoint"));
  }

  /** Bytes behind their varint length of 0 to {@code max}. */
  public byte[] bytes(String field, int max) throws WireException {
    return raw(field, varint(field + " length", max));
  }

  /** Bytes whose number both sides know. */
  public byte[] fixedBytes(String field, int length) throws WireException {
    return raw(field, length);
  }

  /** UTF-8 behind its varint length in bytes, 0 to {@code maxBytes}. */
  public String text(String field, int maxBytes) throws WireException {
    byte[] utf8 = bytes(field, maxBytes);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      throw new WireException(field + " is not UTF-8", e);
    }
  }

  /** Elements behind their varint count of 0 to {@code max}. */
  public <T> List<T> list(String field, int max, WireReader<T> reader) throws WireException {
    int count = varint(field + " count", max);
    need(field, count); // an element has a byte at least
    List<T> elements = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      elements.add(reader.read(this));
    }
    return List.copyOf(elements);
  }

  /**
   * A message within this one, always its last field: one whose type is not in the table takes all
   * the bytes that are left, as a {@link NewerMessage}.
   *
   * @throws UnknownTypeException if it is not within another and its type is not in the table
   */
  public Message message(String field) throws WireException {
    if (depth == MAX_DEPTH) {
      throw new WireException(field + " nests deeper than " + MAX_DEPTH + " messages");
    }
    int typeId = u8(field + " type");
    MessageType<?> type = table.ofId(typeId);
    if (type == null && depth == 0) {
      throw new UnknownTypeException(typeId);
    }
    if (type == null) {
      newer.accept(typeId);
      return new NewerMessage(typeId, raw(field, remaining()));
    }
    depth++;
    Message message = type.reader().read(this);
    depth--;
    return message;
  }

  private byte[] raw(String field, int length) throws WireException {
    need(field, length);
    return input.readBytes(length);
  }

  private void need(String field, int bytes) throws WireException {
    if (remaining() < bytes) {
      throw new WireException(field + " needs " + bytes + " bytes, " + remaining() + " are left");
    }
  }

  private static int within(String field, long value, int max) throws WireException {
    if (value > max) {
      throw new WireException(field + " " + value + " exceeds the limit of " + max);
    }
    return (int) value;
  }
}
