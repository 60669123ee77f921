package org.spamwatch.agent.summary;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

/** What is known of announced messages, against maps and sets that know the same. */
class SpamSummaryTest {
  private static final long START = 1_700_000_000_000L;
  private static final List<Scheme> SCHEMES = List.of(Scheme.CHAR50, Scheme.WORD, Scheme.of(99));

  private final Timers timers = new Timers(START * 1_000);
  private final SplittableRandom random = new SplittableRandom(1);
  private final SpamSummary summary = new SpamSummary(timers, random, SummaryPages.HEAP, 1 << 20);

  private static Id guid(int number) {
    return Id.of(number / 4, number / 2, number); // some agree in their first bits
  }

  private static Id origin(int number) {
    return Id.of(number, 1, 1);
  }

  private static Id key(long number) {
    return FeatureVector.key(number);
  }

  private static FeatureVector vector(
      SplittableRandom random, Scheme scheme, int most, int universe) {
    TreeSet<Long> keys = new TreeSet<>();
    int size = 1 + random.nextInt(most);
    while (keys.size() < size) {
      keys.add((long) random.nextInt(universe));
    }
    List<Id> inAnyOrder = new ArrayList<>();
    keys.forEach(each -> inAnyOrder.add(random.nextInt(inAnyOrder.size() + 1), key(each)));
    return new FeatureVector(scheme, random.nextInt(4) == 0, inAnyOrder);
  }

