package org.spamwatch.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.Threshold;

final class DemoCommandTest {
  @Test
  @Tag("live")
  void threePeersPlayTheStoryToItsEnd() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            InputStream.nullInputStream(),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            false,
            Map.of(),
            Places.ofThisProcess());
    int code = SpamWatch.run(console, "demo");
    assertThat(out.toString(UTF_8))
        .contains("spam (1 spam votes")
        .contains("kept by 3 peers")
        .doesNotContain("NOT AS EXPECTED")
        .endsWith("All of it happened as it should.\n");
    assertThat(out.toString(UTF_8).lines().count()).isLessThanOrEqualTo(16);
    assertThat(err.size()).isZero();
    assertThat(code).isZero();
  }

  @Test
  void theChangedCopyMatchesAndTheOrdinaryMailSharesNothing() throws Exception {
    AddressedMail spam = DemoCast.mail("spam");
    AddressedMail changed = DemoCast.mail("changed");
    AddressedMail ordinary = DemoCast.mail("ordinary");
    assertThat(changed.guid()).isNotEqualTo(spam.guid());
    int shared = spam.vectors().get(0).compact().overlap(changed.vectors().get(0).compact());
    assertThat(shared)
        .isBetween(Threshold.STANDARD.forSize(org.spamwatch.ata.fingerprint.Scheme.CHAR50, 12), 12);
    assertThat(spam.vectors().get(0).compact().overlap(ordinary.vectors().get(0).compact()))
        .isZero();
  }
}
