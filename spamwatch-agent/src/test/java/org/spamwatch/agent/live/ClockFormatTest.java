package org.spamwatch.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.agent.file.KeptFile;
import org.spamwatch.overlay.Calendar;

final class ClockFormatTest {
  private static final Calendar.Kept KEPT = new Calendar.Kept(1_767_225_600_000L, 90_000_000L);

  @TempDir private Path directory;

  private KeptFile<Calendar.Kept> file() {
    return new KeptFile<>(directory.resolve("clock"), ClockFormat.CLOCK);
  }

  @Test
  void isReadAsItWasWritten() throws IOException {
    KeptFile<Calendar.Kept> file = file();
    assertThat(file.readOrSetAside()).isEmpty();
    file.write(new Calendar.Kept(0, 0));
    file.write(KEPT);
    assertThat(directory.resolve("clock"))
        .hasContent("spamwatch-clock 1\n1767225600000 90000000\n");
    assertThat(file().readOrSetAside()).contains(KEPT);
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
    KeptFile<Calendar.Kept> file = file();
    assertThat(file.readOrSetAside()).isEmpty();
    file.write(KEPT);
    assertThat(directory.resolve("clock.unread-1")).hasContent(text);
    assertThat(file().readOrSetAside()).contains(KEPT);
  }

  @Test
  void theFirstFormatIsReadForGood() throws IOException {
    try (InputStream golden = ClockFormatTest.class.getResourceAsStream("clock-1.txt")) {
      Files.copy(Objects.requireNonNull(golden), directory.resolve("clock"));
    }
    assertThat(file().readOrSetAside()).contains(KEPT);
  }
}
