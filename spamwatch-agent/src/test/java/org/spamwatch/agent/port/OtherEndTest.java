package org.spamwatch.agent.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.port.OtherEnd.Account;
import org.spamwatch.agent.port.OtherEnd.Way;

/** What this host's kernel tells of who has connected. */
@Tag("live")
@EnabledOnOs(OS.LINUX)
class OtherEndTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final byte[] REQUEST = {'x'};

  @TempDir private Path directory;

  /** Those whose request has come, or whose client has closed for writing. */
  private final BlockingQueue<Turn> asked = new LinkedBlockingQueue<>();

  private final BlockingQueue<Turn> ended = new LinkedBlockingQueue<>();
  private BoundPort port;

  @BeforeEach
  void open() throws Exception {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    port = BoundPort.at("who", any, new PortLimits(8, 8, 1, 1, MINUTE, MINUTE, MINUTE));
    port.alsoAt(file(), false);
    port.serve(turn -> List.of(asking(turn)));
  }

  @AfterEach
  void close() {
    port.close();
  }

  private Path file() {
    return directory.resolve("s");
  }

  private ChannelHandler asking(Turn turn) {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelActive(ChannelHandlerContext context) {
        turn.read(true);
      }

      @Override
      public void channelRead(ChannelHandlerContext context, Object message) {
        ReferenceCountUtil.release(message);
        turn.read(false);
        asked.add(turn);
      }

      @Override
      public void channelInactive(ChannelHandlerContext context) {
        ended.add(turn);
      }
    };
  }

  private OtherEnd told() throws InterruptedException {
    return asked.poll(20, TimeUnit.SECONDS).otherEnd();
  }

  private Socket connect() throws Exception {
    Socket client = new Socket(port.address().getAddress(), port.address().getPort());
    client.getOutputStream().write(REQUEST);
    return client;
  }

  private static String me() throws Exception {
    return Files.getOwner(Path.of("/proc/self")).getName();
  }

  @Test
  void overAUnixSocketItKnowsWhoConnected() throws Exception {
    try (SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      client.connect(UnixDomainSocketAddress.of(file()));
      client.write(ByteBuffer.wrap(REQUEST));
      client.shutdownOutput();
      OtherEnd end = told();
      assertThat(end.way()).isEqualTo(Way.SOCKET);
      assertThat(end.account()).hasValue(new Account(me(), true));
    }
  }

  @Test
  void overLoopbackItKnowsWhoHasTheOtherEnd() throws Exception {
    try (Socket client = connect()) {
      OtherEnd end = told();
      assertThat(client.isConnected()).isTrue();
      assertThat(end.way()).isEqualTo(Way.LOOPBACK);
      assertThat(end.account()).hasValue(new Account(me(), true));
    }
    try (Socket client = connect()) {
      client.shutdownOutput();
      assertThat(told().account()).isPresent();
    }
  }

  @Test
  void whoHasClosedIsNobody() throws Exception {
    connect().close();
    assertThat(told()).isEqualTo(new OtherEnd(Way.LOOPBACK, Optional.empty()));
  }

  @Test
  void whoHasBrokenOffIsNotWhoHasThePortNow() throws Exception {
    Turn first;
    InetSocketAddress from;
    try (Socket client = connect()) {
      from = (InetSocketAddress) client.getLocalSocketAddress();
      first = asked.poll(20, TimeUnit.SECONDS);
      client.setSoLinger(true, 0);
    }
    try (Socket other = new Socket()) {
      other.setReuseAddress(true);
      other.bind(from);
      other.connect(port.address());
      other.getOutputStream().write(REQUEST);
      assertThat(told().account()).isPresent();
      assertThat(first.otherEnd().account()).isEmpty();
      assertThat(ended.poll(20, TimeUnit.SECONDS)).isSameAs(first);
    }
  }
}
