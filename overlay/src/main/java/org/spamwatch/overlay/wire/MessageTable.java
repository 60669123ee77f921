package org.spamwatch.overlay.wire;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.KryoBufferOverflowException;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;

/**
 * The closed set of messages that a peer can send and understand. Kryo's {@code Input} and {@code
 * Output} move the bytes; no class is ever named, looked up or built because the network said so.
 *
 * <p>An encoded message is its type id in one byte and the fields its {@link MessageType} writes.
 * The encoding is canonical: each value has one byte form, others are refused.
 *
 * <p>Immutable; safe for any thread.
 */
public final class MessageTable {
  private final Limits limits;
  private final @Nullable MessageType<?>[] byId = new MessageType<?>[256];
  private final Map<Class<?>, MessageType<?>> byClass = new HashMap<>();

  private MessageTable(Limits limits, List<MessageType<?>> types) {
    this.limits = limits;
    for (MessageType<?> type : types) {
      MessageType<?> holder = byId[type.id()];
      if (holder != null) {
        throw new IllegalArgumentException(
            "message type "
                + type.id()
                + " is registered for "
                + holder.type().getName()
                + " and for "
                + type.type().getName());
      }
      byId[type.id()] = type;
      if (byClass.put(type.type(), type) != null) {
        throw new IllegalArgumentException(type.type().getName() + " is registered twice");
      }
    }
  }

  /**
   * A table of some conversations: the {@code TYPES} of their messages.
   *
   * @param limits what every message keeps to
   * @throws IllegalArgumentException if an id or a class is there twice
   */
  @SafeVarargs
  public static MessageTable of(Limits limits, List<MessageType<?>>... conversations) {
    List<MessageType<?>> types = new ArrayList<>();
    for (List<MessageType<?>> conversation : conversations) {
      types.addAll(conversation);
    }
    return new MessageTable(limits, types);
  }

  /** The limits that every message keeps to. */
  public Limits limits() {
    return limits;
  }

  /** Whether messages of a class can be encoded. */
  public boolean knows(Class<? extends Message> type) {
    return byClass.containsKey(type);
  }

  /**
   * The bytes of a message.
   *
   * @throws MessageTooLongException if they are more than {@code Limits.maxMessageBytes}
   * @throws IllegalArgumentException if it, or a message within, is not in this table or breaks a
   *     limit of its byte form
   */
  public byte[] encode(Message message) {
    return write(message.getClass().getSimpleName(), message, WireOutput::message);
  }

  /**
   * The message that some bytes are. A message within it whose type is not in this table is a
   * {@link NewerMessage}.
   *
   * @throws UnknownTypeException if its own type is not in this table
   * @throws WireException if the bytes are anything but exactly one message within the limits
   */
  public Message decode(byte[] bytes) throws WireException {
    return decode(bytes, typeId -> {});
  }

  /**
   * The message that some bytes are, and what it holds of newer types.
   *
   * @param newer told the type of a message within that is not in this table
   */
  public Message decode(byte[] bytes, IntConsumer newer) throws WireException {
    return read("message", bytes, in -> in.message("message"), newer);
  }

  /**
   * Writes a value that is no message but keeps to the same rules: what is signed or stored.
   *
   * @param subject what it is, for error messages
   * @throws MessageTooLongException if it has more than {@code Limits.maxMessageBytes}
   * @throws IllegalArgumentException if it breaks a limit of its byte form
   */
  public <T> byte[] write(String subject, T value, WireWriter<? super T> writer) {
    int limit = limits.maxMessageBytes();
    Output output = new Output(Math.min(256, limit), limit);
    try {
      writer.write(new WireOutput(output, this), value);
    } catch (KryoBufferOverflowException e) {
      MessageTooLongException tooLong = new MessageTooLongException(subject, limit);
      tooLong.initCause(e);
      throw tooLong;
    }
    return output.toBytes();
  }

  /**
   * Reads a value that is no message but keeps to the same rules; all the bytes must belong to it.
   *
   * @param subject what it is, for error messages
   * @throws WireException if they do not
   */
  public <T> T read(String subject, byte[] bytes, WireReader<T> reader) throws WireException {
    return read(subject, bytes, reader, typeId -> {});
  }

  // A reader registered by another module must not be able to kill a link's loop by a slip: what
  // it throws unchecked was caused by the bytes, so it is reported as what it is, bad input.
  private <T> T read(String subject, byte[] bytes, WireReader<T> reader, IntConsumer newer)
      throws WireException {
    if (bytes.length > limits.maxMessageBytes()) {
      throw new WireException(
          subject + " has " + bytes.length + " bytes; the limit is " + limits.maxMessageBytes());
    }
    WireInput in = new WireInput(new Input(bytes), this, newer);
    T value;
    try {
      value = reader.read(in);
    } catch (RuntimeException e) {
      throw new WireException(subject + " is invalid: " + e.getMessage(), e);
    }
    if (in.remaining() > 0) {
      throw new WireException(
          subject
              + " ends after "
              + (bytes.length - in.remaining())
              + " bytes, but "
              + in.remaining()
              + " more follow");
    }
    return value;
  }

  @Nullable MessageType<?> ofId(int id) {
    return byId[id];
  }

  @SuppressWarnings("unchecked") // byClass maps each class to the type registered with it
  <M extends Message> MessageType<M> ofMessage(M message) {
    MessageType<?> type = byClass.get(message.getClass());
    if (type == null) {
      throw new IllegalArgumentException(
          message.getClass().getName() + " is not in the message table");
    }
    return (MessageType<M>) type;
  }
}
