package org.spamwatch.agent.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who does not take his answer loses his connection. */
@Tag("live")
class SlowReaderTest {
  private static final int ANSWER_BYTES = 32 << 20; // more than the sockets of both sides hold

  private final BlockingQueue<Boolean> goesOn = new LinkedBlockingQueue<>();

  private BoundPort port(Duration writing) throws Exception {
    Duration minute = Duration.ofMinutes(1);
    PortLimits limits = new PortLimits(8, 8, 1, 1, minute, minute, writing);
    BoundPort port =
        BoundPort.at("slow", new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), limits);
    port.serve(turn -> List.of(answering(turn)));
    return port;
  }

  private ChannelHandler answering(Turn turn) {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelActive(ChannelHandlerContext context) {
        turn.hasArrived();
        turn.answer(Unpooled.wrappedBuffer(new byte[ANSWER_BYTES]), false, goesOn::add);
      }
    };
  }

  private static Socket connect(BoundPort port) throws Exception {
    return new Socket(port.address().getAddress(), port.address().getPort());
  }

  @Test
  void whoDoesNotReadInTimeIsClosed() throws Exception {
    try (BoundPort port = port(Duration.ofMillis(50));
        Socket client = connect(port)) {
      assertThat(goesOn.poll(20, TimeUnit.SECONDS)).isFalse();
      long read = 0;
      byte[] buffer = new byte[65_536];
      try {
        for (int more = client.getInputStream().read(buffer);
            more >= 0;
            more = client.getInputStream().read(buffer)) {
          read += more;
        }
      } catch (SocketException reset) {
        assertThat(reset).isNotNull();
      }
      assertThat(read).isLessThan(ANSWER_BYTES);
    }
  }

  @Test
  void whoReadsInTimeHasTheWholeAnswerAndTheConnectionGoesOn() throws Exception {
    try (BoundPort port = port(Duration.ofMinutes(1));
        Socket client = connect(port)) {
      assertThat(client.getInputStream().readNBytes(ANSWER_BYTES)).hasSize(ANSWER_BYTES);
      assertThat(goesOn.poll(20, TimeUnit.SECONDS)).isTrue();
    }
  }
}
