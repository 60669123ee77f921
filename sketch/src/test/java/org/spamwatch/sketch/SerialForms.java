package org.spamwatch.sketch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/** What holds for the serial forms of all filters. */
final class SerialForms {
  private SerialForms() {}

  /** What is written, of exactly so many bytes. */
  static byte[] bytes(long length, Consumer<ByteBuffer> write) {
    ByteBuffer out = ByteBuffer.allocate((int) length);
    write.accept(out);
    assertThat(out.hasRemaining()).isFalse();
    return out.array();
  }

  /**
   * Bytes that are damaged by noise and cut off are read or refused in one line.
   *
   * @param noise places and what they are changed by, in turn
   * @param name that a refusal says
   */
  static void readOrRefused(
      byte[] bytes, byte[] noise, int cut, Consumer<ByteBuffer> read, String name) {
    byte[] sent = bytes.clone();
    for (int i = 0; i + 1 < noise.length; i += 2) {
      sent[Math.floorMod(noise[i], sent.length)] ^= noise[i + 1];
    }
    try {
      read.accept(ByteBuffer.wrap(Arrays.copyOf(sent, Math.max(0, sent.length - cut))));
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).doesNotContain("\n").contains(name);
    }
  }
}
