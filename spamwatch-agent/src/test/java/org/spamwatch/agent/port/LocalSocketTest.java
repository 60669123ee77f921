package org.spamwatch.agent.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A port's socket lets in whom its mode lets in, takes a dead one's place and no live one's. */
@Tag("live")
class LocalSocketTest {
  @TempDir private Path directory;

  private static BoundPort port() throws IOException {
    Duration minute = Duration.ofMinutes(1);
    BoundPort port =
        BoundPort.at(
            "local",
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new PortLimits(8, 8, 1, 1, minute, minute, minute));
    port.serve(turn -> List.of(greeting(turn)));
    return port;
  }

  /** Says whether the client came over the socket. */
  private static ChannelHandler greeting(Turn turn) {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelActive(ChannelHandlerContext context) {
        turn.hasArrived();
        byte[] word = {(byte) (turn.isLocal() ? 'L' : 'T')};
        turn.answer(Unpooled.wrappedBuffer(word), true, goesOn -> {});
      }
    };
  }

  private Path file() {
    return directory.resolve("http");
  }

  private char greeted() throws IOException {
    try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(file()))) {
      ByteBuffer word = ByteBuffer.allocate(1);
      return client.read(word) == 1 ? (char) word.get(0) : ' ';
    }
  }

  private String mode() throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file()));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  @Test
  void itsOwnerAloneMayConnectAndItGoesWithThePort() throws Exception {
    try (BoundPort port = port()) {
      port.alsoAt(file(), false);
      port.serve(turn -> List.of(greeting(turn)));
      assertThat(mode()).isEqualTo("rw-------");
      assertThat(greeted()).isEqualTo('L');
      assertThat(files()).containsExactly(file());
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void itsGroupMayConnectIfThatIsSet() throws Exception {
    try (BoundPort port = port()) {
      port.alsoAt(file(), true);
      assertThat(mode()).isEqualTo("rw-rw----");
    }
  }

  @Test
  void whatADeadProgramLeftBehindGivesWay() throws Exception {
    try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      dead.bind(UnixDomainSocketAddress.of(file()));
    }
    assertThat(file()).exists();
    try (BoundPort port = port()) {
      port.alsoAt(file(), false);
      port.serve(turn -> List.of(greeting(turn)));
      assertThat(greeted()).isEqualTo('L');
    }
    assertThat(files()).isEmpty();
  }

  @Test
  @SuppressWarnings("try") // what happens when it is closed is looked at
  void aLivePeersSocketIsLeftToIt() throws Exception {
    try (BoundPort first = port();
        BoundPort second = port()) {
      first.alsoAt(file(), false);
      first.serve(turn -> List.of(greeting(turn)));
      assertThatThrownBy(() -> second.alsoAt(file(), false))
          .isInstanceOf(BindException.class)
          .hasMessageContaining("in use");
      second.close();
      assertThat(greeted()).isEqualTo('L');
      assertThat(files()).containsExactly(file());
    }
  }

  @Test
  void aFileThatIsNoSocketStays() throws Exception {
    Files.writeString(file(), "kept");
    try (BoundPort port = port()) {
      assertThatThrownBy(() -> port.alsoAt(file(), false))
          .isInstanceOf(BindException.class)
          .hasMessageContaining("move it away");
    }
    assertThat(file()).hasContent("kept");
    assertThat(files()).containsExactly(file());
  }

  @Test
  @SuppressWarnings("try") // what happens when it is closed is looked at
  void anotherPeersSocketInItsPlaceIsNotRemoved() throws Exception {
    try (BoundPort first = port()) {
      first.alsoAt(file(), false);
      Files.delete(file());
      try (ServerSocketChannel other = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        other.bind(UnixDomainSocketAddress.of(file()));
        first.close();
        assertThat(file()).exists();
      }
    }
  }
}
