package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** From SMTP through Postfix with the peer as its milter to Dovecot's folders. */
final class PostfixTest {
  private static final String ALICE = "alice@generated.example";
  private static final String BOB = "bob@generated.example";

  private static Scratch scratch;
  private static RunningPeer peer;
  private static Dovecot dovecot;
  private static Postfix postfix;

  @BeforeAll
  static void start() throws Exception {
    scratch = Scratch.make();
    int milter = scratch.freePort();
    // Bob wants three votes; alice takes what the peer is set to.
    peer =
        RunningPeer.start(scratch, "milter.listen=127.0.0.1:" + milter, "check.users=bob votes=3");
    dovecot = Dovecot.filing(scratch, "alice", "bob");
    postfix =
        Postfix.start(
            scratch,
            dovecot.lmtpPort(),
            Snippet.ofMilter("postfix", milter).part("In /etc/postfix/main.cf"));
  }

  @AfterAll
  static void end() throws IOException {
    scratch.close();
  }

  private static void awaitMail(String user, String folder, Mail mail) throws Exception {
    ImapUser reader = dovecot.user(user);
    try {
      Awaiting.until(mail.id() + " in " + folder + " of " + user, () -> reader.has(folder, mail));
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "\n" + postfix.log(), e);
    }
  }

  @Test
  void spamIsFiledAsTheRecipientsWant() throws Exception {
    peer.callsSpam(Mails.spam(10));
    Mail ham = Mails.ham(10);
    postfix.send(ham, ALICE).well();
    awaitMail("alice", "INBOX", ham);
    assertThat(dovecot.fields("alice", ham, "X-SpamWatch-Status"))
        .singleElement()
        .asString()
        .startsWith("unknown; votes=0/0;");
    assertThat(dovecot.fields("alice", ham, "X-Spam-Flag")).isEmpty();
    Mail toAlice = Mails.spamVariant(10, 2);
    postfix.send(toAlice, ALICE).well();
    awaitMail("alice", "Junk", toAlice);
    assertThat(dovecot.fields("alice", toAlice, "X-SpamWatch-Status"))
        .singleElement()
        .asString()
        .startsWith("spam; votes=1/0;");
    Mail toBob = Mails.spamVariant(10, 3);
    postfix.send(toBob, BOB).well();
    awaitMail("bob", "INBOX", toBob);
    Mail toBoth = Mails.spamVariant(10, 4);
    postfix.send(toBoth, ALICE, BOB).well();
    awaitMail("alice", "INBOX", toBoth);
    awaitMail("bob", "INBOX", toBoth);
    assertThat(dovecot.fields("alice", toBoth, "X-SpamWatch-Status"))
        .as("they share it, and the more lenient decides")
        .singleElement()
        .asString()
        .startsWith("unknown; votes=1/0;");
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
    postfix.send(forged, ALICE).well();
    awaitMail("alice", "Junk", forged);
    assertThat(dovecot.fields("alice", forged, "X-SpamWatch-Status"))
        .singleElement()
        .asString()
        .startsWith("spam;");
    assertThat(dovecot.fields("alice", forged, "X-SpamWatch-Fingerprints"))
        .singleElement()
        .asString()
        .startsWith("v=1; guid=")
        .doesNotContain("guid=00;");
    assertThat(dovecot.fields("alice", forged, "X-SpamWatch-Anything")).isEmpty();
    assertThat(dovecot.fields("alice", forged, "X-Spam-Flag")).containsExactly("YES");
    assertThat(dovecot.fields("alice", forged, "X-Other")).containsExactly("stays");
  }

  /** A program that computes nothing itself, such as a phone's. */
  @Test
  void aThinClientAsksAndVotesByTheHeaderAlone() throws Exception {
    Mail mail = Mails.ham(30);
    postfix.send(mail, ALICE).well();
    awaitMail("alice", "INBOX", mail);
    String text = Files.readString(dovecot.delivered("alice", mail), StandardCharsets.ISO_8859_1);
    String header = text.substring(0, text.indexOf("\n\n") + 1);
    Path alone = scratch.write("header", header);
    assertThat(
            peer.spamwatch("somebody", new byte[0], "check", "--headers", alone.toString())
                .well()
                .out())
        .startsWith("unknown\t");
    assertThat(
            peer.spamwatch("somebody", new byte[0], "mark", "--headers", "spam", alone.toString())
                .well()
                .out())
        .startsWith("accepted\tmessage=");
    assertThat(peer.check(mail)).startsWith("spam\t");
    Path other = scratch.write("other", header.replace("Subject: ", "Subject: Re: "));
    Programs.Ended refused =
        peer.spamwatch("somebody", new byte[0], "mark", "--headers", "ham", other.toString());
    assertThat(refused.code()).isEqualTo(65);
    assertThat(refused.err()).contains("this peer did not write the X-SpamWatch-Fingerprints");
    Path without = scratch.write("without", mail.text());
    assertThat(
            peer.spamwatch("somebody", new byte[0], "mark", "--headers", "ham", without.toString())
                .err())
        .contains("no X-SpamWatch-Fingerprints in its header");
  }

  @Test
  void mailFlowsWhileThePeerIsDown() throws Exception {
    peer.callsSpam(Mails.spam(40));
    peer.stop();
    Mail spam = Mails.spamVariant(40, 2);
    postfix.send(spam, ALICE).well();
    awaitMail("alice", "INBOX", spam);
    assertThat(dovecot.fields("alice", spam, "X-SpamWatch-Status")).isEmpty();
    peer.start();
    Mail later = Mails.spamVariant(40, 3);
    postfix.send(later, ALICE).well();
    awaitMail("alice", "Junk", later);
  }
}
