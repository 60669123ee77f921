package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Mail that arrives at Exim by SMTP, and the folder of Dovecot's where its reader finds it. */
final class EximTest {
  /** What a page tells who files by the flag: every user's, at delivery. */
  private static final String FILING =
      """
      require "fileinto";
      if header :is "X-Spam-Flag" "YES" {
        fileinto "Junk";
      }
      """;

  private final Mail spam = Mails.spam(1);
  private final Mail ham = Mails.ham(1);
  private Scratch scratch;
  private SpamdPeer peer;
  private Dovecot dovecot;
  private int smtp;

  @BeforeEach
  void start() throws Exception {
    DebianPackages.installed("exim4-daemon-heavy", "swaks");
    DebianPackages.needRoot("run Exim");
    scratch = Scratch.make();
    peer = SpamdPeer.start(scratch);
    Path sieve = scratch.write("sieve/filing.sieve", FILING);
    Programs.run("chmod", "-R", "a+rwX", Objects.requireNonNull(sieve.getParent()).toString())
        .well();
    dovecot =
        Dovecot.start(
            scratch,
            List.of("alice"),
            "auth_username_format = %n\nprotocol lmtp {\n  mail_plugins = sieve\n}\nplugin {\n  sieve_before = "
                + sieve
                + "\n}\n");
    smtp = scratch.freePort();
    Path directory = scratch.directory("exim");
    Programs.run("chown", "Debian-exim", directory.toString()).well();
    Path configuration =
        scratch.fromTemplate(
            "exim.conf",
            "exim.conf",
            Map.of(
                "DIR", directory.toString(),
                "SMTP", Integer.toString(smtp),
                "LMTP", Integer.toString(dovecot.lmtpPort()),
                "MAIN", peer.snippet("exim", "In the main part"),
                "ACL", peer.snippet("exim", "In the ACL")));
    Daemon.start(scratch, "exim", "exim4", "-C", configuration.toString(), "-bdf", "-q10s")
        .awaitPort(smtp);
  }

  @AfterEach
  void stop() throws IOException {
    scratch.close();
  }

  private void send(Mail mail) throws Exception {
    Path file = Files.write(scratch.path("mail"), mail.bytes());
    Programs.run(
            "swaks",
            "--server",
            "127.0.0.1:" + smtp,
            "--from",
            "sender@generated.example",
            "--to",
            "alice@generated.example",
            "--data",
            "@" + file)
        .well();
  }

  private void awaitIn(String folder, Mail mail) throws Exception {
    ImapUser alice = dovecot.user("alice");
    try {
      Awaiting.until(mail.id() + " in " + folder, () -> alice.has(folder, mail));
    } catch (AssertionError e) {
      String log = Files.readString(scratch.path("exim/mainlog"));
      throw new AssertionError(e.getMessage() + "\n" + log + dovecot.problems(), e);
    }
  }

  @Test
  void spamIsInJunkAndEverythingElseInTheInbox() throws Exception {
    peer.mark(spam);
    send(spam);
    awaitIn("Junk", spam);
    send(ham);
    awaitIn("INBOX", ham);
    String found = Programs.run("grep", "-rh", "X-Spam", home()).out();
    assertThat(found)
        .contains("X-Spam-Flag: YES", "X-Spam-Score: 6.0", "X-Spam-Report: Spam to SpamWatch: ")
        .doesNotContain("NO");
    assertThat(found.split("X-Spam-Flag", -1)).hasSize(2);
  }

  @Test
  void whatAMailClaimsOfItselfIsTakenOut() throws Exception {
    Mail forged = ham.with("X-Spam-Flag: YES").with("X-Spam-Score: 99.0");
    send(forged);
    awaitIn("INBOX", forged);
    assertThat(Programs.run("grep", "-rh", "X-Spam", home()).out()).isEmpty();
  }

  @Test
  void mailsOfAnyFormArrive() throws Exception {
    List<String> bodies =
        List.of("", "x", ".", "\u0001\u0002\u0003", "From nobody", "=?utf-8?b?////?=");
    for (int i = 0; i < bodies.size(); i++) {
      String id = "<odd" + i + "@generated.example>";
      Mail odd = new Mail(id, "Message-ID: " + id + "\r\n\r\n" + bodies.get(i) + "\r\n");
      send(odd);
      awaitIn("INBOX", odd);
    }
  }

  @Test
  void withoutThePeerMailArrivesUnmarked() throws Exception {
    peer.mark(spam);
    peer.peer.stop();
    send(spam);
    awaitIn("INBOX", spam);
  }

  private String home() {
    return scratch.path("dovecot/home").toString();
  }
}
