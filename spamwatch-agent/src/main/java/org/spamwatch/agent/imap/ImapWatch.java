package org.spamwatch.agent.imap;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.config.ConfigurationException;

/** All accounts of a person, each watched by a thread of its own. */
public final class ImapWatch {
  private static final Duration LEAVE = Duration.ofSeconds(5);

  private final List<AccountWatch> accounts = new ArrayList<>();
  private final CountDownLatch stopped = new CountDownLatch(1);

  /**
   * Those of a configuration file, which nobody but its owner may read.
   *
   * @param states the directory in which is kept what was seen of each
   * @param environment where passwords may be
   */
  public ImapWatch(Path configuration, Path states, Peer peer, Map<String, String> environment)
      throws ConfigurationException {
    for (Account account : AccountsFile.read(configuration)) {
      accounts.add(new AccountWatch(account, states, peer, environment));
    }
  }

  /**
   * Looks once at each, one after the other.
   *
   * @throws UnwatchedException if one could not be looked at; the others were
   */
  public void once() throws AgentException {
    boolean done = true;
    for (AccountWatch account : accounts) {
      done &= account.once() == AccountWatch.Outcome.DONE;
    }
    if (!done) {
      throw new UnwatchedException("not all accounts could be looked at; see above");
    }
  }

  /** Watches all until {@link #stop}. */
  public void run() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (AccountWatch account : accounts) {
      Thread thread = new Thread(account::run, "imap");
      thread.start();
      threads.add(thread);
    }
    stopped.await();
    accounts.forEach(AccountWatch::stop);
    long deadline = System.nanoTime() + LEAVE.toNanos();
    for (Thread thread : threads) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      thread.join(Math.max(1, left));
    }
    accounts.forEach(AccountWatch::cut); // a server that does not answer holds nobody
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** Ends watching; for any thread, also a second time. */
  public void stop() {
    stopped.countDown();
  }
}
