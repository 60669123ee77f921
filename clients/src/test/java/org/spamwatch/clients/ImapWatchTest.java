package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code spamwatch imap} on Dovecot, with the accounts of two people in one file. */
final class ImapWatchTest {
  private static final String CAROL = "carol";
  private static final String FILED = "SpamWatchFiled";

  private Scratch scratch;
  private RunningPeer peer;
  private Dovecot dovecot;
  private ImapUser alice;
  private ImapUser bob;
  private Daemon watch;

  /** Carol, who has both accounts, watches them; nobody has mail yet. */
  @BeforeEach
  void watching() throws Exception {
    scratch = Scratch.make();
    dovecot = Dovecot.start(scratch, List.of("alice", "bob"), "");
    peer = RunningPeer.start(scratch);
    alice = dovecot.user("alice");
    bob = dovecot.user("bob");
    configure("imap.toml", "localhost", "certificate = \"" + dovecot.certificate() + "\"");
    startWatch();
  }

  private void configure(String name, String host, String trust) throws IOException {
    Path file = peer.home(CAROL).resolve("spamwatch").resolve(name);
    Files.createDirectories(peer.home(CAROL).resolve("spamwatch"));
    Files.writeString(
        file,
        """
        [account.first]
        host = "%s"
        port = %d
        %s
        user = "alice"
        password-command = ["echo", "%s"]
        poll = "2 s"

        [account.second]
        host = "127.0.0.1"
        port = %d
        tls = false
        user = "bob"
        password-file = "%s"
        poll = "2 s"
        """
            .formatted(
                host,
                dovecot.imapsPort(),
                trust,
                Dovecot.PASSWORD,
                dovecot.imapPort(),
                password()));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private Path password() throws IOException {
    Path file = scratch.write("password", Dovecot.PASSWORD + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private void startWatch() throws Exception {
    watch = peer.spamwatchDaemon(CAROL, "imap");
    watch.awaitLog("first: logged in");
    watch.awaitLog("second: logged in");
  }

  @AfterEach
  void end() throws IOException {
    scratch.close();
  }

  @Test
  void spamIsFiledAndAPersonsMovesAreVotes() throws Exception {
    peer.callsSpam(Mails.spam(1));
    Mail spam = Mails.spamVariant(1, 7);
    Mail ham = Mails.ham(1);
    dovecot.deliver("alice", spam);
    dovecot.deliver("bob", spam);
    dovecot.deliver("alice", ham);
    Awaiting.until("alice's spam is in Junk", () -> alice.has("Junk", spam));
    Awaiting.until("bob's spam is in Junk", () -> bob.has("Junk", spam));
    assertThat(alice.ids("INBOX")).containsExactly(ham.id());
    assertThat(alice.keywords("Junk", spam)).contains(FILED);
    assertThat(alice.isSeen("Junk", spam)).isFalse();
    assertThat(alice.isSeen("INBOX", ham)).isFalse();
    assertThat(peer.check(spam)).contains("votes=1/0");

    alice.move(spam, "Junk", "INBOX");
    Awaiting.until("taking it out is a vote", () -> peer.check(spam).contains("votes=1/1"));
    Awaiting.until("no keyword", () -> !alice.keywords("INBOX", spam).contains(FILED));
    assertThat(alice.has("INBOX", spam)).isTrue();

    bob.move(spam, "Junk", "Archive");
    watch.awaitLog("second: a mail was taken out of Junk; vote HAM accepted");

    awaitInbox(ham);
    alice.move(ham, "INBOX", "Junk");
    Awaiting.until("moving it in is a vote", () -> peer.check(ham).contains("votes=1/0"));
    alice.move(ham, "Junk", "INBOX");
    Awaiting.until("taking it out withdraws it", () -> peer.check(ham).contains("votes=0/0"));
    assertThat(watch.log()).doesNotContain("alice").doesNotContain("@");
  }

  @Test
  void whatAnAddOnMovesBackIsNoHamVoteAndWithdrawsASpamVote() throws Exception {
    peer.callsSpam(Mails.spam(1));
    Mail filed = Mails.spamVariant(1, 7);
    Mail voted = Mails.ham(1);
    dovecot.deliver("alice", filed);
    Awaiting.until("filed", () -> alice.has("Junk", filed));
    dovecot.deliver("alice", voted);
    awaitInbox(voted);
    alice.move(voted, "INBOX", "Junk");
    Awaiting.until("voted", () -> peer.check(voted).contains("votes=1/0"));
    for (Mail mail : List.of(filed, voted)) {
      alice.flag(mail, "Junk", "spamwatchback", true); // as Thunderbird writes it
      alice.move(mail, "Junk", "INBOX");
      Awaiting.until("no keyword", () -> alice.keywords("INBOX", mail).isEmpty());
    }
    Awaiting.until("withdrawn", () -> peer.check(voted).contains("votes=0/0"));
    assertThat(peer.check(filed)).contains("votes=1/0");
    assertThat(alice.ids("INBOX")).containsExactly(filed.id(), voted.id());
    assertThat(watch.log()).doesNotContain("vote HAM");
  }

  @Test
  void whatIsDeletedFromJunkOrWasFiledByAnotherIsNoVote() throws Exception {
    peer.callsSpam(Mails.spam(1));
    Mail spam = Mails.spamVariant(1, 7);
    Mail serversSpam = Mails.spam(2);
    dovecot.deliver("alice", spam);
    Awaiting.until("filed", () -> alice.has("Junk", spam));
    alice.move(spam, "Junk", "Trash");
    alice.append("Junk", serversSpam); // as a filter of the server's does
    Awaiting.until("seen", () -> alice.keywords("Junk", serversSpam).contains(FILED));
    // What is done to another mail shows that both were seen.
    Mail last = Mails.ham(3);
    dovecot.deliver("alice", last);
    awaitInbox(last);
    alice.move(last, "INBOX", "Junk");
    Awaiting.until("voted", () -> peer.check(last).contains("votes=1/0"));
    assertThat(peer.check(spam)).contains("votes=1/0");
    assertThat(peer.check(serversSpam)).contains("votes=0/0");
  }

  /** Until the watcher, too, has seen that a mail is there: else a move is none. */
  private void awaitInbox(Mail mail) throws Exception {
    Awaiting.until("in the inbox", () -> alice.has("INBOX", mail));
    Path state = peer.home(CAROL).resolve("spamwatch/imap/first");
    Awaiting.until("seen there", () -> Files.readString(state).contains(" kept\n"));
  }

  @Test
  void aLostServerIsFoundAgain() throws Exception {
    peer.callsSpam(Mails.spam(1));
    dovecot.stop();
    watch.awaitLog("first: the connection to the server was lost");
    dovecot.start();
    alice = dovecot.user("alice");
    dovecot.deliver("alice", Mails.spam(1));
    Awaiting.until("filed", () -> alice.has("Junk", Mails.spam(1)));
  }

  @Test
  void withoutAPeerMailStaysAndIsFiledLater() throws Exception {
    peer.callsSpam(Mails.spam(1));
    peer.stop();
    dovecot.deliver("alice", Mails.spam(1));
    watch.awaitLog("first: no peer at");
    assertThat(alice.has("INBOX", Mails.spam(1))).isTrue();
    peer.start();
    Awaiting.until("filed", () -> alice.has("Junk", Mails.spam(1)));
  }

  @Test
  void afterARestartNothingIsFiledOrVotedTwice() throws Exception {
    peer.callsSpam(Mails.spam(1));
    Mail kept = Mails.spamVariant(1, 1);
    dovecot.deliver("alice", kept);
    Awaiting.until("filed", () -> alice.has("Junk", kept));
    alice.move(kept, "Junk", "INBOX");
    watch.awaitLog("first: a mail was taken out of Junk; vote HAM accepted");
    watch.terminate();
    assertThat(watch.awaitEnd()).isZero();

    Mail meanwhile = Mails.spam(2);
    peer.callsSpam(meanwhile);
    dovecot.deliver("bob", meanwhile);
    Programs.Ended once = peer.spamwatch(CAROL, new byte[0], "imap", "--once").well();
    assertThat(bob.has("Junk", meanwhile)).isTrue();
    assertThat(alice.has("INBOX", kept)).isTrue();
    assertThat(once.err()).doesNotContain("vote").contains("second: a mail is spam");
    assertThat(peer.spamwatch(CAROL, new byte[0], "imap", "--once").well().err()).isEmpty();
  }

  @Test
  void aServerThatCannotBeTrustedIsShownNoPassword() throws Exception {
    String trusted = "certificate = \"" + dovecot.certificate() + "\"";
    assertThat(untrusted("unknown.toml", "localhost", "")).contains("first: no TLS");
    assertThat(untrusted("another-name.toml", "127.0.0.1", trusted)).contains("first: no TLS");
    assertThat(dovecot.log()).doesNotContain("auth failed");
  }

  /** What is said by one that looks once, which the other account does not keep from its work. */
  private String untrusted(String name, String host, String trust) throws IOException {
    configure(name, host, trust);
    String file = peer.home(CAROL).resolve("spamwatch").resolve(name).toString();
    Programs.Ended ended = peer.spamwatch(CAROL, new byte[0], "imap", "--once", "--config", file);
    assertThat(ended.code()).isEqualTo(75);
    assertThat(ended.err()).doesNotContain("second: ");
    return ended.err();
  }

  @Test
  void noMailStopsIt() throws Exception {
    int mails = 0;
    for (byte[] mail : HostileMails.all().values()) {
      dovecot.put("alice", "hostile" + mails++, mail);
    }
    Mail spam = Mails.spam(1);
    peer.callsSpam(spam);
    dovecot.deliver("alice", spam);
    watch.awaitLog("first: a mail is spam");
    assertThat(alice.ids("INBOX")).hasSize(mails);
    assertThat(alice.ids("Junk")).containsExactly(spam.id());
    assertThat(watch.log()).doesNotContain("WARN").doesNotContain("Exception");
  }
}
