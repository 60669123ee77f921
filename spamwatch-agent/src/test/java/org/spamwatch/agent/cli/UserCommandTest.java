package org.spamwatch.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
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

  private final Path directory;
  private final CommandRun commands;

  UserCommandTest(@TempDir Path directory) {
    this.directory = directory;
    commands = new CommandRun(directory);
  }

  private Path data() {
    return directory.resolve("data");
  }

  @Test
  void usersAreRegisteredListedAndRemoved() throws IOException {
    assertThat(commands.run("user", "list")).isZero();
    assertThat(commands.out()).isEmpty();
    assertThat(commands.run("user", "add", "alice")).isZero();
    String token = commands.out().strip();
    assertThat(token).matches("[0-9a-f]{64}");
    assertThat(commands.run("user", "add", "--account", "bob")).isZero();
    assertThat(commands.out()).isEqualTo("account bob\n");
    assertThat(commands.run("user", "list")).isZero();
    assertThat(commands.out().replaceAll("\t20[^\t]*\t", "\tTIME\t"))
        .isEqualTo("token\tTIME\talice\naccount\tTIME\tbob\n")
        .doesNotContain(token);
    assertThat(Users.in(data()).ofToken(token)).isPresent();
    assertThat(commands.run("user", "remove", "alice")).isZero();
    assertThat(commands.out()).isEqualTo("removed alice\n");
    assertThat(Users.in(data()).ofToken(token)).isEmpty();
  }

  @Test
  void whatCannotBeIsOneLine() throws IOException {
    assertThat(commands.run("user", "add", "a\nb")).isEqualTo(ExitCode.USAGE);
    commands.assertOneLine("allowed are 1 to 256 characters");
    assertThat(commands.run("user", "add", "alice")).isZero();
    assertThat(commands.run("user", "add", "alice")).isEqualTo(ExitCode.DATA);
    commands.assertOneLine("alice is a user already");
    assertThat(commands.run("user", "remove", "bob")).isEqualTo(ExitCode.DATA);
    commands.assertOneLine("bob is not a user");
    assertThat(commands.run("user")).isEqualTo(ExitCode.USAGE);
    commands.assertOneLine("a command is needed");
    Files.writeString(data().resolve("users"), "nonsense\n");
    assertThat(commands.run("user", "list")).isEqualTo(ExitCode.DATA);
    commands.assertOneLine("restore it from a backup");
  }

  @Test
  void whatTheDiskRefusesIsOneLineThatNamesTheFile() throws IOException {
    Files.createDirectories(data().resolve("users.lock"));
    assertThat(commands.run("user", "add", "alice")).isEqualTo(ExitCode.INPUT_OUTPUT);
    commands.assertOneLine(data().resolve("users") + ": cannot be written: ");
  }

  @Test
  void aPersonMarksWithTheKeyThatThePeerKeepsForHim() throws Exception {
    assertThat(commands.run("user", "add", "alice")).isZero();
    commands.environment().put("SPAMWATCH_TOKEN", commands.out().strip());
    Path mail = Files.writeString(directory.resolve("mail"), MAIL);
    FakePeer peer = new FakePeer();
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (HttpPort port = HttpPort.open(any, Settings.DEFAULTS, peer, Users.in(data()))) {
      commands.ask(port.address());
      assertThat(commands.run("mark", "spam", mail.toString())).isZero();
      assertThat(commands.run("mark", "ham", mail.toString())).isZero();
      commands.environment().remove("SPAMWATCH_TOKEN");
      assertThat(commands.run("mark", "spam", mail.toString())).isZero();
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
