package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What systemd itself says of the unit; nothing of it is started. */
final class SystemdUnitTest {
  @Test
  void theUnitIsInOrderAndMayDoLittle() throws Exception {
    DebianPackages.installed("systemd");
    Path unit = Scratch.ofProject("integrations/spamwatch.service");
    Programs.Ended analysed =
        Programs.run(
            "systemd-analyze",
            "security",
            "--no-pager",
            "--offline=true",
            "--threshold=14",
            unit.toString());
    assertThat(analysed.well().out()).contains("Overall exposure level for spamwatch.service: 1.4");
    // Under these nobody could be told from anybody else, or Java not compile.
    assertThat(Files.readAllLines(unit))
        .noneMatch(line -> line.matches("(PrivateUsers|MemoryDenyWriteExecute)=.*"));
  }
}
