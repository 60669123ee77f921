package org.spamwatch.agent.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.campaign.CampaignRule;
import org.spamwatch.agent.campaign.CampaignRule.Action;
import org.spamwatch.agent.vote.SeededVoter;
import org.spamwatch.overlay.Id;

class CampaignFileTest {
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
  private final CampaignFile file;

  CampaignFileTest(@TempDir Path directory) {
    this.directory = directory;
    this.file = new CampaignFile(directory);
  }

  private void refused(String text) throws IOException {
    Files.writeString(directory.resolve("campaigns"), text);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(file::read)
        .withMessageContaining("damaged in line ")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    assertThat(directory.resolve("campaigns")).hasContent(text);
  }

  @Test
  void whatWasWrittenIsRead() throws Exception {
    assertThat(file.read()).isEmpty();
    file.write(List.of(ALLOWED, BLOCKED));
    assertThat(file.read()).containsExactly(ALLOWED, BLOCKED);
    file.write(List.of());
    assertThat(file.read()).isEmpty();
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
    refused("");
    refused("garbage");
    refused(text.replace("campaigns 1", "campaigns 2"));
    refused(text.replace("allow", "permit"));
    refused(text.replace(" 0 ", " 2 "));
    refused(text.replace("char50", "char51"));
    refused(text.substring(0, text.length() - 3));
    refused(text.replace("\nallow", "\nvector char50 0 0011223344556677\nallow"));
  }
}
