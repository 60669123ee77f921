package org.spamwatch.agent.summary;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.ata.evidence.SharedKinds;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

/**
 * Every message that stands announced, to be looked up by its features: a Bloom filter answers for
 * what is unknown, in a cache line a feature, and an exact index for the rest. Looking up what is
 * unknown allocates nothing. Once a page of the index cannot be read, nothing is looked up any
 * more, and what is known is not complete. Not thread-safe: to be called on the node's turn only.
 */
public final class SpamSummary implements SummaryListener, AnnouncedSpam {
  /** Matches told of one mail. */
  private static final int MAX_MATCHES = 64;

  /** Messages compared whole with one mail, those first that are most like it. */
  private static final int MAX_COMPARED = 1_024;

  /**
   * Vectors looked at under one key of evidence, the newest: a shop's link may be in any number.
   */
  private static final int MAX_POSTINGS = 1_024;

  /** For how long a message is not asked for that led to no vote. */
  private static final Duration QUIET = Duration.ofDays(1);

  private static final Comparator<Announced> LARGEST_OVERLAP_FIRST =
      Comparator.comparing(Announced::isHeeded)
          .thenComparingInt(Announced::shared)
          .reversed()
          .thenComparing(Announced::guid);

  private final Timers timers;
  private final AnnouncedTable table;
  private final SummaryFilter filter;
  private final FruitlessOrigins fruitless;

  /** By vector: the features that the mail in question shares; all 0 between two questions. */
  private final IntPages shared;

  private int[] sharing = new int[16];
  private int sharingCount;
  private long[] hits = new long[FeatureVector.MAX_SIZE];
  private boolean isBroken;
  private BooleanSupplier isComplete = () -> false;
  private Consumer<Id> unfounded = origin -> {};

  /**
   * A summary of nothing; not complete until it follows somebody who knows.
   *
   * @param random what the peer's secret is drawn from
   * @param pages where the index lies
   * @param filterBytes what the filter may take of the heap
   */
  public SpamSummary(Timers timers, RandomGenerator random, SummaryPages pages, long filterBytes) {
    this.timers = timers;
    shared = new IntPages(pages);
    table = new AnnouncedTable(pages, random.nextLong());
    fruitless = new FruitlessOrigins(timers);
    filter = new SummaryFilter(timers, table.vectors(), random.nextLong(), filterBytes);
  }

  /**
   * Whom to believe, and whom to tell.
   *
   * @param complete whether all is known that is announced
   * @param unfoundedOf told of each for whose word on a message was asked, which led to no vote
   */
  public void follow(BooleanSupplier complete, Consumer<Id> unfoundedOf) {
    isComplete = complete;
    unfounded = unfoundedOf;
  }

  // What stands announced ----------------------------------------------------------------------

  @Override
  public void announced(Id origin, Announcement announcement, long timeMillis) {
    change(() -> announce(origin, announcement));
  }

  private void announce(Id origin, Announcement announcement) {
    long before = table.vectors().features();
    List<Integer> added = table.announce(origin, announcement);
    long come = 0;
    for (int vector : added) {
      shared.set(vector, 0);
      come += table.vectors().size(vector);
      filter.added(vector);
    }
    filter.removed(before + come - table.vectors().features());
  }

  @Override
  public void takenBack(Id origin, Id guid) {
    change(() -> remove(origin, guid));
  }

  @Override
  public void forgotten(Id origin, Id guid) {
    change(() -> remove(origin, guid));
  }

  private void change(Runnable change) {
    if (!isBroken) {
      try {
        change.run();
      } catch (InternalError e) {
        isBroken = true; // the Java machine's word for a mapped page that the disk does not give
      }
    }
  }

  private void remove(Id origin, Id guid) {
    long before = table.vectors().features();
    table.remove(origin, guid);
    filter.removed(before - table.vectors().features());
  }

  // Looking up ---------------------------------------------------------------------------------

  @Override
  public boolean contains(Id feature) {
    try {
      return filter.mightContain(feature.high())
          && !isBroken
          && table.vectors().firstPosting(feature.high()) != Places.NONE;
    } catch (InternalError e) {
      isBroken = true; // as in change
      return false;
    }
  }

