package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Mail that arrives at Exim by SMTP, and the folder of Dovecot's where its reader finds it. */
final class EximTest {
  private final Mail spam = Mails.spam(1);
  private final Mail ham = Mails.ham(1);
  private Scratch scratch;
  private SpamdPeer peer;
  private Dovecot dovecot;
  private Exim exim;

  @BeforeEach
  void start() throws Exception {
    DebianPackages.installed("swaks");
    scratch = Scratch.make();
    peer = SpamdPeer.start(scratch);
    dovecot = Dovecot.filing(scratch, "alice");
    exim = Exim.start(scratch, dovecot.lmtpPort(), peer);
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
            "127.0.0.1:" + exim.port(),
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
      throw new AssertionError(e.getMessage() + "\n" + exim.log() + dovecot.problems(), e);
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
