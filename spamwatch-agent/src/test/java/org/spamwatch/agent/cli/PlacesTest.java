package org.spamwatch.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PlacesTest {
  private static final Path HOME = Path.of("/home/ada");

  @Test
  void aUserHasTheXdgDirectories() {
    assertThat(Places.of(Map.of(), "ada", HOME))
        .isEqualTo(
            new Places(
                Path.of("/home/ada/.config/spamwatch/spamwatch.toml"),
                Path.of("/home/ada/.local/share/spamwatch"),
                Path.of("/home/ada/.config/spamwatch")));
    assertThat(Places.of(Map.of("XDG_DATA_HOME", "/d", "XDG_CONFIG_HOME", "/c"), "ada", HOME))
        .isEqualTo(
            new Places(
                Path.of("/c/spamwatch/spamwatch.toml"),
                Path.of("/d/spamwatch"),
                Path.of("/c/spamwatch")));
  }

  @Test
  void rootAndSystemdHaveTheSystemsDirectories() {
    Places root = Places.of(Map.of(), "root", Path.of("/"));
    assertThat(root.dataDirectory()).isEqualTo(Path.of("/var/lib/spamwatch"));
    assertThat(root.configurationFile()).isEqualTo(Path.of("/etc/spamwatch/spamwatch.toml"));
    Places unit = Places.of(Map.of("STATE_DIRECTORY", "/var/lib/sw:/var/lib/x"), "sw", HOME);
    assertThat(unit.dataDirectory()).isEqualTo(Path.of("/var/lib/sw"));
  }

  @Test
  void aRelativeXdgDirectoryIsIgnored() {
    assertThat(Places.of(Map.of("XDG_DATA_HOME", "data"), "ada", HOME).dataDirectory())
        .isEqualTo(Path.of("/home/ada/.local/share/spamwatch"));
  }
}
