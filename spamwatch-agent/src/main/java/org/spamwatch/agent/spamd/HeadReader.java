package org.spamwatch.agent.spamd;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spamwatch.agent.api.RateBody;

/**
 * Reads what comes before a mail, in whatever parts it comes: a line with method and version, and
 * header lines until an empty one. Header names are read in any case, unknown ones are passed over.
 */
final class HeadReader {
  /** Bytes of a whole head. */
  static final int MAX_BYTES = 16 << 10;

  /** Header lines, as many as spamd takes. */
  static final int MAX_HEADERS = 255;

  /** Bytes of a user's name. */
  static final int MAX_USER = 256;

  private static final Pattern FIRST =
      Pattern.compile("([A-Z_]{1,16}) SPAMC/([0-9]{1,2}(?:\\.[0-9]{1,2})?) *");

  private byte[] line = new byte[256];
  private int length;
  private int seen;
  private int headers;

  private Optional<SpamdMethod> method = Optional.empty();
  private int version;
  private Optional<String> user = Optional.empty();
  private OptionalLong mailLength = OptionalLong.empty();
  private boolean isCompressed;
  private Tell tell = Tell.NOTHING;
  private RateBody rate = RateBody.NOTHING;

  /**
   * Reads on; what follows the head stays in the part.
   *
   * @return the head if it is whole
   */
  Optional<RequestHead> read(ByteBuf part) throws SpamdProblem {
    while (part.isReadable()) {
      byte next = part.readByte();
      if (++seen > MAX_BYTES) {
        throw SpamdProblem.protocol("the head is longer than " + MAX_BYTES + " bytes; send less");
      }
      if (next != '\n') {
        if (length == line.length) {
          line = Arrays.copyOf(line, 2 * length);
        }
        line[length++] = next;
      } else if (takeLine()) {
        return Optional.of(head());
      }
    }
    return Optional.empty();
  }

  /** The head as it is when nothing follows any more: a PING needs no empty line. */
  RequestHead ended() throws SpamdProblem {
    if (method.isEmpty() || method.get().hasMail() || length > 0) {
      throw SpamdProblem.protocol("the request ends before its headers do");
    }
    return head();
  }

  /** Whether nothing has come at all. */
  boolean isEmpty() {
    return seen == 0;
  }

  private RequestHead head() throws SpamdProblem {
    SpamdMethod asked = method.orElseThrow();
    if (asked == SpamdMethod.TELL) {
      tell.check();
    }
    return new RequestHead(asked, version, user, mailLength, isCompressed, tell, rate);
  }

  private boolean takeLine() throws SpamdProblem {
    int end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
    length = 0;
    for (int i = 0; i < end; i++) {
      if (line[i] == 0 || line[i] == '\r') {
        throw SpamdProblem.protocol("a control character in the head; send lines of text");
      }
    }
    if (method.isEmpty()) {
      return takeFirst(new String(line, 0, end, StandardCharsets.ISO_8859_1));
    }
    if (end == 0) {
      return true;
    }
    if (++headers > MAX_HEADERS) {
      throw SpamdProblem.protocol("more than " + MAX_HEADERS + " header lines; send fewer");
    }
    takeHeader(end);
    return false;
  }

  private boolean takeFirst(String text) throws SpamdProblem {
    Matcher matcher = FIRST.matcher(text);
    if (!matcher.matches()) {
      throw SpamdProblem.protocol(
          "the first line is not METHOD SPAMC/VERSION; send one such as PING SPAMC/1.5");
    }
    SpamdMethod named =
        SpamdMethod.named(matcher.group(1))
            .orElseThrow(
                () ->
                    SpamdProblem.protocol(
                        "no such method; send CHECK, SYMBOLS, REPORT, REPORT_IFSPAM, PROCESS,"
                            + " HEADERS, TELL, RATELIMIT, PING or SKIP"));
    method = Optional.of(named);
    version = (int) Math.round(Double.parseDouble(matcher.group(2)) * 100);
    return !named.hasHead(version);
  }

  private void takeHeader(int end) throws SpamdProblem {
    int colon = 0;
    while (colon < end && line[colon] != ':') {
      colon++;
    }
    if (colon == end) {
      throw SpamdProblem.protocol("a header line without a colon; send NAME: VALUE");
    }
    String name = new String(line, 0, colon, StandardCharsets.ISO_8859_1).strip();
    String value = text(colon + 1, end).strip();
    switch (name.toLowerCase(Locale.ROOT)) {
      case "content-length" -> takeLength(value);
      case "user" -> takeUser(value);
      case "compress" -> takeCompress(value);
      case "message-class" ->
          tell = new Tell(Optional.of(Tell.says(value)), tell.set(), tell.remove());
      case "set" -> tell = new Tell(tell.says(), Tell.places(value), tell.remove());
      case "remove" -> tell = new Tell(tell.says(), tell.set(), Tell.places(value));
      case "limit" -> takeRate(new RateBody(value, rate.key(), rate.unique(), rate.source()));
      case "key" -> takeRate(new RateBody(rate.limit(), value, rate.unique(), rate.source()));
      case "unique" ->
          takeRate(new RateBody(rate.limit(), rate.key(), Optional.of(value), rate.source()));
      case "source" ->
          takeRate(new RateBody(rate.limit(), rate.key(), rate.unique(), Optional.of(value)));
      default -> {}
    }
  }

  private void takeRate(RateBody read) throws SpamdProblem {
    if (!read.isBounded()) {
      throw SpamdProblem.protocol(
          "a header of what is counted is longer than " + RateBody.MOST_LENGTH + " characters");
    }
    rate = read;
  }

  /** UTF-8, or what it may be instead. */
  private String text(int start, int end) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(line, start, end - start))
          .toString();
    } catch (CharacterCodingException e) {
      return new String(line, start, end - start, StandardCharsets.ISO_8859_1);
    }
  }

  private void takeLength(String value) throws SpamdProblem {
    if (value.isEmpty()) {
      return;
    }
    if (!value.matches("[0-9]{1,18}")) {
      throw SpamdProblem.protocol("Content-length is no number of bytes");
    }
    long bytes = Long.parseLong(value);
    if (mailLength.isPresent() && mailLength.getAsLong() != bytes) {
      throw SpamdProblem.protocol("two different Content-lengths; send one");
    }
    mailLength = OptionalLong.of(bytes);
  }

  private void takeUser(String value) throws SpamdProblem {
    if (value.length() > MAX_USER || value.chars().anyMatch(Character::isISOControl)) {
      throw SpamdProblem.protocol(
          "User is longer than " + MAX_USER + " characters or has control characters");
    }
    user = value.isEmpty() ? Optional.empty() : Optional.of(value);
  }

  private void takeCompress(String value) throws SpamdProblem {
    if (!value.toLowerCase(Locale.ROOT).contains("zlib")) {
      throw SpamdProblem.protocol("no such compression; send Compress: zlib or none");
    }
    isCompressed = true;
  }
}