  private static Announcement announcement(SplittableRandom random, int universe) {
    List<FeatureVector> vectors = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      FeatureVector vector = vector(random, SCHEMES.get(random.nextInt(3)), 12, universe);
      if (!vectors.contains(vector)) {
        vectors.add(vector);
      }
    }
    return new Announcement(guid(random.nextInt(10)), vectors);
  }

  /** The naive twin: what every peer announces of every message. */
  private static final class Twin {
    final Map<Id, Map<Id, List<CompactVector>>> announced = new TreeMap<>();

    void put(Id origin, Announcement announcement) {
      announced
          .computeIfAbsent(announcement.guid(), guid -> new TreeMap<>())
          .put(origin, announcement.vectors().stream().map(FeatureVector::compact).toList());
    }

    void remove(Id origin, Id guid) {
      Map<Id, List<CompactVector>> its = announced.getOrDefault(guid, new TreeMap<>());
      its.remove(origin);
      if (its.isEmpty()) {
        announced.remove(guid);
      }
    }

    boolean contains(long key) {
      return announced.values().stream()
          .flatMap(its -> its.values().stream())
          .flatMap(List::stream)
          .anyMatch(vector -> vector.identities().contains(key));
    }

    /** Of each message that is like a mail, who announces such a vector, and how like it is. */
    Map<Id, Map<Id, Integer>> matches(
        FeatureVector mail, List<Id> probes, int thres, HamFilter ham) {
      TreeSet<Long> asked = new TreeSet<>();
      mail.keys().forEach(each -> asked.add(each.high()));
      if (!mail.wholeText()) {
        probes.forEach(each -> asked.add(each.high()));
      }
      asked.removeIf(each -> ham.contains(mail.scheme(), each));
      Map<Id, Map<Id, Integer>> matches = new LinkedHashMap<>();
      announced.forEach(
          (guid, its) ->
              its.forEach(
                  (origin, vectors) ->
                      vectors.stream()
                          .filter(vector -> mayMatch(vector, mail, asked))
                          .mapToInt(vector -> shared(vector, asked))
                          .filter(shared -> shared >= thres)
                          .max()
                          .ifPresent(
                              most ->
                                  matches
                                      .computeIfAbsent(guid, g -> new TreeMap<>())
                                      .put(origin, most))));
      return matches;
    }

    Set<Id> origins(Id guid) {
      return announced.getOrDefault(guid, Map.of()).keySet();
    }

    private static boolean mayMatch(CompactVector vector, FeatureVector mail, Set<Long> asked) {
      long first = mail.keys().get(0).high();
      return vector.scheme().equals(mail.scheme())
          && mail.scheme().isKnown()
          && vector.wholeText() == mail.wholeText()
          && (!mail.wholeText() || (vector.identities().get(0) == first && asked.contains(first)));
    }

    private static int shared(CompactVector vector, Set<Long> asked) {
      return (int) vector.identities().stream().filter(asked::contains).count();
    }
  }

  @Property(tries = 60)
  void knowsWhatMapsAndSetsKnow(@ForAll long seed) {
    SplittableRandom draws = new SplittableRandom(seed);
    Timers time = new Timers(START * 1_000);
    SpamSummary tried = new SpamSummary(time, draws.split(), SummaryPages.HEAP, 1 << 20);
    Twin twin = new Twin();
    int universe = 20 + draws.nextInt(60);
    for (int step = 0; step < 150; step++) {
      Id origin = origin(draws.nextInt(4));
      Announcement announcement = announcement(draws, universe);
      switch (draws.nextInt(5)) {
        case 0 -> {
          tried.takenBack(origin, announcement.guid());
          twin.remove(origin, announcement.guid());
        }
        case 1 -> {
          tried.forgotten(origin, announcement.guid());
          twin.remove(origin, announcement.guid());
        }
        default -> {
          tried.announced(origin, announcement, START + step);
          twin.put(origin, announcement);
        }
      }
      compare(tried, twin, draws, universe);
    }
    for (Id guid : List.copyOf(twin.announced.keySet())) {
      for (Id origin : List.copyOf(twin.origins(guid))) {
        tried.takenBack(origin, guid);
      }
    }
    SummaryFigures figures = tried.figures();
    assertThat(figures.messages()).isZero();
    assertThat(figures.origins()).isZero();
    assertThat(figures.features()).isZero();
  }

  private static void compare(SpamSummary tried, Twin twin, SplittableRandom draws, int universe) {
    for (int i = 0; i < universe; i++) {
      assertThat(tried.contains(key(i))).as("key %d", i).isEqualTo(twin.contains(i));
    }
    FeatureVector mail = vector(draws, SCHEMES.get(draws.nextInt(3)), 14, universe);
    List<Id> probes = new ArrayList<>();
    for (int i = draws.nextInt(12); i > 0; i--) {
      probes.add(key(draws.nextInt(universe))); // some twice, some of the vector's
    }
    int thres = 1 + draws.nextInt(5);
    long masked = draws.nextInt(universe);
    HamFilter ham = (scheme, identity) -> identity == masked;
    List<Announced> matches = tried.matches(mail, probes, thres, ham, mark -> true);
    Map<Id, Map<Id, Integer>> expected = twin.matches(mail, probes, thres, ham);
    assertThat(matches).hasSameSizeAs(expected.keySet());
    assertThat(matches).extracting(Announced::shared).isSortedAccordingTo((a, b) -> b - a);
    for (Announced each : matches) {
      Map<Id, Integer> sharing = expected.getOrDefault(each.guid(), Map.of());
      assertThat(each.origins()).containsExactlyInAnyOrderElementsOf(sharing.keySet());
      assertThat(sharing.values()).as("overlap").contains(each.shared());
      assertThat(sharing.values()).allMatch(overlap -> overlap <= each.shared());
    }
    SummaryFigures figures = tried.figures();
    assertThat(figures.messages()).isEqualTo(twin.announced.size());
    assertThat(figures.origins())
        .isEqualTo(
            twin.announced.values().stream().flatMap(m -> m.keySet().stream()).distinct().count());
  }

  // Filters ------------------------------------------------------------------------------------

  private FeatureVector drawn(int size) {
    List<Id> keys = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      keys.add(key(random.nextLong()));
    }
    return new FeatureVector(Scheme.CHAR50, false, keys);
  }

  private List<Announcement> announce(SpamSummary to, int count) {
    List<Announcement> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Announcement each = new Announcement(Id.random(random), List.of(drawn(30)));
      all.add(each);
      to.announced(origin(i % 5), each, START - i);
    }
    return all;
  }

  private static boolean isFound(SpamSummary by, Announcement announcement) {
    FeatureVector vector = announcement.vectors().get(0);
    return vector.keys().stream().allMatch(by::contains)
        && by.matches(vector, List.of(), 4, HamFilter.NONE, mark -> true).size() == 1;
  }

  private void pass(Duration time) {
    timers.advance(timers.nowMicros() + time.toNanos() / 1_000);
  }

  /** Lets the filters be built. */
  private void build() {
    for (int turn = 0; turn < 100; turn++) {
      pass(Duration.ofMillis(2));
    }
    assertThat(timers.pending()).isZero();
  }

  @Test
  void theFilterIsBuiltAnewInSlicesAndEverythingIsFoundMeanwhile() {
    SpamSummary tried = new SpamSummary(timers, random, SummaryPages.HEAP, 1 << 20);
    List<Announcement> all = announce(tried, 3_500);
    double overfull = tried.figures().falsePositiveRate();
    assertThat(overfull).isGreaterThan(.5); // it began small
    for (int turn = 0; turn < 20; turn++) {
      assertThat(all.stream().limit(300)).allMatch(each -> isFound(tried, each));
      pass(Duration.ofMillis(2));
      all.addAll(announce(tried, 10));
    }
    build();
    assertThat(all).allMatch(each -> isFound(tried, each));
    assertThat(tried.figures().falsePositiveRate()).isLessThan(.0006);
    double fill = tried.figures().fill();
    all.stream().skip(700).forEach(each -> forget(tried, each));
    build();
    assertThat(all.stream().limit(700)).allMatch(each -> isFound(tried, each));
    assertThat(all.stream().skip(700)).noneMatch(each -> isFound(tried, each));
    assertThat(tried.figures().features()).isEqualTo(700 * 30);
    assertThat(tried.figures().falsePositiveRate()).isLessThan(.0006);
    assertThat(fill).isLessThan(.35);
  }

  private static void forget(SpamSummary by, Announcement announcement) {
    for (int i = 0; i < 5; i++) {
      by.forgotten(origin(i), announcement.guid());
    }
  }

  @Test
  void aFilterThatMayNotGrowErrsMoreOftenAndForgetsNothing() {
    SpamSummary tried = new SpamSummary(timers, random, SummaryPages.HEAP, 4 << 10);
    List<Announcement> all = announce(tried, 1_000);
    build();
    assertThat(all).allMatch(each -> isFound(tried, each));
    assertThat(tried.contains(key(random.nextLong()))).isFalse(); // the index decides
  }

  @Test
  void lookingUpTheUnknownAllocatesNothing() {
    announce(summary, 2_000);
    FeatureVector mail = drawn(32);
    List<Id> probes = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      probes.add(key(random.nextLong()));
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    int found = 0;
    long allocated = Long.MAX_VALUE;
    for (int round = 0; round < 3; round++) { // the first may load classes
      long before = threads.getThreadAllocatedBytes(self);
      for (int i = 0; i < 1_000; i++) {
        found += summary.matches(mail, probes, 4, HamFilter.NONE, mark -> true).size();
        found += summary.contains(probes.get(i % 200)) ? 1 : 0;
      }
      allocated = Math.min(allocated, threads.getThreadAllocatedBytes(self) - before);
    }
    assertThat(found).isZero();
    assertThat(allocated).isLessThan(2_000);
  }

  // Words that are not heeded ------------------------------------------------------------------

  private List<Announced> like(FeatureVector mail) {
    return summary.matches(mail, List.of(), 4, HamFilter.NONE, mark -> true);
  }

  /** A question about a mail has led to no vote. */
  private void fruitless(FeatureVector mail) {
    summary.fruitless(like(mail));
  }

  @Test
  void whatLedToNoVoteIsLeftOutForADayUnlessAnotherPeerAnnouncesIt() {
    FeatureVector vector = drawn(20);
    Announcement announcement = new Announcement(guid(1), List.of(vector));
    summary.announced(origin(1), announcement, START);
    fruitless(vector);
    assertThat(like(vector)).isEmpty();
    assertThat(summary.contains(vector.keys().get(0))).isTrue();
    summary.announced(origin(1), announcement, START + 1); // saying it again changes nothing
    assertThat(like(vector)).isEmpty();
    summary.announced(origin(2), announcement, START + 2);
    assertThat(like(vector)).containsExactly(new Announced(guid(1), 20, List.of(origin(2))));
    fruitless(vector);
    pass(Duration.ofHours(23));
    assertThat(like(vector)).isEmpty();
    pass(Duration.ofHours(2));
    assertThat(like(vector))
        .containsExactly(new Announced(guid(1), 20, List.of(origin(2), origin(1))));
    fruitless(drawn(20)); // like nothing
  }

  @Test
  void whoAnnouncesAnothersMessageUnderOtherFeaturesHidesNothing() {
    FeatureVector spam = drawn(20);
    FeatureVector letter = drawn(20);
    summary.announced(origin(1), new Announcement(guid(1), List.of(spam)), START);
    summary.announced(origin(2), new Announcement(guid(1), List.of(letter)), START);
    List<Id> blamed = new ArrayList<>();
    summary.follow(() -> true, blamed::add);
    fruitless(letter);
    assertThat(blamed).containsExactly(origin(2));
    assertThat(like(letter)).isEmpty();
    assertThat(like(spam)).containsExactly(new Announced(guid(1), 20, List.of(origin(1))));
  }

  @Test
  void whoseWordsLedToNothingTwiceIsPassedOverForADay() {
    List<FeatureVector> letters = List.of(drawn(20), drawn(20), drawn(20));
    for (int i = 0; i < 3; i++) {
      summary.announced(origin(1), new Announcement(guid(i), List.of(letters.get(i))), START);
    }
    fruitless(letters.get(0));
    assertThat(like(letters.get(2))).allMatch(Announced::isHeeded);
    fruitless(letters.get(1));
    assertThat(like(letters.get(2))).containsExactly(new Announced(guid(2), 20, List.of()));
    summary.announced(origin(2), new Announcement(guid(2), List.of(letters.get(2))), START);
    assertThat(like(letters.get(2)))
        .containsExactly(new Announced(guid(2), 20, List.of(origin(2))));
    pass(Duration.ofHours(25));
    assertThat(like(letters.get(0))).allMatch(Announced::isHeeded);
    fruitless(letters.get(0));
    assertThat(like(letters.get(1))).allMatch(Announced::isHeeded);
  }

  @Test
  void aVoteThatIsFoundIsWorthMoreThanTwoThatWereNot() {
    List<FeatureVector> spams = List.of(drawn(20), drawn(20), drawn(20));
    for (int i = 0; i < 3; i++) {
      summary.announced(origin(1), new Announcement(guid(i), List.of(spams.get(i))), START);
    }
    fruitless(spams.get(0));
    summary.confirmed(origin(1));
    fruitless(spams.get(1));
    assertThat(like(spams.get(2))).allMatch(Announced::isHeeded);
    summary.confirmed(origin(1));
    assertThat(like(spams.get(1))).as("the message is still quiet").isEmpty();
    fruitless(spams.get(2));
    assertThat(like(spams.get(2))).isEmpty();
  }

  @Test
  void afterAPageCouldNotBeReadNothingIsKnownAndNothingIsComplete() {
    AtomicBoolean isDefect = new AtomicBoolean();
    SummaryPages pages =
        new SummaryPages() {
          @Override
          public int pageBytes() {
            return HEAP.pageBytes();
          }

          @Override
          public ByteBuffer page() {
            if (isDefect.get()) {
              throw new InternalError("a fault occurred in an unsafe memory access operation");
            }
            return HEAP.page();
          }
        };
    SpamSummary tried = new SpamSummary(timers, random, pages, 1 << 20);
    tried.follow(() -> true, origin -> {});
    List<Announcement> all = announce(tried, 20);
    assertThat(all).allMatch(each -> isFound(tried, each));
    assertThat(tried.isComplete()).isTrue();
    isDefect.set(true);
    announce(tried, 100);
    assertThat(tried.isComplete()).isFalse();
    assertThat(all).noneMatch(each -> isFound(tried, each));
    tried.fruitless(List.of(new Announced(all.get(0).guid(), 30, List.of(origin(0)))));
    tried.takenBack(origin(0), all.get(0).guid());
    assertThat(tried.isComplete()).isFalse();
  }

  @Test
  void atMost64MatchesAreToldAndManyVariantsAreCompared() {
    FeatureVector vector = drawn(20);
    for (int i = 0; i < 3_000; i++) {
      List<Id> keys = new ArrayList<>(vector.keys().subList(0, i == 7 ? 20 : 10));
      keys.add(key(random.nextLong()));
      FeatureVector variant = new FeatureVector(Scheme.CHAR50, false, keys);
      summary.announced(origin(i % 3), new Announcement(guid(i), List.of(variant)), START);
    }
    List<Announced> matches = summary.matches(vector, List.of(), 4, HamFilter.NONE, mark -> true);
    assertThat(matches).hasSize(64);
    assertThat(matches.get(0)).isEqualTo(new Announced(guid(7), 20, List.of(origin(1))));
  }

  @Test
  void nothingIsCompleteUntilSomebodySaysSo() {
    assertThat(summary.isComplete()).isFalse();
    summary.follow(() -> true, origin -> {});
    assertThat(summary.isComplete()).isTrue();
    assertThat(AnnouncedSpam.NONE.isComplete()).isFalse();
  }
}
