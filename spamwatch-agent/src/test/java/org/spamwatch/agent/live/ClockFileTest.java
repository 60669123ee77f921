package org.spamwatch.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.overlay.Calendar;

final class ClockFileTest {
  private static final Calendar.Kept KEPT = new Calendar.Kept(1_767_225_600_000L, 90_000_000L);

  @TempDir private Path directory;

  @Test
  void isReadAsItWasWritten() {
    ClockFile file = new ClockFile(directory);
    assertThat(file.read()).isEmpty();
    file.write(new Calendar.Kept(0, 0));
    file.write(KEPT);
    assertThat(directory.resolve("clock"))
        .hasContent("spamwatch-clock 1\n1767225600000 90000000\n");
    assertThat(new ClockFile(directory).read()).contains(KEPT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "garbage",
        "spamwatch-clock 2\n1 2\n",
        "spamwatch-clock 1\n",
        "spamwatch-clock 1\n1\n",
        "spamwatch-clock 1\n-1 2\n",
        "spamwatch-clock 1\n1 2\n3\n",
        "spamwatch-clock 1\n999999999999999999 2\n"
      })
  void whatCannotBeReadIsSetAside(String text) throws IOException {
    Files.writeString(directory.resolve("clock"), text);
    ClockFile file = new ClockFile(directory);
    assertThat(file.read()).isEmpty();
    file.write(KEPT);
    assertThat(directory.resolve("clock.unread-1")).hasContent(text);
    assertThat(new ClockFile(directory).read()).contains(KEPT);
  }
}
