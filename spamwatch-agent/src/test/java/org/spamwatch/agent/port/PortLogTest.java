package org.spamwatch.agent.port;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.access.Access;
import org.spamwatch.agent.access.NoUsers;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.http.HttpPort;
import org.spamwatch.agent.milter.MilterPort;
import org.spamwatch.agent.policy.PolicyPort;
import org.spamwatch.agent.request.FakePeer;
import org.spamwatch.agent.request.MailRequests;
import org.spamwatch.agent.spamd.SpamdPort;

/** Whoever reaches a port cannot fill the log. */
@Tag("live")
final class PortLogTest {
  private static final int CONNECTIONS = 40;

  private static final List<String> NONSENSE =
      List.of("GET / HTTP/9.9\n\n", "\0\0\0\1C", "\177\177\177\177", "request=other\n\n", "\n\n\n");

  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);

  /** The ports of a peer for mail programs. */
  private enum Kind {
    HTTP,
    SPAMD,
    MILTER,
    POLICY
  }

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void end() {
    logger.detachAppender(lines);
  }

  private static BoundPort bound(PortLimits limits) throws IOException {
    return BoundPort.at("log", new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), limits);
  }

  private static BoundPort open(Kind kind) throws IOException {
    Settings settings = Settings.DEFAULTS;
    MailRequests requests = new MailRequests(new FakePeer(), settings);
    Access access = new Access(settings, NoUsers.USERS);
    BoundPort bound = bound(HttpPort.limits(settings));
    switch (kind) {
      case HTTP -> HttpPort.serve(bound, settings, requests, access);
      case SPAMD -> SpamdPort.serve(bound, settings, requests, access);
      case MILTER -> MilterPort.serve(bound, settings, requests, access);
      case POLICY -> PolicyPort.serve(bound, requests, access);
    }
    return bound;
  }

  /** Says something, and waits until the port has ended the connection. */
  private static void say(InetSocketAddress port, String text) throws IOException {
    try (Socket socket = new Socket(port.getAddress(), port.getPort())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(text.getBytes(US_ASCII));
      socket.shutdownOutput();
      socket.getInputStream().readAllBytes();
    } catch (SocketException e) {
      // It was reset, for not all was read.
    }
  }

  private List<String> warnings() {
    return lines.list.stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void badConnectionsAreALineAndThenHowMany(Kind kind) throws Exception {
    try (BoundPort port = open(kind)) {
      for (int i = 0; i < CONNECTIONS; i++) {
        for (String text : NONSENSE) {
          say(port.address(), text);
        }
      }
    }
    boolean isTold = kind == Kind.MILTER || kind == Kind.POLICY;
    assertThat(warnings()).hasSize(isTold ? 2 : 0);
    if (isTold) {
      String line = "a " + kind.name().toLowerCase(Locale.ROOT) + " connection is closed: ";
      assertThat(warnings().get(0)).startsWith(line);
      assertThat(warnings().get(1)).matches("[0-9]{2,3} more like it: " + line + ".*");
    }
  }

  @Test
  void connectionsThatFailAreTooWithTheStackOfTheFirst() throws Exception {
    try (BoundPort port = bound(PortLimits.of(1, 1, Duration.ofMinutes(1)))) {
      port.serve(turn -> List.of(failing(turn)));
      for (int i = 0; i < CONNECTIONS; i++) {
        say(port.address(), "x");
      }
    }
    assertThat(warnings())
        .containsExactly("a connection failed", "39 more like it: a connection failed");
    assertThat(lines.list.get(0).getThrowableProxy().getMessage()).isEqualTo("a fault");
  }

  @Test
  void connectionsThatCannotBeAcceptedAreToo() throws Exception {
    try (BoundPort port = bound(PortLimits.of(1, 1, Duration.ofMinutes(1)))) {
      port.serve(turn -> List.of(withoutDescriptors()));
      for (int i = 0; i < 3; i++) {
        say(port.address(), "x");
      }
    }
    String line = "a connection cannot be accepted: Too many open files";
    assertThat(warnings()).containsExactly(line, "2 more like it: " + line);
  }

  /** A connection that is the last for which there is a descriptor. */
  private static ChannelHandler withoutDescriptors() {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelActive(ChannelHandlerContext context) {
        context
            .channel()
            .parent()
            .pipeline()
            .fireExceptionCaught(new IOException("Too many open files"));
        var unused = context.close();
      }
    };
  }

  private static ChannelHandler failing(Turn turn) {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelActive(ChannelHandlerContext context) {
        turn.read(true);
      }

      @Override
      public void channelRead(ChannelHandlerContext context, Object message) {
        throw new IllegalStateException("a fault");
      }

      @Override
      public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        turn.failed(cause);
      }
    };
  }
}
