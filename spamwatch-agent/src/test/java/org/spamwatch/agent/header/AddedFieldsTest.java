package org.spamwatch.agent.header;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.bulk.BulkCount;
import org.spamwatch.agent.bulk.BulkFinding;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.MatchedMessage;
import org.spamwatch.agent.check.Source;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.ata.evidence.EvidenceKind;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/** What a mail's header says of it. */
final class AddedFieldsTest {
  private static CheckResult result(Verdict verdict, boolean complete, String reason) {
    return new CheckResult(verdict, 3, 1, 28, 32, Source.OVERLAY, 2, List.of(), complete, reason);
  }

  private static String text(CheckResult result) {
    StringBuilder text = new StringBuilder();
    AddedFields.of(result, Optional.of(new HeaderField("X-SpamWatch-Fingerprints", "v=1")))
        .forEach(field -> text.append(field.text("\n")));
    return text.toString();
  }

  @Test
  void spamIsFlagged() {
    assertThat(text(result(Verdict.SPAM, true, "3 spam, 1 ham: at least 1 for spam")))
        .isEqualTo(
            """
            X-Spam-Flag: YES
            X-SpamWatch-Status: spam; votes=3/1; match=28/32; source=overlay; by=nobody
            \t(3 spam, 1 ham: at least 1 for spam)
            X-SpamWatch-Fingerprints: v=1
            """);
  }

  @Test
  void nothingElseIsCalledHam() {
    assertThat(text(result(Verdict.UNKNOWN, false, "")))
        .isEqualTo(
            """
            X-SpamWatch-Status: unknown; votes=3/1; match=28/32; source=overlay; by=nobody;
            \tcomplete=no
            X-SpamWatch-Fingerprints: v=1
            """);
  }

  @Test
  void whatIsMetByEvidenceSaysByWhich() {
    MatchedMessage match =
        new MatchedMessage(
            Id.ZERO,
            Scheme.EVIDENCE,
            3,
            40,
            Set.of(EvidenceKind.LINK, EvidenceKind.CONTACT),
            3,
            0,
            1,
            List.of(),
            List.of(),
            List.of());
    for (boolean complete : new boolean[] {true, false}) {
      CheckResult result =
          new CheckResult(
              Verdict.SPAM, 3, 0, 3, 40, Source.OVERLAY, 2, List.of(match), complete, "");
      assertThat(text(result))
          .isEqualTo(
              """
              X-Spam-Flag: YES
              X-SpamWatch-Status: spam; votes=3/0; match=3/40; source=overlay; by=nobody;
              \tevidence=contact,link\
              """
                  + (complete ? "\n" : ";\n\tcomplete=no\n")
                  + "X-SpamWatch-Fingerprints: v=1\n");
    }
    assertThat(match.likeness()).isEqualTo("the same contact address and links");
  }

  @Test
  void aReasonEndsNeitherItsCommentNorTheField() {
    String reason = "(a) \\ b\r\nX-Forged: 1\u2028 \u00e4 " + "word ".repeat(1_000);
    String text = text(result(Verdict.UNKNOWN, true, reason));
    assertThat(text).contains("\n\t(|a| | b??X-Forged: 1? ? word word");
    assertThat(text.lines().filter(line -> !line.startsWith("\t"))).hasSize(2);
    assertThat(text.lines()).allMatch(line -> line.length() < 100);
    assertThat(text).hasSizeLessThan(600).matches("[ -~\\n\\t]*");
  }

  @Test
  void howManyGotItIsSaidApart() {
    CheckResult counted = result(Verdict.UNKNOWN, true, "");
    BulkFinding few = new BulkFinding(new BulkCount(3, 5, 1, 20), Optional.empty());
    assertThat(text(counted.with(few, true)))
        .contains("\nX-SpamWatch-Bulk: 8; own=3; sites=1\n")
        .doesNotContain("X-Spam-Flag");
    BulkFinding many = new BulkFinding(new BulkCount(31, 5, 1, 20), Optional.of("list=*"));
    assertThat(text(counted.with(many, true)))
        .contains("\nX-SpamWatch-Bulk: 36; own=31; sites=1; bulk; allowed\n")
        .doesNotContain("X-Spam-Flag");
  }
}
