package org.spamwatch.agent.imap;

import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.config.ConfigurationException;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.ata.ApproximateText;

/**
 * Keeps one account under watch: logs in, looks whenever the server tells of something or the time
 * has come, and logs in again when the connection was lost, waiting longer each time. Runs on a
 * thread of its own; {@link #stop} for any.
 */
final class AccountWatch {
  private static final Logger LOG = LoggerFactory.getLogger(AccountWatch.class);
  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

  /** A login that is refused again and again locks an account at many servers. */
  private static final Duration AFTER_REFUSAL = Duration.ofMinutes(2);

  private static final Duration WAKE_AGAIN = Duration.ofSeconds(5);
  private static final int MOST_AT_ONCE = 3;

  private final Account account;
  private final Map<String, String> environment;
  private final Optional<SSLSocketFactory> tls;
  private final LedgerFile file;
  private final Ledger ledger;
  private final Round round;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final ScheduledExecutorService waker;
  private volatile @Nullable ImapMailbox mailbox;
  private Duration wait = FIRST_WAIT;
  private boolean peerIsGone;

  /** Reads what is remembered of the account. */
  AccountWatch(Account account, Path states, Peer peer, Map<String, String> environment)
      throws ConfigurationException {
    this.account = account;
    this.environment = environment;
    tls = tls(account);
    Path state = states.resolve(account.name());
    file = new LedgerFile(state);
    try {
      ledger = file.read();
    } catch (IOException e) {
      throw new ConfigurationException(state + ": " + AtomicFile.reason(e), e);
    }
    round =
        new Round(
            account.name(),
            ledger,
            () -> file.write(ledger),
            peer,
            ApproximateText.standard().withEvidence(),
            account.proof(),
            Clock.systemUTC());
    waker =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "wake " + account.name());
              thread.setDaemon(true);
              return thread;
            });
  }

  private static Optional<SSLSocketFactory> tls(Account account) throws ConfigurationException {
    if (!account.tls()) {
      return Optional.empty();
    }
    if (account.certificate().isPresent()) {
      return Optional.of(Trust.in(account.certificate().get()));
    }
    return Optional.of((SSLSocketFactory) SSLSocketFactory.getDefault());
  }

  /** How looking once ended. */
  enum Outcome {
    DONE,
    NO_MAILBOX,
    NO_PEER
  }

  /** Logs in, looks once and logs out. */
  Outcome once() {
    try (ImapMailbox opened = open()) {
      return look(opened) ? Outcome.DONE : Outcome.NO_PEER;
    } catch (MessagingException | IOException | AgentException | RuntimeException e) {
      LOG.warn("{}: {}", account.name(), Reason.of(e));
      return Outcome.NO_MAILBOX;
    } finally {
      waker.shutdownNow();
    }
  }

  /** Watches until it is stopped. */
  void run() {
    while (!isStopped()) {
      try (ImapMailbox opened = open()) {
        LOG.info("{}: logged in", account.name());
        mailbox = opened;
        while (!isStopped()) {
          look(opened);
          wait = FIRST_WAIT;
          await(opened);
        }
      } catch (MessagingException | IOException | AgentException | RuntimeException e) {
        // The library reads what a server sends not without a fault of its own now and then.
        if (!isStopped()) {
          boolean refused = e instanceof AuthenticationFailedException;
          Duration pause = refused ? AFTER_REFUSAL : nextWait();
          LOG.warn("{}: {}; next try in {} s", account.name(), Reason.of(e), pause.toSeconds());
          sleep(pause);
        }
      } finally {
        mailbox = null;
      }
    }
    LOG.info("{}: stopped", account.name());
  }

  private ImapMailbox open() throws MessagingException, AgentException {
    return ImapMailbox.open(account, account.secret().read(environment), tls);
  }

  /** Returns whether there was a peer to ask. */
  private boolean look(ImapMailbox opened) throws MessagingException, IOException {
    try {
      boolean again = true;
      for (int i = 0; again && i < MOST_AT_ONCE; i++) {
        again = round.run(opened.inbox(), opened.junk(), opened::elsewhere);
      }
      if (peerIsGone) {
        LOG.info("{}: the peer answers again", account.name());
      }
      peerIsGone = false;
      return true;
    } catch (AgentException e) {
      if (!peerIsGone) {
        LOG.warn("{}: {}; mail stays where it is", account.name(), e.line());
      }
      peerIsGone = true;
      return false;
    } finally {
      opened.rest();
    }
  }

  /** Until the server tells of something, but no longer than a poll. */
  private void await(ImapMailbox opened) throws MessagingException {
    if (!opened.canIdle()) {
      sleep(account.poll());
      return;
    }
    ScheduledFuture<?> wake =
        waker.scheduleWithFixedDelay(
            opened::wake, account.poll().toMillis(), WAKE_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
    try {
      if (!isStopped()) {
        opened.idle();
      }
    } finally {
      wake.cancel(false);
    }
  }

  /** Twice as long each time, and not together with all others that lost the same server. */
  private Duration nextWait() {
    Duration now = wait;
    wait = wait.multipliedBy(2).compareTo(LONGEST_WAIT) < 0 ? wait.multipliedBy(2) : LONGEST_WAIT;
    return now.plusMillis(ThreadLocalRandom.current().nextLong(now.toMillis() / 2 + 1));
  }

  private void sleep(Duration time) {
    try {
      stopped.await(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      stopped.countDown();
      Thread.currentThread().interrupt();
    }
  }

  private boolean isStopped() {
    return stopped.getCount() == 0;
  }

  /** Ends it: soon if it waits or the server answers, else when {@link #cut} is called. */
  void stop() {
    stopped.countDown();
    ImapMailbox opened = mailbox;
    if (opened != null) {
      waker.execute(opened::wake);
    }
  }

  /** Ends its connections at once. */
  void cut() {
    ImapMailbox opened = mailbox;
    if (opened != null) {
      opened.cut();
    }
  }
}
