package org.spamwatch.agent.header;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Source;
import org.spamwatch.agent.check.Verdict;

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
  void aReasonEndsNeitherItsCommentNorTheField() {
    String reason = "(a) \\ b\r\nX-Forged: 1\u2028 \u00e4 " + "word ".repeat(1_000);
    String text = text(result(Verdict.UNKNOWN, true, reason));
    assertThat(text).contains("\n\t(|a| | b??X-Forged: 1? ? word word");
    assertThat(text.lines().filter(line -> !line.startsWith("\t"))).hasSize(2);
    assertThat(text.lines()).allMatch(line -> line.length() < 100);
    assertThat(text).hasSizeLessThan(600).matches("[ -~\\n\\t]*");
  }
}
