package org.spamwatch.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class OperationsDocumentTest {
  @Test
  void theSettingsTableIsWhatTheProgramDoes() throws IOException {
    StringBuilder table =
        new StringBuilder("| key | default | allowed | effect |\n|---|---|---|---|\n");
    for (Setting<?> setting : SettingTable.BY_KEY.values()) {
      table
          .append("| `" + setting.key() + "` | ")
          .append(setting.defaultText() + " | ")
          .append(setting.allowed() + " | ")
          .append(setting.effect() + " |\n");
    }
    Path document = Path.of("..", "docs", "operations.md");
    assertThat(Files.readString(document)).contains(table);
  }
}
