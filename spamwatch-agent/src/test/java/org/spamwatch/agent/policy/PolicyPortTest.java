package org.spamwatch.agent.policy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.spamwatch.agent.access.Access;
import org.spamwatch.agent.access.NoUsers;
import org.spamwatch.agent.config.RateLimitSetting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.config.SettingsReader;
import org.spamwatch.agent.port.BoundPort;
import org.spamwatch.agent.request.FakePeer;
import org.spamwatch.agent.request.MailRequests;

/** The port as Postfix meets it, whose account here is that of the peer. */
@Tag("live")
@EnabledOnOs(OS.LINUX)
final class PolicyPortTest {
  private final List<BoundPort> opened = new ArrayList<>();

  private InetSocketAddress open(String... limits) throws Exception {
    Settings settings =
        new SettingsReader(Settings.DEFAULTS)
            .option("test", RateLimitSetting.LIMITS, List.of(limits))
            .settings();
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    BoundPort bound = BoundPort.at("policy", any, PolicyPort.limits(settings));
    opened.add(bound);
    PolicyPort.serve(
        bound, new MailRequests(new FakePeer(), settings), new Access(settings, NoUsers.USERS));
    return bound.address();
  }

  @AfterEach
  void close() {
    opened.forEach(BoundPort::close);
  }

  private static String request(String sender, String recipient) {
    return "request=smtpd_access_policy\nprotocol_state=RCPT\nsender=%s\nrecipient=%s\n\n"
        .formatted(sender, recipient);
  }

  /** What is answered until the port closes the connection. */
  private static String say(InetSocketAddress port, String text) throws IOException {
    try (Socket socket = new Socket(port.getAddress(), port.getPort())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(text.getBytes(UTF_8));
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  @Test
  void recipientsOverTheLimitAreRefusedAsItIsSet() throws Exception {
    for (String[] each :
        new String[][] {
          {"defer", "DEFER_IF_PERMIT 4.7.1 over the limit few of 2/1h; try again later"},
          {"reject", "REJECT 5.7.1 over the limit few of 2/1h"},
          {"hold", "HOLD over the limit few of 2/1h"},
          {"flag", "DUNNO"}
        }) {
      InetSocketAddress port = open("few 2/1h unique=recipient key=sender over=" + each[0]);
      String asked =
          request("a@x.example", "r1")
              + request("a@x.example", "r2")
              + request("A@x.example", "R1")
              + request("a@x.example", "r3")
              + request("b@x.example", "r3")
              + request("", "r4");
      String fine = "action=DUNNO\n\n";
      assertThat(say(port, asked))
          .isEqualTo(fine.repeat(3) + "action=" + each[1] + "\n\n" + fine.repeat(2));
    }
  }

  @Test
  void aConnectionStaysForMoreAndOneThatSaysNonsenseEnds() throws Exception {
    InetSocketAddress port = open("few 1/1h unique=recipient key=sender");
    try (Socket socket = new Socket(port.getAddress(), port.getPort())) {
      socket.setSoTimeout(20_000);
      byte[] fine = "action=DUNNO\n\n".getBytes(UTF_8);
      for (int i = 0; i < 20; i++) {
        socket.getOutputStream().write(request("a@x.example", "r1").getBytes(UTF_8));
        assertThat(socket.getInputStream().readNBytes(fine.length)).isEqualTo(fine);
      }
      socket.getOutputStream().write("GET / HTTP/1.1\n\n".getBytes(UTF_8));
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
    assertThat(say(port, "")).isEmpty();
  }

  @Test
  void withoutALimitNothingIsObjectedTo() throws Exception {
    InetSocketAddress port = open();
    assertThat(say(port, request("a", "b"))).isEqualTo("action=DUNNO\n\n");
  }
}
