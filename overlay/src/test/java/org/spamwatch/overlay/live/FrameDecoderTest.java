package org.spamwatch.overlay.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FrameDecoderTest {
  private final FrameDecoder decoder = new FrameDecoder();
  private final EmbeddedChannel channel = new EmbeddedChannel(decoder);

  @AfterEach
  void release() {
    channel.finishAndReleaseAll();
  }

  private void feed(String hex) {
    channel.writeInbound(Unpooled.wrappedBuffer(HexFormat.of().parseHex(hex)));
  }

  @Test
  void framesAreWholeHoweverTheStreamIsCut() {
    byte[] stream = HexFormat.of().parseHex("0000000201020000000103");
    for (byte each : stream) {
      channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {each}));
    }
    assertThat((byte[]) channel.readInbound()).containsExactly(1, 2);
    assertThat((byte[]) channel.readInbound()).containsExactly(3);
    feed("00000001040000000105");
    assertThat((byte[]) channel.readInbound()).containsExactly(4);
    assertThat((byte[]) channel.readInbound()).containsExactly(5);
  }

  @Test
  void beforeTheHandshakeIsOverFramesAreShort() {
    assertThatExceptionOfType(DecoderException.class)
        .isThrownBy(() -> feed("00000401"))
        .withMessage("a frame has 1 to 1024 bytes, this one announces 1025");
  }

  @Test
  void afterTheHandshakeFramesAreAsLongAsMessages() {
    decoder.allow(2000);
    feed("000007d0");
    channel.writeInbound(Unpooled.wrappedBuffer(new byte[2000]));
    assertThat((byte[]) channel.readInbound()).hasSize(2000);
  }

  @Test
  void nothingBehindALengthOutOfRangeIsRead() {
    assertThatExceptionOfType(DecoderException.class)
        .isThrownBy(() -> feed("ffffffff" + "0000000101"))
        .withMessageEndingWith("announces 4294967295");
    feed("0000000101");
    assertThat(channel.inboundMessages()).isEmpty();
  }

  @Test
  void anEmptyFrameIsOutOfRange() {
    assertThatExceptionOfType(DecoderException.class)
        .isThrownBy(() -> feed("00000000"))
        .withMessageEndingWith("announces 0");
  }
}
