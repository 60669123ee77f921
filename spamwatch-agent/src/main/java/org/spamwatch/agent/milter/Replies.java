package org.spamwatch.agent.milter;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.spamwatch.agent.header.HeaderField;

/** Packets to a mail server, one behind another. */
final class Replies {
  private final ByteBuf packets = Unpooled.buffer();

  /** What has been written. */
  ByteBuf packets() {
    return packets;
  }

  /** One that is a letter alone. */
  static ByteBuf only(char reply) {
    return new Replies().add(reply, new byte[0]).packets();
  }

  static ByteBuf options(Options agreed) {
    ByteBuf data = Unpooled.buffer(Options.BYTES);
    data.writeInt(agreed.version()).writeInt(agreed.actions()).writeInt(agreed.steps());
    return new Replies().add(MilterCode.OPTIONS, data.array()).packets();
  }

  /** Takes a field out: the one with a number among those of its name, from 1 on. */
  void remove(String name, int number) {
    byte[] bytes = texts(name, "");
    begin(MilterCode.CHANGE_HEADER, Integer.BYTES + bytes.length);
    packets.writeInt(number).writeBytes(bytes);
  }

  /** Adds a field behind the others. */
  void add(HeaderField field) {
    add(MilterCode.ADD_HEADER, texts(field.name(), field.value("\n")));
  }

  /** Has the mail put aside for the postmaster. */
  void quarantine(String reason) {
    add(MilterCode.QUARANTINE, texts(reason));
  }

  /**
   * Ends with a refusal, which the mail's sender gets to see.
   *
   * @param line such as {@code 550 5.7.1 no}, without a percent sign
   */
  void refuse(String line) {
    add(MilterCode.REPLY, texts(line));
  }

  /** Ends with the mail let in. */
  void accept() {
    add(MilterCode.ACCEPT, new byte[0]);
  }

  /** Ends with the mail server going on. */
  void goOn() {
    add(MilterCode.CONTINUE, new byte[0]);
  }

  private Replies add(char reply, byte[] data) {
    begin(reply, data.length);
    packets.writeBytes(data);
    return this;
  }

  private void begin(char reply, int length) {
    packets.writeInt(1 + length).writeByte(reply);
  }

  private static byte[] texts(String... texts) {
    return (String.join("\0", texts) + "\0").getBytes(StandardCharsets.ISO_8859_1);
  }
}
