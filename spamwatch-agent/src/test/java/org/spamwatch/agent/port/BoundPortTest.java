package org.spamwatch.agent.port;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.BindException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A port that is a Unix domain socket alone. */
@Tag("live")
class BoundPortTest {
  private static final PortLimits LIMITS = PortLimits.of(1, 1, Duration.ofMinutes(1));

  @TempDir private Path directory;

  private static ChannelHandler greeting(Turn turn) {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelActive(ChannelHandlerContext context) {
        turn.answer(Unpooled.copiedBuffer("hello", US_ASCII), true, goesOn -> {});
      }
    };
  }

  @Test
  void answersThereAndTakesTheFileAway() throws Exception {
    Path file = directory.resolve("socket");
    try (BoundPort port = BoundPort.at("local", file, false, LIMITS)) {
      port.serve(turn -> List.of(greeting(turn)));
      ByteBuffer answer = ByteBuffer.allocate(16);
      try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(file))) {
        while (client.read(answer) >= 0) {
          assertThat(answer.hasRemaining()).isTrue();
        }
      }
      assertThat(new String(answer.array(), 0, answer.position(), US_ASCII)).isEqualTo("hello");
    }
    assertThat(file).doesNotExist();
  }

  @Test
  void anotherFileStays() throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "mine");
    assertThatThrownBy(() -> BoundPort.at("local", file, false, LIMITS))
        .isInstanceOf(BindException.class);
    assertThat(file).hasContent("mine");
  }
}
