package org.spamwatch.overlay.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("live")
@Timeout(60)
final class ExhaustedTest {
  @Test
  void aTurnForWhichThereIsNoMemoryEndsTheProcess() throws Exception {
    Process node =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Hungry.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(node.waitFor(40, TimeUnit.SECONDS)).isTrue();
      assertThat(node.exitValue()).isEqualTo(Exhausted.EXIT_CODE);
    } finally {
      node.destroyForcibly();
    }
  }

  /** A node one of whose turns wants more memory than there is; ends by itself with 0. */
  static final class Hungry {
    private Hungry() {}

    public static void main(String[] arguments) throws Exception {
      LiveConfig config = LiveConfig.at(LiveFixture.key("a"), "127.0.0.1", 0);
      try (LiveNode node = LiveNode.bind(config, LiveFixture.MESSAGES)) {
        node.start(new FakeCore(), LiveFixture.REALM, Optional.empty(), List.of());
        node.call(() -> new long[1 << 27].length).get(20, TimeUnit.SECONDS);
      }
    }
  }
}
