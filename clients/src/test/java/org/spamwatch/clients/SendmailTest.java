package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** From SMTP through Sendmail with the peer as its milter to Dovecot's folders. */
final class SendmailTest {
  private static final String ALICE = "alice@generated.example";

  private static Scratch scratch;
  private static RunningPeer peer;
  private static Dovecot dovecot;
  private static Sendmail sendmail;

  @BeforeAll
  static void start() throws Exception {
    scratch = Scratch.make();
    int milter = scratch.freePort();
    peer = RunningPeer.start(scratch, "milter.listen=127.0.0.1:" + milter);
    dovecot = Dovecot.filing(scratch, "alice");
    sendmail =
        Sendmail.start(
            scratch,
            dovecot.lmtpPort(),
            Snippet.ofMilter("sendmail", milter).part("In /etc/mail/sendmail.mc"));
  }

  @AfterAll
  static void end() throws IOException {
    scratch.close();
  }

  private static void send(Mail mail, String folder) throws Exception {
    assertThat(Smtp.send(sendmail.port(), ALICE, mail)).contains("accepted for delivery");
    ImapUser alice = dovecot.user("alice");
    try {
      Awaiting.until(mail.id() + " in " + folder, () -> alice.has(folder, mail));
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "\n" + sendmail.log() + dovecot.problems(), e);
    }
  }

  private static String status(Mail mail) throws IOException {
    return String.join("\n", dovecot.fields("alice", mail, "X-SpamWatch-Status"));
  }

  @Test
  void spamIsInJunkAndEverythingElseInTheInbox() throws Exception {
    peer.callsSpam(Mails.spam(10));
    Mail ham = Mails.ham(10);
    send(ham, "INBOX");
    assertThat(status(ham)).startsWith("unknown; votes=0/0;");
    assertThat(dovecot.fields("alice", ham, "X-Spam-Flag")).isEmpty();
    Mail spam = Mails.spamVariant(10, 2);
    send(spam, "Junk");
    assertThat(status(spam)).startsWith("spam; votes=1/0;");
  }

  @Test
  void whatASenderForgedIsTakenOut() throws Exception {
    peer.callsSpam(Mails.spam(20));
    Mail forged =
        Mails.spamVariant(20, 2)
            .with("X-SpamWatch-Status: unknown; votes=0/9")
            .with("x-spamwatch-STATUS: unknown; votes=0/9")
            .with("X-SpamWatch-Fingerprints: v=1; guid=00; mac=AA==; vectors=AA==")
            .with("X-SpamWatch-Anything: a\r\n folded")
            .with("X-Spam-Flag: NO")
            .with("X-Other: stays");
    send(forged, "Junk");
    assertThat(status(forged)).startsWith("spam;").doesNotContain("\n");
    assertThat(dovecot.fields("alice", forged, "X-SpamWatch-Fingerprints"))
        .singleElement()
        .asString()
        .startsWith("v=1; guid=")
        .doesNotContain("guid=00;");
    assertThat(dovecot.fields("alice", forged, "X-SpamWatch-Anything")).isEmpty();
    assertThat(dovecot.fields("alice", forged, "X-Spam-Flag")).containsExactly("YES");
    assertThat(dovecot.fields("alice", forged, "X-Other")).containsExactly("stays");
  }

  @Test
  void mailFlowsWhileThePeerIsDown() throws Exception {
    peer.callsSpam(Mails.spam(40));
    peer.stop();
    Mail spam = Mails.spamVariant(40, 2);
    send(spam, "INBOX");
    assertThat(status(spam)).isEmpty();
    peer.start();
    send(Mails.spamVariant(40, 3), "Junk");
  }
}
