package org.spamwatch.agent.imap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spamwatch.agent.config.ConfigurationException;
import org.spamwatch.agent.proof.SenderProof;

final class AccountsFileTest {
  private static final String GOOD =
      """
      [account.work]
      host = "imap.example.org"
      user = "alice"
      password-command = ["echo", "secret"]
      """;

  @TempDir private Path directory;

  private Path file(String text, String mode) throws IOException {
    Path file = Files.writeString(directory.resolve("imap.toml"), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  @Test
  void whatIsLeftOutIsTlsOnItsPort() throws Exception {
    List<Account> accounts = AccountsFile.read(file(GOOD, "rw-------"));
    Account work = accounts.get(0);
    assertThat(accounts).hasSize(1);
    assertThat(work.name()).isEqualTo("work");
    assertThat(work.tls()).isTrue();
    assertThat(work.port()).isEqualTo(993);
    assertThat(work.poll()).isEqualTo(Duration.ofMinutes(1));
    assertThat(work.junk()).isEmpty();
    assertThat(work.secret().read(Map.of())).isEqualTo("secret");
    assertThat(work.toString()).doesNotContain("echo");
  }

  @Test
  void allCanBeSaid() throws Exception {
    String text =
        """
        [account.work]
        host = "::1"
        port = 1143
        tls = false
        user = "alice"
        token-command = ["token"]
        junk = "INBOX/Spam"
        authserv-id = "MX.Example.org"
        hops = 4
        poll = "10 s"

        [account.home]
        host = "imap.example.org"
        user = "bob"
        password-environment = "MAIL_PASSWORD"
        certificate = "/etc/ssl/own.pem"
        """;
    List<Account> accounts = AccountsFile.read(file(text, "r--------"));
    assertThat(accounts.get(0).secret().token()).isTrue();
    assertThat(accounts.get(0).poll()).isEqualTo(Duration.ofSeconds(10));
    assertThat(accounts.get(0).junk()).contains("INBOX/Spam");
    assertThat(accounts.get(0).proof())
        .isEqualTo(new SenderProof(List.of("mx.example.org"), 4, List.of()));
    assertThat(accounts.get(1).proof()).isEqualTo(new SenderProof(List.of(), 2, List.of()));
    assertThat(accounts.get(1).certificate()).contains(Path.of("/etc/ssl/own.pem"));
    assertThat(accounts.get(1).secret().read(Map.of("MAIL_PASSWORD", "x\ny"))).isEqualTo("x");
  }

  @Test
  void othersMayNotReadIt() throws IOException {
    Path file = file(GOOD, "rw-r-----");
    assertThatThrownBy(() -> AccountsFile.read(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(file + ": others may read it; run: chmod 600 " + file);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tls = false|tls: false is allowed for this host itself only",
        "port = 70000|port: allowed is 1 to 65535",
        "poll = '30 min'|poll: allowed is 1 s to 29 min",
        "poll = '0 s'|poll: allowed is 1 s to 29 min",
        "password-file = 'x'|needed is this, or password-file",
        "password = 'x'|password: unknown; allowed are authserv-id, certificate, hops, host",
        "junk = ''|junk: allowed is a line of text in quotes",
        "hops = 21|hops: allowed is 0 to 20",
        "hops = '1'|hops: allowed is 0 to 20",
        "authserv-id = ''|authserv-id: allowed is a line of text in quotes",
        "junk = 7|junk: allowed is a line of text in quotes",
        "[other]|other: unknown; allowed are tables [account.NAME]",
        "host = 'b'|not TOML"
      })
  void aMistakeIsToldInOneLine(String line, String told) throws IOException {
    Path file = file(GOOD + line.replace('\'', '"') + "\n", "rw-------");
    assertThatThrownBy(() -> AccountsFile.read(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(told)
        .hasMessageStartingWith(file + ":")
        .message()
        .doesNotContain("\n")
        .doesNotContain("secret");
  }

  @Test
  void aCommandThatFailsOrSaysNothingIsToldWithoutItsWords() {
    for (List<String> command : List.of(List.of("false", "secret"), List.of("true", "secret"))) {
      assertThatThrownBy(() -> new Secret(Secret.Source.COMMAND, command, false).read(Map.of()))
          .isInstanceOf(SecretException.class)
          .message()
          .doesNotContain("secret");
    }
  }
}
