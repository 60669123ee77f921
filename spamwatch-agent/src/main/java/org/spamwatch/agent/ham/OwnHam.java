package org.spamwatch.agent.ham;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.ham.HamReceipt.Outcome;
import org.spamwatch.ata.fingerprint.Scheme;

/**
 * The own-ham filter: every feature of the mails that it was given, in Bloom filters.
 *
 * <p>Each source learns into generations of a fixed length, which are dropped whole when they are
 * too old: what wanted mail still contains was learnt again since. A generation grows by parts. A
 * feature that is forgotten enters a second filter of each part that has it, and is unknown until
 * it is learnt again, by a part that begins then.
 *
 * <p>Looking a feature up costs about two look-ups in memory a part. Not thread-safe: belongs to
 * the node's turn.
 */
public final class OwnHam implements HamFilter {
  /**
   * Parts of one generation of one source at most, so that what is forgotten and learnt again in
   * turn costs neither room nor time without end.
   */
  static final int MAX_PARTS = 128;

  private static final long DAY_MILLIS = 86_400_000L;

  /** Mails that a source has given on a day. */
  private record Today(long day, int mails) {}

  private final HamConfig config;
  private final LongSupplier seeds;
  private final TreeMap<HamPart.Name, HamPart> parts = new TreeMap<>();
  private final TreeSet<HamPart.Name> changed = new TreeSet<>();
  private final TreeSet<HamPart.Name> dropped = new TreeSet<>();
  private final Map<HamSource, Today> limited = new EnumMap<>(HamSource.class);
  private long bytes;

  /**
   * A filter that has learnt nothing.
   *
   * @param seeds of the filters' hash functions; a live peer's are random and stay secret, so that
   *     nobody can write mail whose features look like those of others
   */
  public OwnHam(HamConfig config, LongSupplier seeds) {
    this.config = config;
    this.seeds = seeds;
  }

  /** Takes a part over that was kept on disk, in the place of one of its name. */
  public void restore(HamPart part) {
    HamPart before = parts.put(part.name(), part);
    bytes += part.bytes() - (before == null ? 0 : before.bytes());
  }

  @Override
  public boolean contains(Scheme scheme, long identity) {
    return isKnown(MailFeatures.element(scheme, identity), parts.values());
  }