  @Override
  public List<Announced> matches(
      FeatureVector vector,
      List<Id> probes,
      int thres,
      HamFilter ham,
      Predicate<List<FeatureVector>> meets) {
    try {
      return isBroken ? List.of() : decided(found(vector, probes, thres, ham), meets);
    } catch (InternalError e) {
      isBroken = true; // as in change
      return List.of();
    }
  }

  /** The messages with vectors that may be met, by their numbers. */
  private Map<Integer, Candidate> found(
      FeatureVector vector, List<Id> probes, int thres, HamFilter ham) {
    room(vector.size() + probes.size());
    for (int i = 0; i < vector.size(); i++) {
      hits[i] = vector.identity(i);
    }
    int count = retain(vector.scheme(), ham, 0, vector.size());
    if (vector.wholeText()) {
      if (count < thres || hits[0] != vector.identity(0)) {
        return Map.of();
      }
    } else {
      for (int i = 0; i < probes.size(); i++) {
        hits[count + i] = probes.get(i).high();
      }
      count = retain(vector.scheme(), ham, count, probes.size());
    }
    boolean isEvidence = vector.scheme().equals(Scheme.EVIDENCE);
    return count < (isEvidence ? 1 : thres) || !vector.scheme().isKnown()
        ? Map.of()
        : candidates(vector, count, thres);
  }

  private void room(int features) {
    if (features > hits.length) {
      hits = new long[Math.max(features, 2 * hits.length)];
    }
  }

  /** Keeps of some hits those that may be known and are no ham; returns where they end. */
  private int retain(Scheme scheme, HamFilter ham, int from, int features) {
    int end = from + filter.retain(hits, from, features);
    int count = from;
    for (int i = from; i < end; i++) {
      if (!ham.contains(scheme, hits[i])) {
        hits[count++] = hits[i];
      }
    }
    return count;
  }

  private Map<Integer, Candidate> candidates(FeatureVector vector, int count, int thres) {
    Arrays.sort(hits, 0, count);
    sharingCount = 0;
    boolean isWhole = true;
    for (int i = 0; i < count; i++) {
      if (i == 0 || hits[i] != hits[i - 1]) {
        isWhole &= share(hits[i], vector);
      }
    }
    for (int i = 0; i < sharingCount && !isWhole; i++) {
      shared.set(sharing[i], sharedKinds(sharing[i], count));
    }
    Map<Integer, Candidate> candidates = Map.of();
    for (int i = 0; i < sharingCount; i++) {
      int place = sharing[i];
      int likeness = likeness(vector, place, thres);
      shared.set(place, 0);
      if (likeness > 0) {
        candidates = candidates.isEmpty() ? new TreeMap<>() : candidates;
        candidates
            .computeIfAbsent(table.message(place), message -> new Candidate())
            .add(place, likeness);
      }
    }
    return candidates;
  }

  /** What a vector of evidence shares with the hits, also under keys that very many have. */
  private int sharedKinds(int place, int count) {
    int kinds = SharedKinds.NONE;
    for (int i = 0; i < table.vectors().size(place); i++) {
      long key = table.vectors().key(place, i);
      kinds = Arrays.binarySearch(hits, 0, count, key) >= 0 ? SharedKinds.with(kinds, key) : kinds;
    }
    return kinds;
  }

  /** In how many features, or kinds of evidence, a mail is like a vector; 0 if it is not. */
  private int likeness(FeatureVector mail, int place, int thres) {
    int overlap = shared.get(place);
    if (mail.scheme().equals(Scheme.EVIDENCE)) {
      return SharedKinds.areWorthComparing(overlap) ? SharedKinds.kinds(overlap) : 0;
    }
    boolean isLike =
        overlap >= thres
            && (!mail.wholeText() || table.vectors().key(place, 0) == mail.identity(0));
    return isLike ? overlap : 0;
  }

  /** The vectors of one message that may be met. */
  private static final class Candidate {
    final List<Integer> places = new ArrayList<>(1);
    int likeness;

    void add(int place, int more) {
      places.add(place);
      likeness = Math.max(likeness, more);
    }
  }

