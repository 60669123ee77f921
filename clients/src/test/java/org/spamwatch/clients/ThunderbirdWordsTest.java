package org.spamwatch.clients;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The add-on in a real Thunderbird beside a peer with a statistical filter. */
final class ThunderbirdWordsTest {
  private static final String ALICE = "alice";
  private static final String INBOX = "INBOX";
  private static final String JUNK = "Junk";
  private static final int TAUGHT = 220;
  private static final byte[] NOTHING = {};

  private static Mail mail(boolean isSpam, int number) {
    Random random = new Random(2L * number + (isSpam ? 1 : 0));
    String id = "<words." + isSpam + "." + number + "@generated.example>";
    StringBuilder text = new StringBuilder("From: Sender <sender@generated.example>\r\n");
    text.append("Subject: hello\r\nDate: Mon, 02 Nov 2026 10:00:00 +0000\r\n");
    text.append("Message-ID: ").append(id).append("\r\n\r\n");
    for (int i = 0; i < 60; i++) {
      text.append(isSpam ? "pill" : "meeting").append((char) ('a' + random.nextInt(26)));
      text.append((char) ('a' + random.nextInt(2))).append(i % 8 == 7 ? "\r\n" : " ");
    }
    return new Mail(id, text + "\r\n");
  }

  private static byte[] mbox(boolean isSpam) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < TAUGHT; i++) {
      text.append("From a@b Mon Jan  5 10:00:00 2026\n");
      text.append(mail(isSpam, i).text().replace("\r\n", "\n")).append('\n');
    }
    return text.toString().getBytes(US_ASCII);
  }

  /** What nobody has voted on is judged; a mark teaches where its person has said so. */
  @Test
  void wordsJudgeAndMarksTeach() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      RunningPeer peer = RunningPeer.start(scratch, "statistics.mode=on");
      peer.spamwatch(ALICE, mbox(true), "statistics", "train", "spam", "-").well();
      peer.spamwatch(ALICE, mbox(false), "statistics", "train", "ham", "-").well();
      Dovecot dovecot = Dovecot.start(scratch, List.of(ALICE), "");
      Thunderbird thunderbird = Thunderbird.start(scratch, dovecot, List.of(ALICE));
      ImapUser alice = dovecot.user(ALICE);
      thunderbird.options(
          "document.getElementById('peer').value = args[0];"
              + " document.querySelector('[name=teach]').checked = true;",
          peer.url().toString());
      Mail ham = mail(false, 1_000);
      Mail spam = mail(true, 1_000);
      dovecot.deliver(ALICE, ham);
      dovecot.deliver(ALICE, spam);
      Awaiting.until("filed", () -> alice.has(JUNK, spam));
      assertThat(alice.has(INBOX, ham)).isTrue();
      thunderbird.select(ALICE, JUNK, spam);
      Awaiting.until("banner", () -> thunderbird.banner().contains("calls this spam"));
      assertThat(taughtHam(peer)).isEqualTo(TAUGHT);
      thunderbird.click("Not spam");
      Awaiting.until("back", () -> alice.has(INBOX, spam));
      Awaiting.until("taught", () -> taughtHam(peer) == TAUGHT + 1);
      assertThat(peer.spamwatch(ALICE, NOTHING, "statistics", "status").well().out())
          .contains("you      " + TAUGHT + " spam, " + (TAUGHT + 1) + " ham");
    }
  }

  private static int taughtHam(RunningPeer peer) throws Exception {
    return peer.client().statistics().own().ham();
  }
}
