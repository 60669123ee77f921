package org.spamwatch.clients;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** spamc in every mode, and what a person at a shell sees. */
final class SpamcTest {
  private static final Mail SPAM = Mails.spam(1);
  private static final Mail HAM = Mails.ham(1);
  private static final String FLAG = "X-Spam-Flag: YES";

  private static Scratch scratch;
  private static SpamdPeer peer;

  @BeforeAll
  static void start() throws Exception {
    scratch = Scratch.make();
    peer = SpamdPeer.start(scratch, "users.vouch=mail");
    peer.mark(SPAM);
  }

  @AfterAll
  static void stop() throws IOException {
    scratch.close();
  }

  private static Programs.Ended spam(String... options) throws IOException {
    return peer.spamc(SPAM.bytes(), options);
  }

  private static Programs.Ended ham(String... options) throws IOException {
    return peer.spamc(HAM.bytes(), options);
  }

  @Test
  void theServerIsThere() throws Exception {
    assertThat(peer.spamc(new byte[0], "-K").well().out()).isEqualTo("SPAMD/1.5 0\n");
  }

  @Test
  void aCheckIsALineAndAnExitCode() throws Exception {
    assertThat(spam("-c")).isEqualTo(new Programs.Ended(1, "6.0/5.0\n", ""));
    assertThat(ham("-c")).isEqualTo(new Programs.Ended(0, "0.0/5.0\n", ""));
    assertThat(spam("-c", "-x", "-u", "anybody").code()).isOne();
    assertThat(spam("-c", "-t", "30", "-n", "5").code()).isOne();
  }

  @Test
  void testsAndReports() throws Exception {
    assertThat(spam("-y").well().out()).isEqualTo("SPAMWATCH,SPAMWATCH_OWN_SITE");
    assertThat(ham("-y").well().out()).isEmpty();
    assertThat(spam("-R").well().out())
        .startsWith("6.0/5.0\nSpam to SpamWatch: ")
        .contains("Votes: 1 spam, 0 ham.");
    assertThat(ham("-R").well().out()).startsWith("0.0/5.0\nUnknown to SpamWatch: ");
    assertThat(spam("-r").well().out()).isEqualTo(spam("-R").out());
    assertThat(ham("-r").well().out()).isEmpty();
    assertThat(spam("-R", "-E").code()).isOne();
    assertThat(ham("-x", "-R", "-E").code()).isZero();
  }

  @Test
  void theMailComesBackMarkedAndOtherwiseAsItWas() throws Exception {
    String marked = spam().well().out();
    assertThat(marked)
        .startsWith("X-SpamWatch-Status: spam; votes=1/0;")
        .contains(FLAG + "\r\nX-Spam-Status: Yes, score=6.0 required=5.0 tests=");
    assertThat(marked).endsWith("\r\n" + SPAM.text());
    assertThat(spam("--headers").well().out()).isEqualTo(marked);
    assertThat(spam("-E")).isEqualTo(new Programs.Ended(1, marked, ""));
    assertThat(spam("-x").well().out()).isEqualTo(marked);
    assertThat(spam("-e", "/bin/cat").well().out()).isEqualTo(marked);
    assertThat(ham("-E").well().out())
        .endsWith("\r\n" + HAM.text())
        .startsWith("X-SpamWatch-Status: unknown;")
        .doesNotContain("X-Spam-");
  }

  @Test
  void aMailWithLineFeedsOrOfAnMboxStaysSo() throws Exception {
    String unix = SPAM.text().replace("\r", "");
    String marked = peer.spamc(unix.getBytes(ISO_8859_1)).well().out();
    assertThat(marked).contains("\n" + FLAG + "\n").endsWith("\n" + unix).doesNotContain("\r");
    String postmark = "From a@generated.example Mon Nov  2 10:00:00 2026\n";
    assertThat(peer.spamc((postmark + unix).getBytes(ISO_8859_1)).well().out())
        .isEqualTo(postmark + marked);
  }

  @Test
  void whatAMailClaimsOfItselfIsTakenOut() throws Exception {
    Mail forged = HAM.with("X-Spam-Flag: NO").with("X-SpamWatch-Status: ham");
    assertThat(peer.spamc(forged.bytes()).well().out()).isEqualTo(ham().out());
  }

  @Test
  void itsHeaderAloneIsEnoughToAskAndToVoteLater() throws Exception {
    Mail mail = Mails.ham(6);
    Mail forged = mail.with("X-SpamWatch-Fingerprints: v=1; guid=00; mac=AA==; vectors=AA==");
    String marked = peer.spamc(forged.bytes()).well().out();
    String header = marked.substring(0, marked.indexOf("\r\n\r\n") + 2);
    String file = scratch.write("header", header).toString();
    assertThat(byHeader("check", "--headers", file)).startsWith("unknown\t");
    assertThat(byHeader("mark", "--headers", "spam", file)).startsWith("accepted\tmessage=");
    assertThat(peer.callsSpam(mail)).isTrue();
  }

  private static String byHeader(String... command) throws IOException {
    return peer.peer.spamwatch("somebody", new byte[0], command).well().out();
  }

  @Test
  void aMailInBsmtpIsMarkedInItsPlace() throws Exception {
    String before = "HELO a.example\nMAIL FROM:<a@a.example>\nRCPT TO:<b@b.example>\nDATA\n";
    String after = ".\nQUIT\n";
    String mail = SPAM.text().replace("\r", "");
    assertThat(peer.spamc((before + mail + after).getBytes(ISO_8859_1), "-B").well().out())
        .startsWith(before + "X-SpamWatch-Status: spam;")
        .contains("\n" + FLAG + "\n")
        .endsWith(mail + after);
  }

