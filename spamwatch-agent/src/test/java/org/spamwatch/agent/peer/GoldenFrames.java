package org.spamwatch.agent.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The test vectors of every module: a message's name at the line's beginning, its bytes below. */
final class GoldenFrames {
  private static final List<Path> FILES =
      List.of(
          Path.of("..", "overlay/src/test/resources/org/spamwatch/overlay/wire/messages-v1.txt"),
          Path.of("..", "ata/src/test/resources/org/spamwatch/ata/adolr/adolr-v1.txt"),
          Path.of("src/test/resources/org/spamwatch/agent/vote/votes-v1.txt"),
          Path.of("src/test/resources/org/spamwatch/agent/revocation/revocations-v1.txt"),
          Path.of("src/test/resources/org/spamwatch/agent/summary/summaries-v1.txt"),
          Path.of("src/test/resources/org/spamwatch/agent/bulk/bulk-v1.txt"),
          Path.of("src/test/resources/org/spamwatch/agent/peer/traces-v1.txt"));

  /** The type that the tests of the modules use for a payload of their own. */
  static final int TEST_TYPE = 240;

  private GoldenFrames() {}

  /** The bytes of every message in the files. */
  static List<byte[]> all() {
    List<byte[]> frames = new ArrayList<>();
    for (Path file : FILES) {
      try {
        for (String line : Files.readAllLines(file)) {
          if (line.startsWith("  ")) {
            frames.add(HexFormat.of().parseHex(line.strip()));
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    assertThat(frames).hasSizeGreaterThan(30);
    return frames;
  }
}
