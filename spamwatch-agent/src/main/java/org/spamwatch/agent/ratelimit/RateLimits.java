package org.spamwatch.agent.ratelimit;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.sketch.DistinctRates;
import org.spamwatch.sketch.DistinctRates.Outcome;

/**
 * What the mail servers that ask a peer have had to do with, counted by its {@link RateLimit}s.
 * Whatever is counted is hashed with the peer's secret (SipHash-2-4), so that neither memory nor
 * files tell addresses, but of those who are over a limit. Safe for any thread: a lock is held for
 * about a microsecond a count.
 */
public final class RateLimits {
  /** Limits at most. */
  public static final int MOST_LIMITS = 16;

  private static final Logger LOG = LoggerFactory.getLogger(RateLimits.class);
  private static final String PURPOSE = "spamwatch-ratelimit-v1";
  private static final int KEPT_KEYS = 10_000;
  private static final int KEPT_BYTES = 12 << 20;

  /** The part of a limit from which on a key is kept over a restart. */
  private static final double KEPT_FROM = 0.1;

  private static final long WARNING_MILLIS = 60_000;

  private final HashFunction hash;
  private final LongSupplier millis;
  private final Map<String, Table> tables = new LinkedHashMap<>();
  private final FlaggedKeys flagged = new FlaggedKeys();
  private long warnedMillis;
  private boolean hasWarned;

  private record Table(RateLimit limit, long maxBytes, DistinctRates rates) {}

  /**
   * No limit yet.
   *
   * @param secret of the peer
   * @param millis a clock in milliseconds that is never set
   */
  public RateLimits(byte[] secret, LongSupplier millis) {
    byte[] purpose = PURPOSE.getBytes(StandardCharsets.US_ASCII);
    byte[] key = Hashing.sha256().newHasher().putBytes(purpose).putBytes(secret).hash().asBytes();
    java.nio.ByteBuffer halves = java.nio.ByteBuffer.wrap(key);
    hash = Hashing.sipHash24(halves.getLong(), halves.getLong());
    this.millis = millis;
  }

  /**
   * Replaces the limits. What was counted stays for those that stay.
   *
   * @param limits with different names
   * @param maxBytes of memory for all of them together
   */
  public synchronized void set(List<RateLimit> limits, long maxBytes) {
    Map<String, Table> before = new LinkedHashMap<>(tables);
    tables.clear();
    for (RateLimit limit : limits) {
      long share = maxBytes / limits.size();
      Table old = before.get(limit.name());
      boolean stays = old != null && old.maxBytes == share && of(old.limit).equals(of(limit));
      DistinctRates rates = stays && old != null ? old.rates : rates(limit, share);
      tables.put(limit.name(), new Table(limit, share, rates));
      if (!stays) {
        flagged.removeAll(limit.name());
      }
    }
    before.keySet().stream().filter(name -> !tables.containsKey(name)).forEach(flagged::removeAll);
  }

  /** What of a limit makes its counts another's. */
  private static String of(RateLimit limit) {
    return limit.name()
        + " "
        + limit.rate()
        + " "
        + limit.counting().name().toLowerCase(Locale.ROOT);
  }

  private DistinctRates rates(RateLimit limit, long maxBytes) {
    long seed = hashed("seed of " + of(limit));
    return new DistinctRates(
        limit.most(), limit.period().toMillis(), limit.counting(), maxBytes, seed);
  }

  private long hashed(String text) {
    return hash.hashUnencodedChars(text).asLong();
  }

  /** The limits. */
  public synchronized List<RateLimit> limits() {
    return tables.values().stream().map(Table::limit).toList();
  }

  /** Whether mails that mail servers are given are counted by what is said of them. */
  public synchronized boolean countMails() {
    return tables.values().stream().anyMatch(table -> table.limit.counted().isPresent());
  }

  /**
   * Counts something.
   *
   * @param limit its name
   * @param key whose it is, in any case
   * @param unique what it is, in any case
   * @param source who brings it, if that is known: keys of the source that has most of them give
   *     way first
   * @return nothing if there is no such limit
   */
  public synchronized Optional<RateResult> count(
      String limit, String key, String unique, Optional<String> source) {
    return Optional.ofNullable(tables.get(limit))
        .map(table -> count(table, folded(key), folded(unique), source.orElse(key)));
  }

  private static String folded(String text) {
    return text.strip().toLowerCase(Locale.ROOT);
  }

  private RateResult count(Table table, String key, String unique, String source) {
    long now = millis.getAsLong();
    long hashed = hashed(key);
    Outcome outcome = table.rates.count(hashed, (int) hashed(source), hashed(unique), now);
    if (outcome == Outcome.OVER) {
      boolean isNews = flagged.add(new FlaggedKeys.Place(table.limit.name(), hashed), key, now);
      if (isNews && (!hasWarned || now - warnedMillis >= WARNING_MILLIS)) {
        hasWarned = true;
        warnedMillis = now;
        LOG.warn(
            "somebody is over the limit {} of {}; 'spamwatch ratelimit list' says who",
            table.limit.name(),
            table.limit.rate());
      }
    }
    return new RateResult(table.limit, table.rates.rate(hashed, now), outcome);
  }

