package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Dovecot with what {@code integrations/dovecot} has: any mail program votes by moving mails. */
final class ImapSieveTest {
  private static final String FILED = "SpamWatchFiled";

  /** How many mails are moved by a program; the figure in the documents is of 1,000. */
  private static final int MANY = Integer.getInteger("clients.moves", 50);

  private Scratch scratch;
  private SpamdPeer spamd;
  private RunningPeer peer;
  private Dovecot dovecot;
  private ImapUser alice;
  private ImapUser bob;

  @BeforeEach
  void serving() throws Exception {
    scratch = Scratch.make();
    spamd = SpamdPeer.start(scratch, "users.vouch=" + Dovecot.ACCOUNT);
    peer = spamd.peer;
    dovecot = Dovecot.start(scratch, List.of("alice", "bob", "carol"), configuration());
    for (String script : List.of("spam", "ham", "flag", "deliver")) {
      dovecot.run("sievec", scratch.path("sieve/" + script + ".sieve").toString()).well();
    }
    dovecot.userField("bob", "sieve_spamtest_max_value=2");
    alice = dovecot.user("alice");
    bob = dovecot.user("bob");
  }

  @AfterEach
  void end() throws IOException {
    scratch.close();
  }

  /** The files as they are, but for where they lie and the group of the peer's socket. */
  private String configuration() throws IOException {
    Path from = Scratch.ofProject("integrations/dovecot");
    String group = Files.getAttribute(spamd.socket(), "posix:group").toString();
    StringBuilder configuration = new StringBuilder();
    try (Stream<Path> files = Files.list(from).sorted()) {
      for (Path file : files.toList()) {
        String text =
            Files.readString(file)
                .replace("/etc/dovecot/spamwatch", scratch.path("sieve").toString())
                .replace("/run/spamwatch/spamd", spamd.socket().toString())
                .replace("mail_access_groups = spamwatch", "mail_access_groups = " + group);
        if (file.toString().endsWith(".conf")) {
          configuration.append(text);
        } else {
          Path to = scratch.write("sieve/" + file.getFileName(), text);
          Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
      }
    }
    return configuration.toString();
  }

  private void awaitVotes(Mail mail, String votes) throws Exception {
    try {
      Awaiting.until("votes=" + votes, () -> peer.check(mail).contains("votes=" + votes));
    } catch (AssertionError e) {
      throw new AssertionError(peer.check(mail) + dovecot.problems(), e);
    }
  }

  @Test
  void aPersonsMovesAndFlagsAreVotesOfThatPerson() throws Exception {
    Mail mail = Mails.ham(1);
    for (String user : List.of("alice", "bob")) {
      dovecot.deliver(user, mail);
    }
    alice.move(mail, "INBOX", "Junk");
    awaitVotes(mail, "1/0");
    bob.move(mail, "INBOX", "Junk");
    awaitVotes(mail, "2/0");
    alice.move(mail, "Junk", "INBOX");
    awaitVotes(mail, "1/1");
    bob.move(mail, "Junk", "Trash");

    Mail flagged = Mails.ham(2);
    dovecot.deliver("alice", flagged);
    alice.flag(flagged, "INBOX", "$Junk", true);
    awaitVotes(flagged, "1/0");
    alice.flag(flagged, "INBOX", "NonJunk", true);
    alice.flag(flagged, "INBOX", "$Junk", false);
    awaitVotes(flagged, "0/0");
    Mail uploaded = Mails.ham(3);
    bob.append("Junk", uploaded);
    awaitVotes(uploaded, "1/0");
    assertThat(peer.check(mail)).contains("votes=1/1");
  }

  @Test
  void automaticMovesAreNoVotes() throws Exception {
    for (int i = 0; i < MANY; i++) {
      dovecot.deliver("alice", Mails.ham(i));
    }
    alice.flagAll("INBOX", FILED);
    alice.moveAll("INBOX", "Junk");
    assertThat(alice.ids("Junk")).hasSize(MANY);

    // A person after them: once this vote is there, theirs would be.
    Mail persons = Mails.ham(MANY);
    dovecot.deliver("alice", persons);
    alice.move(persons, "INBOX", "Junk");
    awaitVotes(persons, "1/0");
    int votes = 0;
    for (int i = 0; i < MANY; i++) {
      votes += peer.votes(Mails.ham(i));
    }
    assertThat(votes).as("votes in %d automatic moves", MANY).isZero();
  }

  @Test
  void whatAPersonTookOutOfJunkIsHisToMoveInAgain() throws Exception {
    Mail spam = Mails.spam(1);
    spamd.mark(spam);
    deliver("alice", spam);
    assertThat(alice.keywords("Junk", spam)).contains(FILED);
    assertThat(peer.check(spam)).contains("votes=1/0");
    alice.move(spam, "Junk", "INBOX");
    awaitVotes(spam, "1/1");
    assertThat(alice.keywords("INBOX", spam)).doesNotContain(FILED);
    alice.move(spam, "INBOX", "Junk");
    awaitVotes(spam, "2/0");
  }

  /** As a mail server does: asks the peer by spamc, and hands over to LMTP. */
  private void deliver(String user, Mail mail) throws IOException {
    DebianPackages.installed("swaks");
    Path checked =
        scratch.write("checked.eml", spamd.spamc(mail.bytes()).well().out().replace("\r\n", "\n"));
    Programs.run(
            "swaks",
            "--protocol",
            "LMTP",
            "--server",
            "127.0.0.1:" + dovecot.lmtpPort(),
            "--from",
            "sender@generated.example",
            "--to",
            user,
            "--data",
            "@" + checked)
        .well();
  }

  @Test
  void eachUsersThresholdDecidesAtDelivery() throws Exception {
    Mail spam = Mails.spam(1);
    Mail ham = Mails.ham(1);
    spamd.mark(spam);
    for (String user : List.of("alice", "bob")) {
      deliver(user, spam);
      deliver(user, ham);
    }
    assertThat(alice.ids("Junk")).containsExactly(spam.id());
    assertThat(alice.ids("INBOX")).containsExactly(ham.id());
    assertThat(bob.ids("Junk")).isEmpty();
    assertThat(bob.ids("INBOX")).containsExactlyInAnyOrder(spam.id(), ham.id());

    alice.move(spam, "Junk", "INBOX"); // not she
    bob.move(spam, "INBOX", "Junk");
    awaitVotes(spam, "2/1");
    peer.callsSpam(Mails.spam(2));
    spamd.mark(Mails.spam(2));
    awaitVotes(Mails.spam(2), "2/0");
    deliver("bob", Mails.spam(2));
    assertThat(bob.has("Junk", Mails.spam(2))).isTrue();
  }

  @Test
  void withoutAPeerMailIsDeliveredAndMovedAllTheSame() throws Exception {
    peer.stop();
    Mail mail = Mails.spam(1);
    deliver("alice", mail);
    long start = System.nanoTime();
    alice.move(mail, "INBOX", "Junk");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    assertThat(alice.has("Junk", mail)).isTrue();
  }
}
