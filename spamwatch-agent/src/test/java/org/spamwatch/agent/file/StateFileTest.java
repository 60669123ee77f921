package org.spamwatch.agent.file;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of a server's state. */
final class StateFileTest {
  private static final byte[] STATE = "what is known".getBytes(US_ASCII);

  @TempDir private Path directory = Path.of("");

  private StateFile open() throws IOException {
    return StateFile.open(directory, "state", "SWTEST01");
  }

  private void written() throws IOException {
    try (StateFile file = open()) {
      file.write(STATE);
    }
  }

  @Test
  void whatWasWrittenIsRead() throws IOException {
    try (StateFile file = open()) {
      assertThat(file.read()).isEmpty();
      file.write(STATE);
      file.write(STATE);
      assertThat(file.read()).contains(ByteBuffer.wrap(STATE));
    }
    try (StateFile file = open()) {
      assertThat(file.read()).contains(ByteBuffer.wrap(STATE));
    }
  }

  @Test
  void whatIsMadeIsItsOwnersAlone() throws IOException {
    Path made = directory.resolve("data");
    StateFile.open(made, "state", "SWTEST01").close();
    assertThat(modeOf(made)).isEqualTo("rwx------");
    assertThat(modeOf(made.resolve("state.lock"))).isEqualTo("rw-------");
  }

  private static String modeOf(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void everyByteThatIsMissingOrChangedIsNoticed() throws IOException {
    written();
    Path place = directory.resolve("state");
    byte[] right = Files.readAllBytes(place);
    for (int i = 0; i < right.length; i++) {
      byte[] wrong = right.clone();
      wrong[i] ^= 1;
      assertRefused(place, wrong);
      assertRefused(place, Arrays.copyOf(right, i));
    }
    assertRefused(place, Arrays.copyOf(right, right.length + 1));
  }

  private void assertRefused(Path place, byte[] bytes) throws IOException {
    Files.write(place, bytes);
    try (StateFile file = open()) {
      assertThatThrownBy(file::read)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("move it away");
    }
    assertThat(Files.readAllBytes(place)).isEqualTo(bytes);
  }

  @Test
  void anotherServersStateIsNotTaken() throws IOException {
    written();
    try (StateFile file = StateFile.open(directory, "state", "SWTEST02")) {
      assertThatThrownBy(file::read).hasMessageContaining("no state of this server");
    }
  }

  @Test
  void twoServersDoNotShareAPlace() throws IOException {
    StateFile first = open();
    assertThatThrownBy(this::open).isInstanceOf(StateFile.InUseException.class);
    first.close();
    open().close();
  }
}
