package org.spamwatch.agent.policy;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.spamwatch.agent.ratelimit.MailAttribute;

/**
 * Reads requests in whatever parts they come: lines {@code NAME=VALUE} until an empty one. Names
 * that are of no use are passed over, and so are values that are longer than any address.
 */
final class PolicyRequests {
  /** Bytes of a line that are kept. */
  static final int MAX_LINE = 2048;

  /** Bytes of a request. */
  static final int MAX_BYTES = 64 << 10;

  private static final String TYPE = "smtpd_access_policy";

  private final byte[] line = new byte[MAX_LINE];
  private int length;
  private int seen;
  private boolean isNamed;
  private Map<MailAttribute, String> said = new EnumMap<>(MailAttribute.class);

  /**
   * Reads on; what follows a request stays in the part.
   *
   * @return a request that is whole, by what is said of the mail
   */
  Optional<Map<MailAttribute, String>> read(ByteBuf part) throws WrongRequestException {
    while (part.isReadable()) {
      byte next = part.readByte();
      if (++seen > MAX_BYTES) {
        throw new WrongRequestException("a policy request of more than " + MAX_BYTES + " bytes");
      }
      if (next != '\n') {
        if (length < MAX_LINE) {
          line[length] = next;
        }
        length++;
      } else if (length == 0 || (length == 1 && line[0] == '\r')) {
        return Optional.of(whole());
      } else {
        take();
      }
    }
    return Optional.empty();
  }

  /** Whether a request has begun and is not whole. */
  boolean isBegun() {
    return seen > 0;
  }

  private Map<MailAttribute, String> whole() throws WrongRequestException {
    if (!isNamed) {
      throw new WrongRequestException("a policy request without request=" + TYPE);
    }
    Map<MailAttribute, String> request = said;
    said = new EnumMap<>(MailAttribute.class);
    length = 0;
    seen = 0;
    isNamed = false;
    return request;
  }

  private void take() throws WrongRequestException {
    boolean isCut = length > MAX_LINE;
    int end = isCut ? MAX_LINE : length;
    length = 0;
    if (line[end - 1] == '\r') {
      end--;
    }
    String text = new String(line, 0, end, StandardCharsets.UTF_8);
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw new WrongRequestException("a policy request with a line that is not NAME=VALUE");
    }
    String value = isCut ? "" : text.substring(equals + 1);
    switch (text.substring(0, equals)) {
      case "request" -> {
        if (!value.equals(TYPE)) {
          throw new WrongRequestException("a policy request of another kind than " + TYPE);
        }
        isNamed = true;
      }
      case "sender" -> said.put(MailAttribute.SENDER, value);
      case "recipient" -> said.put(MailAttribute.RECIPIENT, value);
      case "client_address" -> said.put(MailAttribute.CLIENT, value);
      case "sasl_username" -> said.put(MailAttribute.USER, value);
      default -> {
        // of no use here
      }
    }
  }
}
