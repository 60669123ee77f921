package org.spamwatch.simulator.detection;

import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.ham.ProbeKeys;
import org.spamwatch.agent.summary.Announcement;
import org.spamwatch.agent.summary.SummaryListener;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;
import org.spamwatch.sketch.BlockedBloomFilter;

/**
 * What one peer would know if it kept of all announcements a small Bloom filter and no more: of
 * those messages whose features fit it, the newest first, where each doubling of the peers that
 * announce one counts for another week. Source: a cache-sized summary, as SW proposes. Not
 * thread-safe.
 */
final class SmallCache implements SummaryListener {
  private static final int BITS_PER_FEATURE = 18;
  private static final long WEEK_MILLIS = Duration.ofDays(7).toMillis();

  /** A message that stands announced: by whom, with which vectors, and when last. */
  private static final class Entry {
    final Map<Id, Announcement> words = new LinkedHashMap<>(2);
    long newestMillis = Long.MIN_VALUE;

    double rank() {
      return newestMillis + WEEK_MILLIS * Math.log(words.size()) / Math.log(2);
    }
  }

  private final Map<Id, Entry> entries = new LinkedHashMap<>();
  private final int blocks;
  private final long seed;
  private @Nullable BlockedBloomFilter filter;

  /**
   * An empty one.
   *
   * @param bytes of the filter
   * @param seed of its hash functions
   */
  SmallCache(int bytes, long seed) {
    blocks = Math.max(1, bytes * Byte.SIZE / BlockedBloomFilter.BLOCK_BITS);
    this.seed = seed;
  }

  @Override
  public void announced(Id origin, Announcement announcement, long timeMillis) {
    Entry entry = entries.computeIfAbsent(announcement.guid(), guid -> new Entry());
    entry.words.put(origin, announcement);
    entry.newestMillis = Math.max(entry.newestMillis, timeMillis);
    filter = null;
  }

  @Override
  public void takenBack(Id origin, Id guid) {
    Entry entry = entries.get(guid);
    if (entry != null && entry.words.remove(origin) != null) {
      entries.computeIfPresent(guid, (id, held) -> held.words.isEmpty() ? null : held);
      filter = null;
    }
  }

  @Override
  public void forgotten(Id origin, Id guid) {
    takenBack(origin, guid);
  }

  /** Whether a mail is like something in the filter, so that it would be asked about. */
  boolean knows(AddressedMail mail) {
    for (FeatureVector vector : mail.vectors()) {
      int thres = Threshold.STANDARD.forSize(vector.scheme(), vector.size());
      Set<Id> keys = new LinkedHashSet<>(vector.keys());
      if (!vector.wholeText()) {
        mail.probes().stream()
            .filter(probes -> probes.scheme().equals(vector.scheme()))
            .forEach(probes -> keys.addAll(ProbeKeys.of(probes).keys()));
      } else if (!holds(vector.keys().get(0))) {
        continue;
      }
      if (keys.stream().filter(this::holds).limit(thres).count() == thres) {
        return true;
      }
    }
    return false;
  }

  private boolean holds(Id feature) {
    BlockedBloomFilter built = filter == null ? built() : filter;
    filter = built;
    return built.mightContain(feature.high());
  }

  private BlockedBloomFilter built() {
    BlockedBloomFilter fresh = new BlockedBloomFilter(blocks, seed);
    long room = (long) blocks * BlockedBloomFilter.BLOCK_BITS / BITS_PER_FEATURE;
    List<Entry> first =
        entries.values().stream()
            .sorted(Comparator.comparingDouble(Entry::rank).reversed())
            .toList();
    for (Entry entry : first) {
      Set<Id> keys = new LinkedHashSet<>();
      entry.words.values().stream()
          .flatMap(word -> word.vectors().stream())
          .forEach(vector -> keys.addAll(vector.keys()));
      room -= keys.stream().filter(key -> fresh.add(key.high())).count();
      if (room <= 0) {
        break;
      }
    }
    return fresh;
  }
}
