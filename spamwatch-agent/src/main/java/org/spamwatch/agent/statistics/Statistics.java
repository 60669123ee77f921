package org.spamwatch.agent.statistics;

import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.config.StatisticsMode;
import org.spamwatch.agent.config.StatisticsSetting;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.statistics.AppliedFilter.Judgement;
import org.spamwatch.agent.statistics.CountStore.Outcome;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.live.LimitedLog;
import org.spamwatch.statistics.Clues.Clue;

/**
 * A peer's statistical filter: what its people teach it, and what it says of a mail. Beside the
 * votes, of which it knows nothing. Safe for any thread; teaching waits for the disk, judging for
 * nothing.
 */
public final class Statistics implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Statistics.class);
  private static final long DAY_MILLIS = TimeUnit.DAYS.toMillis(1);

  private final LimitedLog log = new LimitedLog(LOG);
  private final StatisticsMode mode;
  private final SiteKey key;
  private final CountStore store;
  private final Filters filters;
  private final LongSupplier wallMillis;
  private final int dailyLimit;
  private final Map<String, Integer> today = new HashMap<>(); // guarded by itself
  private long day; // guarded by today

  private Statistics(
      StatisticsMode mode, int dailyLimit, SiteKey key, CountStore store, LongSupplier wallMillis) {
    this.mode = mode;
    this.dailyLimit = dailyLimit;
    this.key = key;
    this.store = store;
    this.wallMillis = wallMillis;
    filters = new Filters(store, key, wallMillis);
  }

  /**
   * Opens what a peer was taught, if its settings say that it has a statistical filter. If the disk
   * does not allow it that is said, and the peer goes on without.
   *
   * @param secret of the peer
   * @param wallMillis the date
   */
  public static Optional<Statistics> open(
      Settings settings, Path dataDirectory, byte[] secret, LongSupplier wallMillis) {
    StatisticsMode mode = settings.value(StatisticsSetting.MODE);
    if (mode == StatisticsMode.OFF) {
      return Optional.empty();
    }
    SiteKey key = SiteKey.of(secret);
    long mostBytes = (long) settings.value(StatisticsSetting.MAX_MEGABYTES) << 20;
    try {
      CountStore store = CountStore.open(dataDirectory, key.fingerprint(), mostBytes);
      return Optional.of(
          new Statistics(
              mode, settings.value(StatisticsSetting.DAILY_LIMIT), key, store, wallMillis));
    } catch (IOException e) {
      LOG.warn(
          "{}: cannot be used: {}; the peer goes on without a statistical filter",
          dataDirectory.resolve("statistics"),
          AtomicFile.reason(e));
      return Optional.empty();
    }
  }

  /** What it does. */
  public StatisticsMode mode() {
    return mode;
  }

  /** Under which tokens are hashed. */
  public SiteKey key() {
    return key;
  }

  /**
   * What is said of a mail, once enough was taught.
   *
   * @param user by whose own filter, if there is one; by the site's else
   */
  public Optional<Judgement> judge(byte[] mail, Optional<String> user) {
    return filter(user).map(filter -> filter.judge(mail));
  }

  /** The words of a mail that mattered most, for whom it is shown. */
  public List<Clue> clues(byte[] mail, Optional<String> user) {
    return filter(user).map(filter -> filter.clues(mail)).orElse(List.of());
  }

  private Optional<AppliedFilter> filter(Optional<String> user) {
    return user.isPresent() ? filters.of(user.get()) : filters.ofSite();
  }

  /** Whether any user may have a filter of his own, so that it matters who asks. */
  public boolean hasOwn() {
    return store.users().stream().anyMatch(user -> !user.name().equals(Marked.SITE));
  }

  /**
   * A filter, for who applies it himself.
   *
   * @param etag changes with it
   */
  @SuppressWarnings("ArrayRecordComponent") // handed on once, never compared
  public record FilterFile(byte[] bytes, String etag) {}

  /** The filter by which a user is judged, if enough was taught. */
  public Optional<FilterFile> file(Optional<String> user) {
    return filter(user)
        .map(
            filter -> {
              byte[] bytes = filter.filter().bytes();
              return new FilterFile(bytes, Hashing.sha256().hashBytes(bytes).toString());
            });
  }

  /**
   * Learns what users say of mails; what became of each. Filters heed it some seconds later.
   *
   * @throws FullException if there is no room; nothing of it is learnt
   * @throws QuotaException if a user may not teach so much today; what came before that is learnt
   * @throws IOException if the disk does not take it; nothing of it is learnt
   */
  public List<Outcome> learn(List<Marked> said) throws IOException {
    List<Outcome> outcomes = new ArrayList<>();
    for (int from = 0; from < said.size(); ) { // those of a user in a row: all of a request
      String user = said.get(from).user();
      int to = from + 1;
      while (to < said.size() && said.get(to).user().equals(user)) {
        to++;
      }
      outcomes.addAll(learn(user, said.subList(from, to)));
      from = to;
    }
    return outcomes;
  }

  private List<Outcome> learn(String user, List<Marked> said) throws IOException {
    List<Outcome> outcomes;
    int changes;
    synchronized (today) { // or two requests at once would both find room
      outcomes = store.learn(said, left(user));
      changes = outcomes.size() - Collections.frequency(outcomes, Outcome.KNOWN);
      today.merge(user, changes, Integer::sum);
    }
    if (changes > 0) {
      filters.changed(List.of(user));
    }
    if (outcomes.size() < said.size()) {
      throw new QuotaException(dailyLimit, changes);
    }
    return outcomes;
  }

  /** How many mails a user may still teach today. */
  private int left(String user) {
    long now = wallMillis.getAsLong() / DAY_MILLIS;
    if (now != day) {
      day = now;
      today.clear();
    }
    return user.equals(Marked.SITE) ? Integer.MAX_VALUE : dailyLimit - today.getOrDefault(user, 0);
  }

  /**
   * Learns a mail on which a user has voted, or that he calls own ham; a vote stands whatever
   * becomes of this, which is said in the log alone.
   *
   * @param user {@link Marked#SITE} for the site's operator
   */
  public void mark(String user, VoteValue word, byte[] mail) {
    try {
      Optional<TokenSet> tokens = new TokenReader(key).read(mail);
      if (tokens.isPresent()) {
        learn(List.of(new Marked(user, word, tokens.get())));
      }
    } catch (IOException | IllegalArgumentException e) {
      log.warn(
          "mark", () -> "a mark is not learnt by the statistical filter: " + AtomicFile.reason(e));
    }
  }

  /**
   * Has what was learnt before judge, at once if filters were not built too often of late.
   *
   * @return nothing once it does, or in how many milliseconds it will be built
   */
  public OptionalLong settle() {
    return filters.settle();
  }

  /**
   * Forgets all that a user has taught; returns how many mails that were. Filters heed it as {@link
   * #settle} says.
   */
  public long forget(String user) throws IOException {
    long mails = store.forget(Optional.of(user));
    filters.changed(List.of(user));
    settle();
    return mails;
  }

  /** What was taught, and what judges for a user. */
  public StatisticsState state(Optional<String> user) {
    return StatisticsState.of(mode, store.users(), store.bytes(), user, filter(user));
  }

  @Override
  public void close() {
    filters.close();
    log.flush();
    try {
      store.close();
    } catch (IOException e) {
      LOG.warn("the counts of the statistical filter: {}", AtomicFile.reason(e));
    }
  }

  /** A user has taught as many mails today as he may. */
  public static final class QuotaException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int limit;

    QuotaException(int limit, int learnt) {
      super(
          ("a user has taught " + limit + " mails today, all that he may (statistics.daily-limit)")
              + (learnt > 0 ? "; " + learnt + " of these are learnt" : ""));
      this.limit = limit;
    }

    /** Mails a day. */
    public int limit() {
      return limit;
    }
  }
}