  @Test
  void whatIsTooLongForSpamcIsNotAsked() throws Exception {
    assertThat(spam("-s", "1000").well().out()).isEqualTo(SPAM.text());
    assertThat(spam("-s", "1000", "-c").well().out()).isEqualTo("0/0\n");
  }

  @Test
  void overAUnixSocketAndByAFileOfOptions() throws Exception {
    String options = "-U " + peer.socket() + "\n";
    String file = scratch.write("spamc.conf", options).toString();
    assertThat(Programs.run(SPAM.bytes(), "spamc", "-F", file, "-c").out()).isEqualTo("6.0/5.0\n");
    assertThat(Programs.run(SPAM.bytes(), "spamc", "-U", peer.socket().toString(), "-c").code())
        .isOne();
  }

  @Test
  void votesAreCastTurnedAndTakenBack() throws Exception {
    Mail mail = Mails.spam(2);
    String done = "Message successfully un/learned\n";
    assertThat(peer.spamc(mail.bytes(), "-L", "spam").well().out()).isEqualTo(done);
    assertThat(peer.callsSpam(mail)).isTrue();
    assertThat(peer.spamc(mail.bytes(), "-L", "spam").well().out()).isEqualTo(done);
    assertThat(peer.peer.check(mail)).startsWith("spam\tvotes=1/0 ");
    assertThat(peer.spamc(mail.bytes(), "-L", "ham").well().out()).isEqualTo(done);
    assertThat(peer.callsSpam(mail)).isFalse();
    String reported = "Message successfully reported/revoked\n";
    assertThat(peer.spamc(mail.bytes(), "-C", "report").well().out()).isEqualTo(reported);
    assertThat(peer.callsSpam(mail)).isTrue();
    assertThat(peer.spamc(mail.bytes(), "-L", "forget").well().out()).isEqualTo(done);
    assertThat(peer.callsSpam(mail)).isFalse();
    peer.spamc(mail.bytes(), "-C", "report").well();
    assertThat(peer.spamc(mail.bytes(), "-C", "revoke").well().out()).isEqualTo(reported);
    assertThat(peer.callsSpam(mail)).isFalse();
  }

  @Test
  void anAccountThatIsNotRegisteredChecksAndHasNoVote() throws Exception {
    Mail mail = Mails.spam(3);
    assertThat(peer.spamcAs("daemon", SPAM.bytes(), "-c").code()).isOne();
    assertThat(peer.spamcAs("daemon", mail.bytes(), "-x", "-L", "spam").code()).isEqualTo(74);
    assertThat(peer.spamcAs("daemon", mail.bytes(), "-x", "-L", "spam", "-u", "root").code())
        .isEqualTo(74);
    assertThat(peer.spamcAs("daemon", mail.bytes(), "-C", "report").out())
        .isEqualTo("Unable to report/revoke message\n");
    assertThat(peer.callsSpam(mail)).isFalse();
  }

  @Test
  void anAccountVotesOverTheSocketAsItselfAndAsNobodyElse() throws Exception {
    Mail mail = Mails.spam(4);
    Programs.run("chgrp", "daemon", peer.socket().toString()).well();
    List<String> command = new ArrayList<>(SpamdPeer.as("daemon"));
    command.addAll(List.of("spamc", "-x", "-U", peer.socket().toString(), "-L", "spam"));
    String[] asItself = command.toArray(new String[0]);
    String[] asAnother = Arrays.copyOf(asItself, asItself.length + 2);
    asAnother[asItself.length] = "-u";
    asAnother[asItself.length + 1] = "alice";
    assertThat(Programs.run(mail.bytes(), asAnother).code()).isEqualTo(74);
    assertThat(peer.callsSpam(mail)).isFalse();
    Programs.run(mail.bytes(), asItself).well();
    assertThat(peer.callsSpam(mail)).isTrue();
  }

  @Test
  void aMailServersAccountVotesForItsUsers() throws Exception {
    Mail mail = Mails.spam(5);
    peer.spamcAs("mail", mail.bytes(), "-x", "-u", "alice", "-L", "spam").well();
    peer.spamcAs("mail", mail.bytes(), "-x", "-u", "bob", "-L", "spam").well();
    assertThat(peer.spamc(mail.bytes(), "-c").out()).isEqualTo("7.0/5.0\n");
    peer.spamcAs("mail", mail.bytes(), "-x", "-u", "bob", "-L", "forget").well();
    assertThat(peer.spamc(mail.bytes(), "-c").out()).isEqualTo("6.0/5.0\n");
  }

  /** A mail passes through as it came; only who asks for it is told. */
  @Test
  void withoutThePeerMailFlows() throws Exception {
    int none = scratch.freePort();
    String[] down = {"spamc", "-d", "127.0.0.1", "-p", "" + none, "--connect-retries", "1"};
    assertThat(Programs.run(SPAM.bytes(), down).well().out()).isEqualTo(SPAM.text());
    String[] check = Arrays.copyOf(down, down.length + 1);
    check[down.length] = "-c";
    assertThat(Programs.run(SPAM.bytes(), check).well().out()).isEqualTo("0/0\n");
    check[down.length] = "-x";
    assertThat(Programs.run(SPAM.bytes(), check).code()).isEqualTo(69);
  }
}
