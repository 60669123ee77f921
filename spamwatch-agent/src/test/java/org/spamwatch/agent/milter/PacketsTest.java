package org.spamwatch.agent.milter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However bytes are cut, the packets in them are the same. */
final class PacketsTest {
  /** Puts the parts of each packet together. */
  private static final class Joined implements Packets.Parts {
    private final List<String> whole = new ArrayList<>();
    private StringBuilder now = new StringBuilder();

    @Override
    public void begin(char command) {
      now = new StringBuilder().append(command);
    }

    @Override
    public void part(char command, ByteBuf data) {
      assertThat(data.isReadable()).isTrue();
      now.append(data.readCharSequence(data.readableBytes(), ISO_8859_1));
    }

    @Override
    public void end(char command) {
      assertThat(now.charAt(0)).isEqualTo(command);
      whole.add(now.toString());
    }
  }

  @Test
  void anySplitYieldsTheSamePackets() throws WrongPacketException {
    SplittableRandom random = new SplittableRandom(3);
    for (int run = 0; run < 1_000; run++) {
      List<String> sent = new ArrayList<>();
      ByteBuf bytes = Unpooled.buffer();
      for (int i = random.nextInt(6); i >= 0; i--) {
        int length = random.nextInt(4) == 0 ? random.nextInt(400) : random.nextInt(4);
        StringBuilder packet = new StringBuilder().append((char) (1 + random.nextInt(255)));
        for (int j = 0; j < length; j++) {
          packet.append((char) random.nextInt(256));
        }
        sent.add(packet.toString());
        bytes.writeInt(packet.length()).writeCharSequence(packet, ISO_8859_1);
      }
      Joined got = new Joined();
      Packets packets = new Packets();
      int longest = 1 + random.nextInt(50);
      int ended = 0;
      while (bytes.isReadable()) {
        ByteBuf part =
            bytes.readSlice(Math.min(bytes.readableBytes(), 1 + random.nextInt(longest)));
        while (part.isReadable()) {
          ended += packets.take(part, got) ? 1 : 0;
        }
      }
      assertThat(got.whole).isEqualTo(sent);
      assertThat(ended).isEqualTo(sent.size());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Packets.LONGEST + 1, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void aWrongLengthIsNoPacket(int length) {
    ByteBuf bytes = Unpooled.buffer().writeInt(length).writeByte('B');
    assertThatThrownBy(() -> new Packets().take(bytes, new Joined()))
        .isInstanceOf(WrongPacketException.class)
        .hasMessageContaining(Integer.toUnsignedString(length))
        .hasMessageContaining("not 1 to 1048576");
  }
}
