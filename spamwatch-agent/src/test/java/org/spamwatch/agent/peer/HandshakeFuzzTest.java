package org.spamwatch.agent.peer;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.live.Greetings;
import org.spamwatch.overlay.wire.WireException;

/** Bytes of a link's first frame; guided by coverage under {@code -Pfuzz}. */
class HandshakeFuzzTest {
  private static final Greetings GREETINGS = new Greetings(PeerCore.messages(Limits.DEFAULT));

  static Stream<byte[]> seeds() {
    return Stream.of(GREETINGS.sample(true), GREETINGS.sample(false));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "1m")
  void aFirstFrameIsAGreetingOrRefused(byte[] frame) {
    try {
      GREETINGS.read(frame);
    } catch (WireException e) {
      assertThat(e).hasMessageNotContaining("\n");
      if (e.getCause() != null) {
        assertThat(e.getCause()).isNotInstanceOf(IndexOutOfBoundsException.class);
        assertThat(e.getCause()).isNotInstanceOf(NullPointerException.class);
      }
    }
  }
}