  private static boolean isKnown(long element, Iterable<HamPart> among) {
    for (HamPart part : among) {
      if (part.contains(element)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Learns a mail.
   *
   * @param mostToday mails that this source may give on a day by calls with a limit; unlimited if
   *     empty
   * @param nowMillis milliseconds since the epoch
   */
  public HamReceipt learn(
      HamSource source, MailFeatures mail, OptionalLong mostToday, long nowMillis) {
    age(nowMillis);
    long[] all = mail.elements();
    long start = Math.floorDiv(nowMillis, config.period().toMillis()) * config.period().toMillis();
    List<HamPart> generation = generation(source, start);
    long[] missing = Arrays.stream(all).filter(e -> !isKnown(e, generation)).toArray();
    if (missing.length == 0) {
      return new HamReceipt(Outcome.KNOWN, all.length, 0);
    }
    Today today = today(source, nowMillis);
    if (mostToday.isPresent() && today.mails() >= mostToday.getAsLong()) {
      return new HamReceipt(Outcome.DAILY_LIMIT, all.length, 0);
    }
    HamPart part = partFor(source, start, generation, missing);
    if (part == null) {
      return new HamReceipt(Outcome.FULL, all.length, 0);
    }
    part.learn(missing, nowMillis);
    changed.add(part.name());
    if (mostToday.isPresent()) {
      limited.put(source, new Today(today.day(), today.mails() + 1));
    }
    return new HamReceipt(Outcome.LEARNT, all.length, missing.length);
  }

  private Today today(HamSource source, long nowMillis) {
    long day = Math.floorDiv(nowMillis, DAY_MILLIS);
    Today known = limited.get(source);
    return known != null && known.day() == day ? known : new Today(day, 0);
  }

  private List<HamPart> generation(HamSource source, long start) {
    return List.copyOf(
        parts
            .subMap(
                new HamPart.Name(source, start, 0),
                true,
                new HamPart.Name(source, start, Integer.MAX_VALUE),
                true)
            .values());
  }

  /** The newest part, or a new one if that is full or has forgotten any of the features. */
  private @Nullable HamPart partFor(
      HamSource source, long start, List<HamPart> generation, long[] elements) {
    int number = 0;
    if (!generation.isEmpty()) {
      HamPart last = generation.get(generation.size() - 1);
      if (last.hasRoom(elements.length) && Arrays.stream(elements).noneMatch(last::hasForgotten)) {
        return last;
      }
      number = last.name().number() + 1;
    }
    int full = (int) generation.stream().filter(HamPart::isFull).count();
    if (number >= MAX_PARTS || bytes + HamPart.bytes(full) > config.maxBytes()) {
      return null;
    }
    HamPart part = new HamPart(new HamPart.Name(source, start, number), full, seeds.getAsLong());
    restore(part);
    return part;
  }

  /** Forgets every feature of a mail, whatever source gave it. */
  public HamReceipt forget(MailFeatures mail) {
    long[] elements = mail.elements();
    int known = 0;
    for (long element : elements) {
      boolean any = false;
      for (HamPart part : parts.values()) {
        long before = part.bytes();
        if (part.forget(element)) {
          any = true;
          bytes += part.bytes() - before;
          changed.add(part.name());
        }
      }
      known += any ? 1 : 0;
    }
    return new HamReceipt(Outcome.FORGOTTEN, elements.length, known);
  }

  /**
   * Forgets whole generations.
   *
   * @param source of which; of all if empty
   * @param beforeMillis those in which nothing was learnt at or after this time; all if empty
   * @return mails that were learnt into them
   */
  public long forget(Optional<HamSource> source, OptionalLong beforeMillis) {
    long mails = 0;
    for (HamGeneration generation : generations()) {
      if (source.filter(s -> s != generation.source()).isEmpty()
          && generation.newestMillis() < beforeMillis.orElse(Long.MAX_VALUE)) {
        mails += generation.mails();
        drop(
            name ->
                name.source() == generation.source()
                    && name.startMillis() == generation.startMillis());
      }
    }
    return mails;
  }

  /** Drops what is too old. */
  public void age(long nowMillis) {
    long keptMillis = config.period().toMillis() * config.keep();
    drop(name -> name.startMillis() <= nowMillis - keptMillis);
  }

  private void drop(Predicate<HamPart.Name> which) {
    for (HamPart part : List.copyOf(parts.values())) {
      if (which.test(part.name())) {
        parts.remove(part.name());
        bytes -= part.bytes();
        changed.remove(part.name());
        dropped.add(part.name());
      }
    }
  }

  /** What has been learnt. */
  public HamState state() {
    double none = 1;
    for (HamPart part : parts.values()) {
      none *= 1 - part.falsePositiveRate();
    }
    return new HamState(generations(), 1 - none, bytes, config.maxBytes());
  }

  private List<HamGeneration> generations() {
    List<HamGeneration> all = new ArrayList<>();
    for (HamPart.Name name : parts.keySet()) {
      HamGeneration last = all.isEmpty() ? null : all.get(all.size() - 1);
      if (last == null
          || last.source() != name.source()
          || last.startMillis() != name.startMillis()) {
        all.add(summary(name.source(), name.startMillis()));
      }
    }
    return all;
  }

  private HamGeneration summary(HamSource source, long start) {
    List<HamPart> generation = generation(source, start);
    double none = 1;
    for (HamPart part : generation) {
      none *= 1 - part.falsePositiveRate();
    }
    return new HamGeneration(
        source,
        start,
        generation.stream().mapToLong(HamPart::mails).sum(),
        generation.stream().mapToLong(HamPart::features).sum(),
        generation.stream().mapToLong(HamPart::forgottenCount).sum(),
        generation.stream().mapToDouble(HamPart::fill).max().orElse(0),
        1 - none,
        generation.stream().mapToLong(HamPart::bytes).sum(),
        generation.stream().mapToLong(HamPart::newestMillis).max().orElse(0));
  }

  // Keeping ------------------------------------------------------------------------------------

  /** What has changed since the last call, for the disk. Copies every changed part. */
  public HamChanges takeChanges() {
    List<HamChanges.Kept> kept = new ArrayList<>();
    for (HamPart.Name name : changed) {
      HamPart part = parts.get(name);
      if (part != null) {
        kept.add(new HamChanges.Kept(name, part.bytesToKeep()));
      }
    }
    HamChanges changes = new HamChanges(kept, List.copyOf(dropped));
    changed.clear();
    dropped.clear();
    return changes;
  }

  /** The disk has failed: the changes are to be told again. */
  public void takeBack(HamChanges changes) {
    changes.kept().forEach(kept -> changed.add(kept.name()));
    dropped.addAll(changes.dropped());
    dropped.removeAll(parts.keySet());
  }
}
