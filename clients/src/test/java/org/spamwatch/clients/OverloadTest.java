package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Mail servers with more mail at once than a peer of two workers and a queue of one takes: no mail
 * waits for it or is lost, and what it cannot look at arrives without its fields.
 */
final class OverloadTest {
  private static final int MAILS = Integer.getInteger("clients.mails", 40);
  private static final int AT_ONCE = 12;

  /** Texts of 5 KB in a mail, so that it keeps a worker at work. */
  private static final int TEXTS = 20;

  private static final String ALICE = "alice@generated.example";

  private final List<Mail> mails = new ArrayList<>();
  private Scratch scratch;
  private SpamdPeer peer;
  private int milter;
  private Dovecot dovecot;

  @BeforeEach
  void start() throws Exception {
    scratch = Scratch.make();
    milter = scratch.freePort();
    peer =
        SpamdPeer.start(
            scratch, "milter.listen=127.0.0.1:" + milter, "http.threads=2", "http.queue=1");
    dovecot = Dovecot.filing(scratch, "alice");
    for (int i = 0; i < MAILS; i++) {
      Mail mail = Mails.ham(TEXTS * i);
      StringBuilder text = new StringBuilder(mail.text());
      for (int more = 1; more < TEXTS; more++) {
        text.append(Mails.ham(TEXTS * i + more).text().split("\r\n\r\n", 2)[1]);
      }
      mails.add(new Mail(mail.id(), text.toString()));
    }
  }

  @AfterEach
  void stop() throws IOException {
    scratch.close();
  }

  /** Sends all of them, some at once; each must be taken at the first try, and delivered. */
  private void sendAll(int port) throws Exception {
    ExecutorService senders = Executors.newFixedThreadPool(AT_ONCE);
    try {
      List<Callable<String>> sending = new ArrayList<>();
      for (Mail mail : mails) {
        sending.add(() -> Smtp.send(port, ALICE, mail));
      }
      for (Future<String> sent : senders.invokeAll(sending)) {
        assertThat(sent.get()).startsWith("250 ");
      }
    } finally {
      senders.shutdownNow();
    }
    ImapUser alice = dovecot.user("alice");
    Awaiting.until("all mails in the inbox", () -> alice.ids("INBOX").size() >= MAILS);
    assertThat(alice.ids("INBOX"))
        .containsExactlyInAnyOrderElementsOf(mails.stream().map(Mail::id).toList());
  }

  /** Or the peer had time for all, and this shows nothing. */
  private void someAreUnchecked() throws IOException {
    int checked = 0;
    for (Mail mail : mails) {
      checked += dovecot.fields("alice", mail, "X-SpamWatch-Status").size();
    }
    assertThat(checked).isBetween(1, MAILS - 1);
  }

  @Test
  void postfixDeliversWhatTheMilterHasNoTimeFor() throws Exception {
    String snippet = Snippet.ofMilter("postfix", milter).part("In /etc/postfix/main.cf");
    sendAll(Postfix.start(scratch, dovecot.lmtpPort(), snippet).port());
    someAreUnchecked();
  }

  @Test
  void sendmailDeliversWhatTheMilterHasNoTimeFor() throws Exception {
    String snippet = Snippet.ofMilter("sendmail", milter).part("In /etc/mail/sendmail.mc");
    sendAll(Sendmail.start(scratch, dovecot.lmtpPort(), snippet).port());
    someAreUnchecked();
  }

  @Test
  void eximDeliversWhatIsToldToComeAgain() throws Exception {
    Exim exim = Exim.start(scratch, dovecot.lmtpPort(), peer);
    sendAll(exim.port());
    assertThat(exim.log()).as("to 75 EX_TEMPFAIL").contains("cannot parse spamd");
  }
}
