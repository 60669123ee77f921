package org.spamwatch.agent.spamd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.api.RateBody;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Source;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.header.HeaderField;
import org.spamwatch.agent.trust.Decision;
import org.spamwatch.agent.trust.Decision.Decider;

/** What clients of every version get, to the byte: they fail on the smallest difference. */
@SuppressWarnings("StringConcatToTextBlock") // the line ends are what matters
final class SpamdReplyTest {
  private static final String MAIL = "Subject: a\r\nX-Spam-Flag: NO\r\n\r\nbody\r\n";

  private static CheckResult result(boolean spam, Decider decider, int voters) {
    Decision decision =
        new Decision(
            spam, decider, voters, 0, 0, 0, 0, voters, 0, 1, 0, 0, "because\r\n\u00e9", "change");
    return new CheckResult(
        spam ? Verdict.SPAM : Verdict.UNKNOWN,
        voters,
        1,
        0,
        0,
        Source.OVERLAY,
        0,
        List.of(),
        true,
        "because\r\n\u00e9",
        decision,
        Optional.empty());
  }

  private static final CheckResult SPAM = result(true, Decider.OWN_SITE, 7);
  private static final CheckResult UNKNOWN = result(false, Decider.NOBODY, 0);
  private static final Optional<HeaderField> FINGERPRINTS =
      Optional.of(new HeaderField("X-SpamWatch-Fingerprints", "v=1"));

  private static String reply(SpamdMethod method, int version, CheckResult result) {
    return reply(method, version, MAIL, result);
  }

  private static String reply(SpamdMethod method, int version, String mail, CheckResult result) {
    RequestHead head =
        new RequestHead(
            method,
            version,
            Optional.empty(),
            OptionalLong.empty(),
            false,
            Tell.NOTHING,
            RateBody.NOTHING);
    boolean givesBack = method == SpamdMethod.PROCESS || method == SpamdMethod.HEADERS;
    return text(
        givesBack
            ? SpamdReply.marked(head, mail.getBytes(ISO_8859_1), result, FINGERPRINTS)
            : SpamdReply.checked(head, result));
  }

  private static String text(ByteBuf reply) {
    return reply.toString(ISO_8859_1);
  }

  @Test
  void checkHasNoLengthInAnyVersion() {
    for (int version : new int[] {100, 120, 150}) {
      assertThat(reply(SpamdMethod.CHECK, version, SPAM))
          .isEqualTo("SPAMD/1.1 0 EX_OK\r\nSpam: True ; 12.0 / 5.0\r\n\r\n");
    }
    assertThat(reply(SpamdMethod.CHECK, 150, UNKNOWN))
        .isEqualTo("SPAMD/1.1 0 EX_OK\r\nSpam: False ; 0.0 / 5.0\r\n\r\n");
  }

  @Test
  void symbols() {
    assertThat(reply(SpamdMethod.SYMBOLS, 150, SPAM))
        .isEqualTo(
            "SPAMD/1.1 0 EX_OK\r\nContent-length: 28\r\nSpam: True ; 12.0 / 5.0\r\n\r\n"
                + "SPAMWATCH,SPAMWATCH_OWN_SITE");
    assertThat(reply(SpamdMethod.SYMBOLS, 120, SPAM))
        .isEqualTo(
            "SPAMD/1.1 0 EX_OK\r\nSpam: True ; 12.0 / 5.0\r\n\r\n"
                + "SPAMWATCH,SPAMWATCH_OWN_SITE\r\n");
    assertThat(reply(SpamdMethod.SYMBOLS, 150, UNKNOWN))
        .isEqualTo("SPAMD/1.1 0 EX_OK\r\nContent-length: 0\r\nSpam: False ; 0.0 / 5.0\r\n\r\n");
  }

  @Test
  void aReportIsPlainLinesAndOldClientsAreNotToldItsLength() {
    String report =
        "Spam to SpamWatch: because  ?\nVotes: 7 spam, 1 ham. Score 12.0, required 5.0.\nchange\n";
    assertThat(reply(SpamdMethod.REPORT, 120, SPAM))
        .isEqualTo("SPAMD/1.1 0 EX_OK\r\nSpam: True ; 12.0 / 5.0\r\n\r\n" + report);
    assertThat(reply(SpamdMethod.REPORT, 130, SPAM))
        .isEqualTo(
            "SPAMD/1.1 0 EX_OK\r\nContent-length: "
                + report.length()
                + "\r\nSpam: True ; 12.0 / 5.0\r\n\r\n"
                + report);
    assertThat(reply(SpamdMethod.REPORT_IFSPAM, 150, SPAM)).endsWith("\r\n\r\n" + report);
    assertThat(reply(SpamdMethod.REPORT, 150, UNKNOWN)).contains("Unknown to SpamWatch: because");
    assertThat(reply(SpamdMethod.REPORT_IFSPAM, 150, UNKNOWN))
        .isEqualTo("SPAMD/1.1 0 EX_OK\r\nContent-length: 0\r\nSpam: False ; 0.0 / 5.0\r\n\r\n");
  }

