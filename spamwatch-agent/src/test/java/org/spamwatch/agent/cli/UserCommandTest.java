package org.spamwatch.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.access.Users;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.http.HttpPort;
import org.spamwatch.agent.request.FakePeer;
import org.spamwatch.overlay.identity.VerifyingKey;

/** {@code spamwatch user}, and {@code mark} by somebody whom it has registered. */
final class UserCommandTest {
  private static final String MAIL =
      "Subject: offer\n\n" + "Buy this wonderful thing today and never regret it. ".repeat(8);

  @TempDir private Path directory;
  private final Map<String, String> environment = new LinkedHashMap<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    out.reset();
    err.reset();
    Console console =
        new Console(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            false,
            environment,
            new Places(directory.resolve("none.toml"), data(), directory.resolve("user")));
    return SpamWatch.run(console, arguments);
  }

  private Path data() {
    return directory.resolve("data");
  }

  private String out() {
    return out.toString(UTF_8);
  }

  private void assertOneLine(String part) {
    assertThat(err.toString(UTF_8)).startsWith("spamwatch: ").hasLineCount(1).contains(part);
  }

  @Test
  void usersAreRegisteredListedAndRemoved() throws IOException {
    assertThat(run("user", "list")).isZero();
    assertThat(out()).isEmpty();
    assertThat(run("user", "add", "alice")).isZero();
    String token = out().strip();
    assertThat(token).matches("[0-9a-f]{64}");
    assertThat(run("user", "add", "--account", "bob")).isZero();
    assertThat(out()).isEqualTo("account bob\n");
    assertThat(run("user", "list")).isZero();
    assertThat(out().replaceAll("\t20[^\t]*\t", "\tTIME\t"))
        .isEqualTo("token\tTIME\talice\naccount\tTIME\tbob\n")
        .doesNotContain(token);
    assertThat(Users.in(data()).ofToken(token)).isPresent();
    assertThat(run("user", "remove", "alice")).isZero();
    assertThat(out()).isEqualTo("removed alice\n");
    assertThat(Users.in(data()).ofToken(token)).isEmpty();
  }

  @Test
  void whatCannotBeIsOneLine() throws IOException {
    assertThat(run("user", "add", "a\nb")).isEqualTo(ExitCode.USAGE);
    assertOneLine("allowed are 1 to 256 characters");
    assertThat(run("user", "add", "alice")).isZero();
    assertThat(run("user", "add", "alice")).isEqualTo(ExitCode.DATA);
    assertOneLine("alice is a user already");
    assertThat(run("user", "remove", "bob")).isEqualTo(ExitCode.DATA);
    assertOneLine("bob is not a user");
    assertThat(run("user")).isEqualTo(ExitCode.USAGE);
    assertOneLine("a command is needed");
    Files.writeString(data().resolve("users"), "nonsense\n");
    assertThat(run("user", "list")).isEqualTo(ExitCode.DATA);
    assertOneLine("restore it from a backup");
  }

  @Test
  void aPersonMarksWithTheKeyThatThePeerKeepsForHim() throws Exception {
    assertThat(run("user", "add", "alice")).isZero();
    environment.put("SPAMWATCH_TOKEN", out().strip());
    Path mail = Files.writeString(directory.resolve("mail"), MAIL);
    FakePeer peer = new FakePeer();
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (HttpPort port = HttpPort.open(any, Settings.DEFAULTS, peer, Users.in(data()))) {
      environment.put("SPAMWATCH_PEER", "http://127.0.0.1:" + port.address().getPort());
      assertThat(run("mark", "spam", mail.toString())).isZero();
      assertThat(run("mark", "ham", mail.toString())).isZero();
      environment.remove("SPAMWATCH_TOKEN");
      assertThat(run("mark", "spam", mail.toString())).isZero();
    }
    VerifyingKey alice = peer.voter("alice").key().verifyingKey();
    assertThat(peer.voteRequests)
        .extracting(request -> VerifyingKey.of(request.vote().publicKey()).equals(alice))
        .containsExactly(true, true, false);
    assertThat(peer.voteRequests.get(1).vote().sequence())
        .isGreaterThan(peer.voteRequests.get(0).vote().sequence());
    assertThat(directory.resolve("user/voter.pem")).exists();
  }
}
