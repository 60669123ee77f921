package org.spamwatch.agent.milter;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.spamwatch.agent.ratelimit.MailAttribute;
import org.spamwatch.agent.ratelimit.RateResult;

/** What a mail server says of a mail before it comes, as far as rate limits count it. */
final class Envelope {
  private static final String LOGGED_IN = "{auth_authen}";
  private static final String SIX = "IPv6:";

  private final Map<MailAttribute, String> said = new EnumMap<>(MailAttribute.class);
  private Optional<String> held = Optional.empty();

  /** Another client has connected: its name, a zero, a letter, its port, its address, a zero. */
  void connected(ByteBuf data) {
    forget();
    said.clear();
    text(data);
    if (data.readableBytes() > 3) {
      char family = (char) data.readByte();
      data.skipBytes(Short.BYTES);
      String address = text(data);
      if (family == '4' || family == '6') {
        said.put(
            MailAttribute.CLIENT,
            address.startsWith(SIX) ? address.substring(SIX.length()) : address);
      }
    }
  }

  /** Names and values, each with a zero, that hold for the command of the first byte. */
  void macros(ByteBuf data) {
    if (data.isReadable() && data.readByte() == MilterCode.MAIL) {
      said.remove(MailAttribute.USER);
      while (data.isReadable()) {
        String name = text(data);
        String value = text(data);
        if (name.equals(LOGGED_IN)) {
          said.put(MailAttribute.USER, value);
        }
      }
    }
  }

  /** A mail begins: its sender, a zero, and more. */
  void from(ByteBuf data) {
    said.put(MailAttribute.SENDER, text(data));
  }

  /** What is said of the mail for a recipient. */
  Map<MailAttribute, String> to(String recipient) {
    Map<MailAttribute, String> all = new EnumMap<>(said);
    all.put(MailAttribute.RECIPIENT, recipient);
    return all;
  }

  /**
   * What a recipient is refused with who is over a limit, if he is: such as {@code 450 4.7.1 no}.
   * Or else the mail may be put aside.
   */
  Optional<String> refusal(RateResult exceeded) {
    String reason = exceeded.reason();
    return switch (exceeded.limit().action()) {
      case DEFER -> Optional.of("450 4.7.1 " + reason + "; try again later");
      case REJECT -> Optional.of("550 5.7.1 " + reason);
      case HOLD -> {
        held = Optional.of(reason);
        yield Optional.empty();
      }
      case FLAG -> Optional.empty();
    };
  }

  /** Why the mail is to be put aside, if it is. */
  Optional<String> held() {
    return held;
  }

  /** Who sends the mail, as it was said; empty for none. */
  String sender() {
    return said.getOrDefault(MailAttribute.SENDER, "");
  }

  /** The mail is over, or none after all. */
  void forget() {
    said.remove(MailAttribute.SENDER);
    held = Optional.empty();
  }

  /** Reads up to a zero, which is passed over, or to the end. */
  static String text(ByteBuf data) {
    int zero = data.indexOf(data.readerIndex(), data.writerIndex(), (byte) 0);
    int length = zero < 0 ? data.readableBytes() : zero - data.readerIndex();
    String text = data.readCharSequence(length, StandardCharsets.UTF_8).toString();
    data.skipBytes(Math.min(1, data.readableBytes()));
    return text;
  }
}