  @Test
  void processGivesTheMailBackAndHeadersItsHeader() {
    String header =
        "X-SpamWatch-Status: spam; votes=7/1; match=0/0; source=overlay; by=own-site\r\n"
            + "\t(because???)\r\nX-SpamWatch-Fingerprints: v=1\r\nX-Spam-Flag: YES\r\n"
            + "X-Spam-Status: Yes, score=12.0 required=5.0"
            + " tests=SPAMWATCH,SPAMWATCH_OWN_SITE autolearn=no autolearn_force=no"
            + " version=SpamWatch\r\nX-Spam-Level: ************\r\nSubject: a\r\n\r\n";
    assertThat(reply(SpamdMethod.HEADERS, 150, SPAM))
        .isEqualTo(
            "SPAMD/1.1 0 EX_OK\r\nContent-length: "
                + header.length()
                + "\r\nSpam: True ; 12.0 / 5.0\r\n\r\n"
                + header);
    assertThat(reply(SpamdMethod.PROCESS, 150, SPAM)).endsWith("\r\n\r\n" + header + "body\r\n");
  }

  @Test
  void ofAMailOfWhichNothingIsKnownOnlyThatIsSaid() {
    String mail =
        "X-SpamWatch-Status: unknown; votes=0/1; match=0/0; source=overlay; by=nobody\r\n"
            + "\t(because???)\r\nX-SpamWatch-Fingerprints: v=1\r\nSubject: a\r\n\r\nbody\r\n";
    assertThat(reply(SpamdMethod.PROCESS, 120, UNKNOWN))
        .isEqualTo("SPAMD/1.1 0 EX_OK\r\nContent-length: " + mail.length() + "\r\n\r\n" + mail);
    assertThat(reply(SpamdMethod.PROCESS, 100, UNKNOWN)).isEqualTo("SPAMD/1.0 0 EX_OK\r\n" + mail);
  }

  /** spamc puts the header that it gets before what it takes for the body; nothing is lost. */
  @Test
  void theHeaderAndWhatSpamcAppendsAreTheWholeMail() {
    List<String> pieces =
        List.of("From x y\n", "A: b\n", " c\r\n", "\n", "\r\n", "\r", "X-Spam-Flag: NO\n", "z");
    SplittableRandom random = new SplittableRandom(7);
    for (int trial = 0; trial < 2000; trial++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(9); i >= 0; i--) {
        text.append(pieces.get(random.nextInt(pieces.size())));
      }
      String mail = text.toString();
      int lines = mail.indexOf("\n\n");
      int carriages = mail.indexOf("\r\n\r\n");
      if (lines < 0 && carriages < 0) {
        continue; // spamc gives the mail back as it came
      }
      int body = carriages < 0 || (lines >= 0 && lines < carriages) ? lines + 2 : carriages + 4;
      String head = reply(SpamdMethod.HEADERS, 150, mail, SPAM);
      String whole = reply(SpamdMethod.PROCESS, 150, mail, SPAM);
      assertThat(mail(head) + mail.substring(body)).isEqualTo(mail(whole));
    }
  }

  private static String mail(String reply) {
    return reply.substring(reply.indexOf("\r\n\r\n") + 4);
  }

  @Test
  void othersAnswers() {
    assertThat(text(SpamdReply.pong())).isEqualTo("SPAMD/1.5 0 PONG\r\n");
    assertThat(text(SpamdReply.told("DidSet: local\r\n")))
        .isEqualTo("SPAMD/1.1 0 EX_OK\r\nDidSet: local\r\n\r\n");
    assertThat(text(SpamdReply.problem(SpamdCode.EX_TEMPFAIL, "full\r\nX: y", false)))
        .isEqualTo("SPAMD/1.5 75 EX_TEMPFAIL: full  X: y\r\n");
    assertThat(text(SpamdReply.problem(SpamdCode.EX_NOPERM, "no " + "x".repeat(999), true)))
        .startsWith("SPAMD/1.5 77 EX_NOPERM: no xxx")
        .endsWith("x\r\n\r\n")
        .hasSizeLessThan(500);
  }
}