  /**
   * Counts a mail that a mail server is given, in every limit that can be counted by what is said
   * of it, up to the first that is exceeded and has more done than {@link RateLimit.Action#FLAG}.
   *
   * @param said attributes as the mail server has them; what is missing or empty is not counted
   * @return that limit, if one is
   */
  public synchronized Optional<RateResult> exceeded(Map<MailAttribute, String> said) {
    String source =
        text(MailAttribute.USER, said).or(() -> text(MailAttribute.CLIENT, said)).orElse("");
    for (Table table : tables.values()) {
      Optional<RateLimit.Counted> counted = table.limit.counted();
      Optional<String> key = counted.flatMap(of -> text(of.key(), said));
      Optional<String> unique = counted.flatMap(of -> text(of.unique(), said));
      if (key.isPresent() && unique.isPresent()) {
        RateResult result =
            count(table, key.get(), unique.get(), source.isEmpty() ? key.get() : source);
        if (result.isOver() && table.limit.action() != RateLimit.Action.FLAG) {
          return Optional.of(result);
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> text(MailAttribute attribute, Map<MailAttribute, String> said) {
    return Optional.ofNullable(said.get(attribute))
        .map(attribute::counted)
        .filter(text -> !text.isEmpty());
  }

  /** Whether something new would be over a limit now; nothing if there is no such limit. */
  public synchronized Optional<RateResult> look(String limit, String key) {
    long now = millis.getAsLong();
    long hashed = hashed(folded(key));
    return Optional.ofNullable(tables.get(limit))
        .map(
            table ->
                new RateResult(
                    table.limit, table.rates.rate(hashed, now), table.rates.look(hashed, now)));
  }

  /**
   * Forgets a key, which begins anew; returns whether there was anything of it, and nothing if
   * there is no such limit.
   */
  public synchronized Optional<Boolean> forget(String limit, String key) {
    long hashed = hashed(folded(key));
    return Optional.ofNullable(tables.get(limit))
        .map(
            table -> {
              boolean wasFlagged = flagged.remove(new FlaggedKeys.Place(limit, hashed));
              return table.rates.forget(hashed) || wasFlagged;
            });
  }

  /** What was counted. */
  public synchronized RateStatus status() {
    long now = millis.getAsLong();
    return new RateStatus(
        tables.values().stream()
            .map(
                table ->
                    new RateStatus.Table(
                        table.limit,
                        table.rates.keys(),
                        table.rates.forgotten(),
                        table.rates.bytes()))
            .toList(),
        flagged.list(place -> rate(place, now), now));
  }

  private double rate(FlaggedKeys.Place place, long now) {
    Table table = tables.get(place.limit());
    return table == null ? 0 : table.rates.rate(place.key(), now);
  }

  // Over a restart -----------------------------------------------------------------------------

  /**
   * What is worth keeping: of each limit the keys that have a tenth of it or more, the highest
   * first, 10,000 and 12 MiB in all at most.
   *
   * @param wallMillis now, by the wall clock
   */
  public synchronized RateState kept(long wallMillis) {
    long now = millis.getAsLong();
    List<RateState.Kept> all = new ArrayList<>();
    for (Table table : tables.values()) {
      List<String> keys = new ArrayList<>();
      long left = KEPT_BYTES / tables.size();
      double least = KEPT_FROM * table.limit.most();
      for (byte[] key : table.rates.write(least, KEPT_KEYS / tables.size(), now)) {
        String text = Base64.getEncoder().withoutPadding().encodeToString(key);
        left -= text.length() + 1;
        if (left < 0) {
          break;
        }
        keys.add(text);
      }
      all.add(new RateState.Kept(of(table.limit), keys));
    }
    return new RateState(wallMillis, all);
  }

  /**
   * Takes up what was kept, for limits that are as they were. A wall clock that was set back
   * meanwhile has no time pass, and one that was set on has what was counted decay.
   *
   * @throws IllegalArgumentException in one line, if it was not written by a peer of this secret
   */
  public synchronized void restore(RateState state, long wallMillis) {
    long written = millis.getAsLong() - Math.max(0, wallMillis - state.writtenMillis());
    for (RateState.Kept kept : state.limits()) {
      for (Table table : tables.values()) {
        if (of(table.limit).equals(kept.limit())) {
          kept.keys().forEach(key -> table.rates.restore(Base64.getDecoder().decode(key), written));
        }
      }
    }
  }
}
