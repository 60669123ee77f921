package org.spamwatch.agent.spamd;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.google.common.base.Ascii;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.spamwatch.agent.api.Words;
import org.spamwatch.agent.bulk.BulkFinding;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Source;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.header.AddedFields;
import org.spamwatch.agent.header.HeaderBlock;
import org.spamwatch.agent.header.HeaderField;
import org.spamwatch.agent.ratelimit.RateResult;
import org.spamwatch.agent.request.Score;

/** What is sent back, in the very form in which spamd sends it to a client of that version. */
final class SpamdReply {
  private static final String OK = "SPAMD/1.1 0 EX_OK\r\n";
  private static final String REQUIRED = decimal(Score.REQUIRED);
  private static final int MAX_LINE = 400;

  private SpamdReply() {}

  /** To a PING. */
  static ByteBuf pong() {
    return bytes("SPAMD/1.5 0 PONG\r\n");
  }

  /**
   * To a request that is refused: one line, behind which spamd ends the connection.
   *
   * @param isReport whether spamc reports or revokes: it says that it could not if an empty line
   *     follows, and prints the mail if none does
   */
  static ByteBuf problem(SpamdCode code, String line, boolean isReport) {
    String text = plain(line);
    String cut = text.length() <= MAX_LINE ? text : text.substring(0, MAX_LINE);
    String end = isReport ? "\r\n\r\n" : "\r\n";
    return bytes("SPAMD/1.5 " + code.number() + " " + code + ": " + cut + end);
  }

  /** To a RATELIMIT: what became of it, the key's rate and the limit. */
  static ByteBuf counted(RateResult result) {
    return bytes(
        "SPAMD/1.5 0 EX_OK\r\nRatelimit: "
            + Words.of(result.outcome())
            + " ; "
            + decimal(result.rate())
            + " / "
            + result.limit().most()
            + "\r\n\r\n");
  }

  /** To a TELL that was done. */
  static ByteBuf told(String done) {
    return bytes(OK + done + "\r\n");
  }

  /** To a method that asks about a mail and does not want it back. */
  static ByteBuf checked(RequestHead head, CheckResult result) {
    Score score = Score.of(result);
    return switch (head.method()) {
      case SYMBOLS -> withText(head, score, String.join(",", symbols(result)) + symbolsEnd(head));
      case REPORT -> withText(head, score, report(result));
      case REPORT_IFSPAM -> withText(head, score, score.isSpam() ? report(result) : "");
      default -> bytes(OK + spam(score) + "\r\n");
    };
  }

  private static String spam(Score score) {
    return "Spam: "
        + (score.isSpam() ? "True" : "False")
        + " ; "
        + points(score)
        + " / "
        + REQUIRED
        + "\r\n";
  }

  /** Older clients want it so. */
  private static String symbolsEnd(RequestHead head) {
    return head.version() < RequestHead.SEVERAL_HEADERS ? "\r\n" : "";
  }

  private static ByteBuf withText(RequestHead head, Score score, String text) {
    String length =
        head.version() < RequestHead.SEVERAL_HEADERS ? "" : contentLength(text.length());
    return bytes(OK + length + spam(score) + "\r\n" + text);
  }

  /**
   * To one that wants the mail back, or its header, with what is said of it.
   *
   * @param fingerprints the field for that mail, if it has one
   */
  static ByteBuf marked(
      RequestHead head, byte[] mail, CheckResult result, Optional<HeaderField> fingerprints) {
    Score score = Score.of(result);
    List<HeaderField> fields = fields(result, fingerprints);
    byte[] marked = HeaderBlock.of(mail).with(name -> name.startsWith("x-spam-"), fields);
    int length =
        head.method() == SpamdMethod.HEADERS ? marked.length - bodyBytes(mail) : marked.length;
    String before =
        head.version() >= RequestHead.SEVERAL_HEADERS
            ? OK + contentLength(length) + spam(score) + "\r\n"
            : head.version() >= RequestHead.LENGTH_OF_MAILS
                ? OK + contentLength(length) + "\r\n"
                : "SPAMD/1.0 0 EX_OK\r\n";
    return Unpooled.wrappedBuffer(bytes(before), Unpooled.wrappedBuffer(marked, 0, length));
  }

