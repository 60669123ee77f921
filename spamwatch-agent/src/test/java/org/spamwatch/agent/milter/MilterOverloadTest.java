package org.spamwatch.agent.milter;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.Uninterruptibles;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.access.Access;
import org.spamwatch.agent.access.NoUsers;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.config.SettingsReader;
import org.spamwatch.agent.port.BoundPort;
import org.spamwatch.agent.request.FakePeer;
import org.spamwatch.agent.request.MailRequests;

/** The port while all its workers are at work and its queue is full. */
@Tag("live")
final class MilterOverloadTest {
  private static final int ROOM = 3; // two workers and a queue of one
  private static final String TEXT =
      "Buy this today and be glad tomorrow.\r\nNobody sells for less than our shop.\r\n".repeat(20);
  private static final String FROM = "LFrom|a@example.org|";
  private static final String FORGED = "LX-SpamWatch-Status|unknown|";
  private static final String CLEANED = "m[1]x-spamwatch-status||\na\n";

  private final FakePeer peer = new FakePeer();
  private final CountDownLatch over = new CountDownLatch(1);
  private final CountDownLatch free = new CountDownLatch(ROOM);
  private BoundPort bound;
  private MilterPort port;

  @BeforeEach
  void fill() throws Exception {
    SettingsReader reader = new SettingsReader(Settings.DEFAULTS);
    reader.pair("http.threads=2");
    reader.pair("http.queue=1");
    Settings settings = reader.settings();
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    bound = BoundPort.at("milter-test", any, MilterPort.limits(settings));
    port =
        MilterPort.serve(
            bound, settings, new MailRequests(peer, settings), new Access(settings, NoUsers.USERS));
    peer.verdict = Verdict.SPAM;
    for (int i = 0; i < ROOM; i++) {
      assertThat(bound.work(this::waitsForTheEnd)).isTrue();
    }
  }

  private void waitsForTheEnd() {
    Uninterruptibles.awaitUninterruptibly(over);
    bound.isDone();
    free.countDown();
  }

  @AfterEach
  void close() {
    over.countDown();
    port.close();
  }

  @Test
  void mailIsAcceptedUncheckedAndCleaned() throws Exception {
    try (MailServer server = new MailServer(port.address()).greet()) {
      server.say(FROM, FORGED, "LX-Spam-Flag|NO|", "E" + TEXT);
      assertThat(server.hearAll()).isEqualTo(CLEANED);
      assertThat(peer.questions).isEmpty();
      over.countDown();
      free.await();
      server.say(FROM, "LX-Spam-Flag|NO|", "E" + TEXT);
      assertThat(server.hearAll())
          .startsWith("m[1]x-spam-flag||\nhX-Spam-Flag|YES|\nhX-SpamWatch-Status|spam;")
          .endsWith("\na\n");
    }
  }

  @Test
  void whatIsSentWithoutWaitingIsAsManyMails() throws Exception {
    try (MailServer server = new MailServer(port.address()).greet()) {
      server.say(FROM, FORGED, "E" + TEXT, FROM, "E" + TEXT, FROM, FORGED, "E" + TEXT, FORGED);
      assertThat(server.hearAll()).isEqualTo(CLEANED);
      assertThat(server.hearAll()).isEqualTo("a\n");
      assertThat(server.hearAll()).isEqualTo(CLEANED);
      server.say(FROM, "E" + TEXT);
      assertThat(server.hearAll()).as("what came before is of this mail").isEqualTo(CLEANED);
    }
  }
}
