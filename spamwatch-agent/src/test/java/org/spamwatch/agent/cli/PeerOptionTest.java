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
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.access.NoUsers;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.http.HttpPort;
import org.spamwatch.agent.request.FakePeer;

/** Which peer is asked, and what it is shown, by what the user has set. */
final class PeerOptionTest {
  private static final String TOKEN = "0123456789abcdef";

  private final Path directory;
  private final HttpPort port;
  private final Map<String, String> environment = new HashMap<>();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  PeerOptionTest(@TempDir Path directory) throws IOException {
    this.directory = directory;
    Settings settings = Settings.DEFAULTS.with(PortSetting.HTTP_TOKEN, Optional.of(TOKEN));
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    port = HttpPort.open(any, settings, new FakePeer(), NoUsers.USERS);
  }

  @AfterEach
  void close() {
    port.close();
  }

  private int status() {
    err.reset();
    Console console =
        new Console(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
            new PrintStream(err, true, UTF_8),
            false,
            environment,
            new Places(directory.resolve("none.toml"), directory.resolve("data"), directory));
    return SpamWatch.run(console, "peer", "status");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  @Test
  void theUsersFilesSayWhatNoVariableDoes() throws IOException {
    write("peer", "http://127.0.0.1:" + port.address().getPort() + "\n");
    assertThat(status()).isEqualTo(ExitCode.DATA);
    assertThat(err.toString(UTF_8)).contains("401");
    write("token", TOKEN + "\n");
    assertThat(status()).isZero();
    environment.put("SPAMWATCH_TOKEN", "x" + TOKEN);
    assertThat(status()).isEqualTo(ExitCode.DATA);
    environment.put("SPAMWATCH_TOKEN", "");
    environment.put("SPAMWATCH_PEER", "unix:/nowhere");
    assertThat(status()).isEqualTo(ExitCode.UNAVAILABLE);
  }

  @Test
  void aFileThatIsNoneIsOneLine() throws IOException {
    write("peer", "http://127.0.0.1:1\nhttp://127.0.0.1:2\n");
    assertThat(status()).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(UTF_8)).hasLineCount(1);
    write("peer", "x".repeat(10_000));
    assertThat(status()).isEqualTo(ExitCode.USAGE);
    Files.delete(directory.resolve("peer"));
    Files.createDirectory(directory.resolve("peer"));
    assertThat(status()).isEqualTo(ExitCode.INPUT_OUTPUT);
    assertThat(err.toString(UTF_8)).hasLineCount(1).contains("cannot be read");
  }
}
