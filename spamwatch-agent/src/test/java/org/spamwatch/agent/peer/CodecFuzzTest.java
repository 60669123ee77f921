package org.spamwatch.agent.peer;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.WireException;

/** Bytes of a frame after the handshake; guided by coverage under {@code -Pfuzz}. */
class CodecFuzzTest {
  private static final MessageTable CODEC = PeerCore.messages(Limits.DEFAULT);

  static Stream<byte[]> seeds() {
    return GoldenFrames.all().stream();
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "2m")
  void aFrameIsRefusedOrIsAMessageInItsOneForm(byte[] frame) {
    Message message;
    try {
      message = CODEC.decode(frame);
    } catch (WireException e) {
      if (e.getCause() != null) {
        assertThat(e.getCause()).isNotInstanceOf(IndexOutOfBoundsException.class);
        assertThat(e.getCause()).isNotInstanceOf(NullPointerException.class);
      }
      return;
    }
    assertThat(CODEC.encode(message)).isEqualTo(frame);
  }
}