  /**
   * What spamc puts behind the header that it is given: of the mail as it came all that follows the
   * first empty line, where a line ends like the one before it.
   */
  private static int bodyBytes(byte[] mail) {
    for (int i = 1; i < mail.length; i++) {
      boolean isEnd = mail[i] == '\n' && (mail[i - 1] == '\n' || endsWithTwo(mail, i));
      if (isEnd) {
        return mail.length - i - 1;
      }
    }
    return 0;
  }

  private static boolean endsWithTwo(byte[] mail, int last) {
    return last >= 3 && mail[last - 1] == '\r' && mail[last - 2] == '\n' && mail[last - 3] == '\r';
  }

  private static String points(Score score) {
    return decimal(score.points());
  }

  /** With one decimal, as spamd writes it in any locale. */
  private static String decimal(double number) {
    return String.format(Locale.ROOT, "%.1f", number);
  }

  private static String contentLength(int bytes) {
    return "Content-length: " + bytes + "\r\n";
  }

  /**
   * What is added to a mail: to spam also what filters look for that were written for SpamAssassin.
   * {@code X-Spam-Status: No} would say "ham", and mail programs that trust it would overrule their
   * own filter by our silence.
   */
  private static List<HeaderField> fields(CheckResult result, Optional<HeaderField> fingerprints) {
    List<HeaderField> fields = new ArrayList<>(AddedFields.of(result, fingerprints));
    Score score = Score.of(result);
    if (score.isSpam()) {
      Collections.rotate(fields, -1); // the flag: SpamAssassin's clients want a line before it
      String status =
          "Yes, score="
              + points(score)
              + " required="
              + REQUIRED
              + " tests="
              + String.join(",", symbols(result))
              + " autolearn=no autolearn_force=no version=SpamWatch";
      fields.add(new HeaderField("X-Spam-Status", status));
      fields.add(new HeaderField("X-Spam-Level", "*".repeat((int) score.points())));
    }
    return fields;
  }

  private static List<String> symbols(CheckResult result) {
    List<String> symbols = new ArrayList<>();
    if (Score.of(result).isSpam()) {
      symbols.add("SPAMWATCH");
      boolean isVoted = result.source() != Source.STATISTICS;
      symbols.add("SPAMWATCH_" + (isVoted ? result.decision().decidedBy() : result.source()));
    }
    if (result.verdict() == Verdict.UNSURE) {
      symbols.add("SPAMWATCH_UNSURE");
    }
    return symbols;
  }

  private static String report(CheckResult result) {
    Score score = Score.of(result);
    String change = plain(result.decision().change());
    String verdict = Words.of(result.verdict());
    return Ascii.toUpperCase(verdict.charAt(0))
        + verdict.substring(1)
        + " to SpamWatch: "
        + plain(result.reason())
        + "\nVotes: "
        + result.spamVotes()
        + " spam, "
        + result.hamVotes()
        + " ham. Score "
        + points(score)
        + ", required "
        + REQUIRED
        + ".\n"
        + result.bulk().map(SpamdReply::bulk).orElse("")
        + (change.isEmpty() ? "" : change + "\n");
  }

  private static String bulk(BulkFinding finding) {
    return "Bulk: %d got mail like it, %d of them here%s.\n"
        .formatted(
            finding.count().total(),
            finding.count().own(),
            finding.allowedBy().isPresent() ? ", where it is wanted" : "");
  }

  /** One line that any header takes. */
  private static String plain(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.chars().forEach(c -> line.append(c >= ' ' && c < 0x7f ? (char) c : c < ' ' ? ' ' : '?'));
    return line.toString();
  }

  private static ByteBuf bytes(String text) {
    return Unpooled.wrappedBuffer(text.getBytes(US_ASCII));
  }
}
