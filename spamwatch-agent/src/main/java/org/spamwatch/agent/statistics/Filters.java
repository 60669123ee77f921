package org.spamwatch.agent.statistics;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.statistics.StatisticsState.UserMails;
import org.spamwatch.statistics.FilterParameters;
import org.spamwatch.statistics.FilterTrainer;
import org.spamwatch.statistics.FilterTrainer.MarkedMail;
import org.spamwatch.statistics.StatisticalFilter;
import org.spamwatch.statistics.StatisticalFilter.TrainingRecord;
import org.spamwatch.statistics.TokenCounts;

/**
 * The filters that judge: the site's, and those of users who have taught enough, the last used of
 * them. A thread of its own builds them anew from the counts some time after these have changed,
 * and each then takes the place of the one before at once. Safe for any thread.
 */
final class Filters implements AutoCloseable {
  /** Users' own filters in memory, of half a megabyte each. */
  private static final int MOST_OWN = 8;

  private static final long NEVER = Long.MAX_VALUE;
  private static final Logger LOG = LoggerFactory.getLogger(Filters.class);

  /** From a change to the filters that heed it, in nanoseconds: what follows is built with it. */
  private static final long GATHERING = TimeUnit.SECONDS.toNanos(10);

  private final CountStore store;
  private final SiteKey key;
  private final LongSupplier wallMillis;
  private final FilterTrainer trainer = new FilterTrainer(FilterParameters.DEFAULT);
  private final Cache<String, Optional<AppliedFilter>> own =
      CacheBuilder.newBuilder().maximumSize(MOST_OWN).build();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "statistics");
            made.setDaemon(true);
            return made;
          });

  private volatile Optional<AppliedFilter> site = Optional.empty();

  /** Whose filters are to be built anew, {@link Marked#SITE} for the site's. */
  private final Set<String> changed = new LinkedHashSet<>(); // guarded by this

  private long due = NEVER; // nanoseconds; guarded by this
  private Future<?> next = CompletableFuture.completedFuture(null); // guarded by this
  private final BuildBudget budget; // guarded by this

  /**
   * None yet; the first are built soon.
   *
   * @param wallMillis the date
   */
  Filters(CountStore store, SiteKey key, LongSupplier wallMillis) {
    this.store = store;
    this.key = key;
    this.wallMillis = wallMillis;
    budget = new BuildBudget(System.nanoTime());
    if (!store.users().isEmpty()) {
      build(Set.of(Marked.SITE), 0);
    }
  }

  /** The site's, if it is trained. */
  Optional<AppliedFilter> ofSite() {
    return site;
  }

  /** A user's own if he has taught enough and it is built, else the site's. */
  Optional<AppliedFilter> of(String user) {
    Optional<AppliedFilter> built = own.getIfPresent(user);
    if (built != null) {
      return built.or(() -> site);
    }
    if (isTrained(user)) {
      build(Set.of(user), 0);
    } else {
      own.put(user, Optional.empty());
    }
    return site;
  }

  private boolean isTrained(String user) {
    return store.users().stream().anyMatch(each -> each.name().equals(user) && isEnough(each));
  }

  private static boolean isEnough(UserMails mails) {
    return mails.spam() >= TrainingRecord.LEAST_MAILS && mails.ham() >= TrainingRecord.LEAST_MAILS;
  }

  /** The counts of users have changed: their filters and the site's are built anew in a while. */
  void changed(Collection<String> users) {
    Set<String> all = new LinkedHashSet<>(users);
    all.add(Marked.SITE);
    build(all, GATHERING);
  }

  /** Has them built, once there is time for it; returns after how many nanoseconds that is. */
  private synchronized long build(Collection<String> whose, long after) {
    changed.addAll(whose);
    long now = System.nanoTime();
    long pause = Math.max(after, budget.pause(now));
    long at = now + pause;
    if (due == NEVER || at - due < 0) {
      due = at;
      next.cancel(false); // one waits at most
      try {
        Runnable building = this::build;
        next = thread.schedule(building, pause, TimeUnit.NANOSECONDS);
      } catch (RejectedExecutionException e) {
        LOG.debug("the peer ends: no filter is built", e);
      }
    }
    return pause;
  }

  /**
   * Builds what has changed, now if there is time for it.
   *
   * @return nothing once that judges, or in how many milliseconds it will be built
   */
  OptionalLong settle() {
    if (pauseOfChanges() == 0) {
      try {
        CompletableFuture.runAsync(this::build, thread).join();
      } catch (RejectedExecutionException e) {
        LOG.debug("the peer ends: no filter is built", e);
      }
    }
    long pause = pauseOfChanges();
    return pause == 0
        ? OptionalLong.empty()
        : OptionalLong.of(TimeUnit.NANOSECONDS.toMillis(pause) + 1);
  }

  private synchronized long pauseOfChanges() {
    return changed.isEmpty() ? 0 : build(Set.of(), 0);
  }

  private void build() {
    Set<String> whose;
    synchronized (this) {
      due = NEVER;
      if (!changed.isEmpty() && budget.pause(System.nanoTime()) > 0) {
        build(Set.of(), 0); // others were built meanwhile
        return;
      }
      whose = new LinkedHashSet<>(changed);
      changed.clear();
    }
    if (whose.isEmpty()) {
      return;
    }
    long start = System.nanoTime();
    try (Counts counts = store.counts()) {
      for (String name : whose) {
        build(name, counts);
      }
    } catch (IOException | UncheckedIOException e) {
      failed(e);
    } catch (RuntimeException e) {
      LOG.error("the statistical filter cannot be built", e);
    }
    synchronized (this) {
      budget.spend(start, System.nanoTime());
    }
  }

  private void failed(Exception e) {
    if (!thread.isShutdown()) {
      LOG.warn("the statistical filter cannot be built: {}", AtomicFile.reason(e));
    }
  }

  /**
   * Builds a filter; its thresholds are chosen by its owner's mails alone, of the site's by the
   * operator's: by wrong marks nobody blinds another's.
   */
  private void build(String name, Counts counts) {
    List<MarkedMail> sample =
        counts.last().stream().filter(each -> each.user().equals(name)).map(Marked::mail).toList();
    if (name.equals(Marked.SITE)) {
      site = trained(new SiteTokens(counts), sample);
      return;
    }
    OptionalInt user = counts.indexOf(name);
    own.put(
        name,
        user.isPresent()
            ? trained(new UserTokens(counts, user.getAsInt()), sample)
            : Optional.empty());
  }

  private Optional<AppliedFilter> trained(TokenCounts tokens, List<MarkedMail> sample) {
    UserMails mails = new UserMails("", tokens.spamMails(), tokens.hamMails());
    if (!isEnough(mails)) {
      return Optional.empty();
    }
    long seconds = TimeUnit.MILLISECONDS.toSeconds(wallMillis.getAsLong());
    StatisticalFilter filter = trainer.train(tokens, sample, seconds, key.fingerprint()).filter();
    return filter.record().tokens() == 0
        ? Optional.empty()
        : Optional.of(new AppliedFilter(filter, key));
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
