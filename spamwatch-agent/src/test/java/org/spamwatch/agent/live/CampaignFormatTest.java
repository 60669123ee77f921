package org.spamwatch.agent.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.campaign.CampaignRule;
import org.spamwatch.agent.campaign.CampaignRule.Action;
import org.spamwatch.agent.file.KeptFile;
import org.spamwatch.agent.vote.SeededVoter;
import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

class CampaignFormatTest {
  private static final CampaignRule ALLOWED =
      new CampaignRule(
          Id.ofHex("11"),
          Action.ALLOW,
          1_700_000_000_000L,
          "a customer's newsletter + 100 % größer",
          List.of(SeededVoter.vector(1).compact(), SeededVoter.vector(2).compact()));
  private static final CampaignRule BLOCKED =
      new CampaignRule(Id.ofHex("22"), Action.BLOCK, 5, "", List.of());

  private final Path directory;
  private final KeptFile<List<CampaignRule>> file;

  CampaignFormatTest(@TempDir Path directory) {
    this.directory = directory;
    this.file = new KeptFile<>(directory.resolve("campaigns"), CampaignFormat.RULES);
  }

  private void refused(String text) throws IOException {
    refused(text, "damaged in line ");
  }

  private void refused(String text, String why) throws IOException {
    Files.writeString(directory.resolve("campaigns"), text);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(file::read)
        .withMessageContaining(why)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    assertThat(directory.resolve("campaigns")).hasContent(text);
  }

  @Test
  void whatWasWrittenIsRead() throws Exception {
    assertThat(file.read()).isEmpty();
    file.write(List.of(ALLOWED, BLOCKED));
    assertThat(file.read()).contains(List.of(ALLOWED, BLOCKED));
    file.write(List.of());
    assertThat(file.read()).contains(List.of());
  }

  @Test
  void theFirstFormatIsReadForGood() throws Exception {
    try (InputStream golden = CampaignFormatTest.class.getResourceAsStream("campaigns-1.txt")) {
      Files.copy(Objects.requireNonNull(golden), directory.resolve("campaigns"));
    }
    assertThat(file.read().orElseThrow())
        .containsExactly(
            new CampaignRule(
                ALLOWED.guid(),
                Action.ALLOW,
                ALLOWED.sinceMillis(),
                ALLOWED.note(),
                List.of(
                    new CompactVector(
                        Scheme.CHAR50, false, List.of(0x00112233445566ffL, 0xfedcba9876543210L)),
                    new CompactVector(Scheme.WORD, true, List.of(1L)))),
            BLOCKED);
  }

  @Test
  void aRuleOnAMailOfANewerPeerIsKept() throws Exception {
    CampaignRule newer =
        new CampaignRule(
            Id.ofHex("33"),
            Action.ALLOW,
            5,
            "",
            List.of(new CompactVector(Scheme.of(200), false, List.of(7L))));
    file.write(List.of(newer));
    assertThat(file.read()).contains(List.of(newer));
  }

  @Test
  void whatCannotBeReadIsNamed() throws Exception {
    Files.createDirectory(directory.resolve("campaigns"));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(file::read)
        .withMessageContaining("campaigns: cannot be read: ");
  }

  @Test
  void anythingElseIsRefusedAndLeftAlone() throws Exception {
    file.write(List.of(ALLOWED));
    String text = Files.readString(directory.resolve("campaigns"));
    refused("", "line 1 does not begin with 'spamwatch-campaigns 1'");
    refused("garbage", "line 1 does not begin with 'spamwatch-campaigns 1'");
    refused(
        text.replace("campaigns 1", "campaigns 2"),
        "of format 2, written by a newer version of SpamWatch; restore it");
    refused(text.replace("campaigns 1", "campaigns 1 more"));
    refused(text.replace("allow", "permit"));
    refused(text.replace(" 0 ", " 2 "));
    refused(text.replace("char50", "char51"));
    refused(text.substring(0, text.length() - 3));
    refused(text.replace("\nallow", "\nvector char50 0 0011223344556677\nallow"));
  }
}
