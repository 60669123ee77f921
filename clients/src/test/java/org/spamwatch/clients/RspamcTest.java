package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** rspamd's command line, unmodified, at a peer's HTTP port. */
final class RspamcTest {
  private static final String SPAM = "Action: add header\nSpam: true\nScore: 6.00 / 5.00\n";
  private static final String NOTHING = "Action: no action\nSpam: false\nScore: 0.00 / 5.00\n";

  @BeforeEach
  void install() throws Exception {
    DebianPackages.installed("rspamd");
  }

  private static Programs.Ended rspamc(RunningPeer peer, byte[] mail, String... command)
      throws Exception {
    List<String> all = new ArrayList<>(List.of("rspamc", "-h", peer.url().getAuthority()));
    all.addAll(List.of(command));
    return Programs.run(all, mail, Map.of());
  }

  @Test
  void checksVotesAndTakesBack() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      RunningPeer peer = RunningPeer.start(scratch);
      byte[] mail = Mails.spam(1).bytes();
      byte[] copy = Mails.spamVariant(1, 2).bytes();
      assertThat(rspamc(peer, mail, "symbols").well().out()).contains(NOTHING);
      assertThat(rspamc(peer, mail, "learn_spam").well().out()).contains("success = true;");
      for (String command : List.of("symbols", "check")) {
        String said = rspamc(peer, copy, command).well().out();
        assertThat(said).contains(SPAM, "Symbol: SPAMWATCH (6.00)[votes=1/0, match=");
      }
      assertThat(rspamc(peer, Mails.ham(1).bytes(), "symbols").well().out()).contains(NOTHING);
      assertThat(peer.check(Mails.spamVariant(1, 3))).startsWith("spam\tvotes=1/0");
      assertThat(rspamc(peer, mail, "learn_ham").well().out()).contains("success = true;");
      assertThat(rspamc(peer, copy, "symbols").well().out()).contains(NOTHING);
      assertThat(peer.check(Mails.spam(1))).startsWith("unknown\tvotes=0/1");
      assertThat(rspamc(peer, new byte[0], "stat").well().out())
          .contains("Messages scanned: 7\n", "Messages learned: 2\n");
      assertThat(rspamc(peer, new byte[0], "uptime").well().out()).contains("Uptime: ");
    }
  }

  @Test
  void whatIsRefusedIsSaidAndWhatIsDownToo() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      RunningPeer peer = RunningPeer.start(scratch, "mail.max-bytes=1000000");
      Programs.Ended packed = rspamc(peer, Mails.spam(1).bytes(), "-z", "symbols");
      assertThat(packed.code()).isEqualTo(1);
      assertThat(packed.out()).contains("HTTP error: 415, compressed mail is not read here");
      byte[] large = HostileMails.ofBytes(1_000_001);
      assertThat(rspamc(peer, large, "symbols").out())
          .contains("HTTP error: 413, the mail is longer than 1000000 bytes");
      peer.stop();
      Programs.Ended down = rspamc(peer, Mails.spam(1).bytes(), "symbols");
      assertThat(down.code()).isEqualTo(1);
      assertThat(down.out() + down.err()).contains("Connection refused");
    }
  }

  @Test
  void hostileMailIsAnsweredAndNeverVotes() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      RunningPeer peer = RunningPeer.start(scratch);
      for (Map.Entry<String, byte[]> mail : HostileMails.all().entrySet()) {
        String said = rspamc(peer, mail.getValue(), "-t", "60", "symbols").out();
        assertThat(said)
            .as(mail.getKey())
            .containsAnyOf(NOTHING, "HTTP error: 400, ", "HTTP error: 405, "); // that: no mail
      }
      assertThat(peer.client().status().messages()).isZero();
      assertThat(rspamc(peer, Mails.ham(1).bytes(), "symbols").well().out()).contains(NOTHING);
      assertThat(peer.log()).doesNotContain("ERROR", "\tat ");
    }
  }
}