  private List<Announced> decided(
      Map<Integer, Candidate> candidates, Predicate<List<FeatureVector>> meets) {
    if (candidates.isEmpty()) {
      return List.of();
    }
    List<Integer> likestFirst = new ArrayList<>(candidates.keySet());
    likestFirst.sort(
        Comparator.<Integer>comparingInt(message -> -likeness(candidates, message))
            .thenComparing(table::guid));
    List<Announced> matches = new ArrayList<>();
    int heeded = 0;
    int compared = 0;
    for (int message : likestFirst) {
      Candidate candidate = candidates.get(message);
      if (candidate == null || heeded == MAX_MATCHES || compared++ == MAX_COMPARED) {
        break;
      }
      Optional<Announced> match = match(message, candidate, meets);
      match.ifPresent(matches::add);
      heeded += match.filter(Announced::isHeeded).isPresent() ? 1 : 0;
    }
    matches.sort(LARGEST_OVERLAP_FIRST);
    return matches.size() <= MAX_MATCHES ? matches : matches.subList(0, MAX_MATCHES);
  }

  private static int likeness(Map<Integer, Candidate> candidates, int message) {
    Candidate candidate = candidates.get(message);
    return candidate == null ? 0 : candidate.likeness;
  }

  private Optional<Announced> match(
      int message, Candidate candidate, Predicate<List<FeatureVector>> meets) {
    Map<Integer, List<Integer>> claims = table.claims(message);
    Map<List<Integer>, Boolean> met = new HashMap<>();
    Set<Id> origins = new LinkedHashSet<>(2);
    Set<Id> digests = new LinkedHashSet<>();
    for (int place : candidate.places) {
      for (int origin : table.heeded(place, timers.nowMicros())) {
        List<Integer> claimed = claims.getOrDefault(origin, List.of());
        if (met.computeIfAbsent(claimed, places -> meets.test(vectors(places)))) {
          origins.add(table.origin(origin));
          if (isEvidence(place) && digests.size() < Vote.MAX_DIGESTS) {
            vectors(claimed).forEach(vector -> digests.add(vector.digest()));
          }
        }
      }
    }
    if (origins.isEmpty()) {
      return Optional.empty();
    }
    origins.removeIf(fruitless::contains);
    return Optional.of(
        new Announced(
            table.guid(message), candidate.likeness, List.copyOf(origins), List.copyOf(digests)));
  }

  private boolean isEvidence(int place) {
    return table.vectors().scheme(place).equals(Scheme.EVIDENCE);
  }

  private List<FeatureVector> vectors(List<Integer> places) {
    return places.stream().map(table.vectors()::vector).toList();
  }

  /**
   * Counts a feature for every vector of the mail's kind that has it, of evidence the newest.
   *
   * @return whether these are all
   */
  private boolean share(long key, FeatureVector mail) {
    boolean isEvidence = mail.scheme().equals(Scheme.EVIDENCE);
    if (isEvidence && SharedKinds.with(SharedKinds.NONE, key) == SharedKinds.NONE) {
      return true;
    }
    VectorTable vectors = table.vectors();
    int left = isEvidence ? MAX_POSTINGS : Integer.MAX_VALUE;
    int posting = vectors.firstPosting(key);
    for (; posting != Places.NONE && left > 0; posting = vectors.nextPosting(posting), left--) {
      int place = vectors.vectorOf(posting);
      if (vectors.isOfKind(place, mail)) {
        int before = shared.get(place);
        shared.set(place, isEvidence ? SharedKinds.with(before, key) : before + 1);
        if (before == 0) {
          if (sharingCount == sharing.length) {
            sharing = Arrays.copyOf(sharing, 2 * sharingCount);
          }
          sharing[sharingCount++] = place;
        }
      }
    }
    return posting == Places.NONE;
  }

  @Override
  public void fruitless(List<Announced> like) {
    Set<Id> asked = new LinkedHashSet<>();
    like.forEach(each -> asked.addAll(each.origins()));
    fruitless.add(asked);
    like.forEach(each -> change(() -> quieten(each)));
  }

  private void quieten(Announced message) {
    long now = timers.nowMicros();
    table
        .quieten(message.guid(), message.origins(), now, now + QUIET.toNanos() / 1_000)
        .forEach(unfounded);
  }

  @Override
  public void confirmed(Id origin) {
    fruitless.remove(origin);
  }

  @Override
  public boolean isComplete() {
    return !isBroken && isComplete.getAsBoolean();
  }

  /** What is held. */
  public SummaryFigures figures() {
    return new SummaryFigures(
        table.messageCount(),
        table.originCount(),
        table.vectors().features(),
        table.bytes(),
        filter.bytes(),
        filter.fillRatio(),
        filter.falsePositiveRate());
  }
}
