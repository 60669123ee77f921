package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the tests of the programs stand on does what they take for granted. */
final class HarnessTest {
  @Test
  void aPeerCallsSpamWhatSomebodyCalledSpamAlsoAfterARestart() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      RunningPeer peer = RunningPeer.start(scratch);
      peer.callsSpam(Mails.spam(1));
      assertThat(peer.check(Mails.spamVariant(1, 2))).startsWith("spam\t");
      assertThat(peer.check(Mails.spam(2))).startsWith("unknown\t");
      assertThat(peer.check(Mails.ham(1))).startsWith("unknown\t");
      peer.stop();
      peer.start();
      assertThat(peer.check(Mails.spam(1))).startsWith("spam\t");
    }
  }

  @Test
  void aMailThatIsDeliveredIsInTheInbox() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      Dovecot dovecot = Dovecot.start(scratch, List.of("alice", "bob"), "");
      Mail mail = Mails.ham(1);
      dovecot.deliver("alice", mail);
      ImapUser alice = dovecot.user("alice");
      assertThat(alice.ids("INBOX")).containsExactly(mail.id());
      alice.move(mail, "INBOX", "Junk");
      assertThat(alice.has("INBOX", mail)).isFalse();
      assertThat(alice.has("Junk", mail)).isTrue();
      assertThat(dovecot.user("bob").ids("INBOX")).isEmpty();
    }
  }
}
