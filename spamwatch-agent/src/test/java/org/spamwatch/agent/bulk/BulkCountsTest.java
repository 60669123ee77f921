package org.spamwatch.agent.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.bulk.OtherSites.Taken;
import org.spamwatch.agent.contribution.Contribution;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;
import org.spamwatch.sketch.counting.CountingFilter;

/** What one peer counts and takes of others, beside exact counts. */
final class BulkCountsTest {
  private static final BulkConfig CONFIG = new BulkConfig(true, 200_000, 5, Duration.ofDays(1), 20);
  private static final Id REALM = Id.ofHex("aa");
  private static final long DAY = Duration.ofDays(1).toNanos() / 1000;

  private final Timers timers = new Timers(20_000 * DAY);
  private Set<Long> hams = new HashSet<>();
  private final HamFilter ham = (scheme, identity) -> hams.contains(identity);

  /** A site: who it is, and its counts. */
  private record Site(Contact self, BulkCounts counts) {
    Taken tells(Site other, long since) {
      counts.newVersion();
      return counts
          .since(since)
          .map(told -> other.counts.take(self, told.serial()))
          .orElse(Taken.KNOWN);
    }
  }

  private Site site(int number) {
    return site(number, CONFIG);
  }

  private Site site(int number, BulkConfig config) {
    Id id = Id.of(number * 0x9E3779B97F4A7C15L, 0, number);
    Contact self = new Contact(id, new Endpoint("10.0.0." + number, 9460));
    return new Site(self, new BulkCounts(config, REALM, id, timers, number, ham));
  }

  private static FeatureVector text(long number) {
    SplittableRandom random = new SplittableRandom(number);
    return FeatureVector.of(Scheme.CHAR50, false, random.longs(24).toArray());
  }

  private static List<String> people(int count) {
    return IntStream.range(0, count).mapToObj(i -> "user" + i).toList();
  }

  private static int total(Site site, FeatureVector mail) {
    return site.counts.seen(List.of(mail), List.of()).total();
  }

  private static int count(Site site, FeatureVector mail, int people) {
    return site.counts.seen(List.of(mail), people(people)).total();
  }

  /** An exact twin: who got what in this period and the last. */
  @Property(tries = 20)
  void aCountIsHowManyPeopleGotIt(@ForAll @LongRange(min = 0, max = 1L << 40) long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Site site = site(1);
    Map<Integer, Map<String, Long>> got = new LinkedHashMap<>();
    long day = 0;
    int wrong = 0;
    for (int step = 0; step < 300; step++) {
      int mail = random.nextInt(6);
      String person = "user" + random.nextInt(40);
      if (random.nextInt(60) == 0) {
        timers.advance(timers.nowMicros() + DAY);
        day++;
        long eldest = day - 1;
        got.values().forEach(people -> people.values().removeIf(when -> when < eldest));
      }
      Map<String, Long> people = got.computeIfAbsent(mail, m -> new LinkedHashMap<>());
      people.putIfAbsent(person, day);
      int counted = site.counts.seen(List.of(text(mail)), List.of(person)).total();
      assertThat(counted).isLessThanOrEqualTo(people.size());
      wrong += counted == Math.min(31, people.size()) ? 0 : 1;
    }
    // Who got what is remembered in a Bloom filter, which errs so that somebody is not counted.
    assertThat(wrong).isLessThanOrEqualTo(3);
  }

  @Test
  void onePersonCountsOnceHoweverOften() {
    Site site = site(1);
    for (int i = 0; i < 50; i++) {
      assertThat(site.counts.seen(List.of(text(1)), List.of(i % 2 == 0 ? "ada" : "ADA")).own())
          .isEqualTo(1);
    }
    assertThat(site.counts.status().mails()).isEqualTo(50);
    assertThat(count(site, text(2), 0)).as("nobody is named").isZero();
  }

  @Test
  void aMailsCountIsThatOfItsThresholdHighestFeature() {
    Site site = site(1);
    FeatureVector whole = text(1);
    count(site, whole, 25);
    long[] half = new long[24];
    long[] other = new SplittableRandom(99).longs(24).toArray();
    for (int shared : new int[] {5, 6}) { // THRES of char50 is 6 up to 31 features
      for (int i = 0; i < half.length; i++) {
        half[i] = i < shared ? whole.identity(i) : other[i];
      }
      assertThat(total(site, FeatureVector.of(Scheme.CHAR50, false, half)))
          .isEqualTo(shared < 6 ? 0 : 25);
    }
  }

  @Test
  void ofAShortTextTheWholeCounts() {
    Site site = site(1);
    long[] keys = new SplittableRandom(5).longs(9).toArray();
    FeatureVector one = FeatureVector.of(Scheme.WORD, true, keys.clone());
    count(site, one, 22);
    keys[0]++;
    assertThat(total(site, FeatureVector.of(Scheme.WORD, true, keys))).isZero();
    assertThat(total(site, one)).isEqualTo(22);
  }

  @Test
  void ownHamCountsForNothing() {
    Site site = site(1);
    hams = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      hams.add(text(1).identity(i));
    }
    assertThat(count(site, text(1), 25)).isZero();
    hams.clear();
    assertThat(total(site, text(1))).as("nor was it counted").isZero();
  }

  @Test
  void whatFewGotIsToldToNobody() {
    List<Site> sites = IntStream.rangeClosed(1, 10).mapToObj(this::site).toList();
    sites.forEach(site -> count(site, text(1), 4));
    sites.forEach(
        from -> sites.stream().filter(to -> !to.equals(from)).forEach(to -> from.tells(to, 0)));
    sites.forEach(site -> assertThat(total(site, text(1))).isEqualTo(4));
    assertThat(sites.get(0).counts.newVersion()).isZero();
    assertThat(sites.get(0).counts.status().sites()).isZero();
  }

  @Test
  void whatAQuarterOfTheThresholdGotIsSeenByAll() {
    List<Site> sites = IntStream.rangeClosed(1, 10).mapToObj(this::site).toList();
    sites.forEach(site -> count(site, text(1), 5));
    sites.forEach(
        from -> sites.stream().filter(to -> !to.equals(from)).forEach(to -> from.tells(to, 0)));
    for (Site site : sites) {
      BulkCount count = site.counts.seen(List.of(text(1)), List.of());
      assertThat(count).isEqualTo(new BulkCount(5, 45, 9, 20));
      assertThat(count.isBulk()).isTrue();
      assertThat(total(site, text(2))).isZero();
    }
  }

  /** However often and in whatever order it comes. */
  @Property(tries = 30)
  void toldAgainOrOutOfOrderItChangesNothing(
      @ForAll @LongRange(min = 0, max = 1L << 40) long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Site from = site(1);
    Site to = site(2);
    List<byte[]> all = new ArrayList<>();
    long version = 0;
    for (int step = 0; step < 5; step++) {
      count(from, text(random.nextInt(4)), 5 + random.nextInt(20));
      long base = version;
      version = from.counts.newVersion();
      from.counts.since(base).map(Contribution::serial).ifPresent(all::add);
    }
    all.forEach(told -> to.counts.take(from.self, told));
    int[] before = IntStream.range(0, 4).map(i -> total(to, text(i))).toArray();
    for (int step = 0; step < 20; step++) {
      to.counts.take(from.self, all.get(random.nextInt(all.size())));
    }
    assertThat(IntStream.range(0, 4).map(i -> total(to, text(i))).toArray()).isEqualTo(before);
    Site whole = site(2);
    from.tells(whole, 0);
    assertThat(IntStream.range(0, 4).map(i -> total(whole, text(i))).toArray()).isEqualTo(before);
  }

  @Test
  void anothersCountsAgeToo() {
    Site from = site(1);
    Site to = site(2);
    count(from, text(1), 10);
    from.tells(to, 0);
    assertThat(total(to, text(1))).isEqualTo(5);
    timers.advance(timers.nowMicros() + DAY);
    assertThat(total(to, text(1))).isEqualTo(5);
    timers.advance(timers.nowMicros() + DAY);
    assertThat(total(to, text(1))).isZero();
    assertThat(total(from, text(1))).isZero();
    from.tells(to, 0);
    assertThat(total(to, text(1))).as("of what nobody got any more nothing is told").isZero();
  }

  @Test
  void aClockThatJumpsMakesNothingOld() {
    Site site = site(1);
    count(site, text(1), 12);
    for (long ahead : new long[] {400 * DAY, -400 * DAY, 3 * DAY, 0}) {
      long now = timers.nowMicros() + 1_000_000;
      timers.advance(now, now + ahead);
      assertThat(total(site, text(1))).isEqualTo(12);
    }
  }

  private byte[] made(Site by, int cells, int bits, int fill, long version, long base) {
    BulkConfig config = new BulkConfig(true, cells, bits, CONFIG.period(), 20);
    CountingFilter filter = CountingFilter.refined(config.publishedFunctions(REALM), bits);
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < fill; i++) {
      filter.insert(random.nextLong(), (1 << bits) - 1);
    }
    return new Contribution(by.self.id().high(), version, base, filter).serial();
  }

  @Test
  void whatCannotBeIsRefusedAndNamedAndWhatIsThereStays() {
    Site here = site(1);
    Site liar = site(2);
    count(liar, text(1), 9);
    liar.tells(here, 0);
    long version = here.counts.others().version(liar.self.id());
    Map<String, byte[]> bad = new LinkedHashMap<>();
    bad.put("other parameters", made(liar, 100_000, 5, 1, version + 1, 0));
    bad.put("too full", made(liar, 200_000, 5, 100_000, version + 2, 0));
    bad.put("no base", made(liar, 200_000, 5, 1, version + 3, version - 1));
    bad.put("another's", made(site(3), 200_000, 5, 1, version + 4, 0));
    byte[] cut = made(liar, 200_000, 5, 10, version + 5, 0);
    bad.put("unreadable", Arrays.copyOf(cut, cut.length - 1));
    bad.forEach(
        (why, told) -> {
          assertThat(here.counts.take(liar.self, told)).as(why).isEqualTo(Taken.REFUSED);
          assertThat(here.counts.status().refused()).containsEntry(why, 1L);
        });
    assertThat(here.counts.take(liar.self, made(liar, 200_000, 6, 1, version + 6, 0)))
        .isEqualTo(Taken.REFUSED);
    assertThat(here.counts.take(liar.self, made(liar, 2_000_000, 5, 1, version + 7, 0)))
        .isEqualTo(Taken.REFUSED);
    assertThat(total(here, text(1))).isEqualTo(5);
  }

  @Test
  void countsThatWouldOverflowAreRefused() {
    Site here = site(1);
    Site liar = site(2);
    here.counts.take(liar.self, made(liar, 200_000, 5, 10, 10, 0));
    assertThat(here.counts.take(liar.self, made(liar, 200_000, 5, 10, 11, 10)))
        .isEqualTo(Taken.REFUSED);
    assertThat(here.counts.status().refused()).containsEntry("overflow", 1L);
    assertThat(here.counts.others().version(liar.self.id())).isEqualTo(10);
  }

  @Property(tries = 200)
  void damagedContributionsAreRefusedOrAreOthers(
      @ForAll @LongRange(min = 0, max = 1L << 40) long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Site here = site(1);
    Site from = site(2);
    count(from, text(1), 9);
    from.counts.newVersion();
    byte[] told = from.counts.since(0).orElseThrow().serial();
    for (int i = 0; i < 3; i++) {
      told[random.nextInt(told.length)] ^= (byte) (1 << random.nextInt(8));
    }
    assertThat(here.counts.take(from.self, Arrays.copyOf(told, random.nextInt(told.length + 1))))
        .isNotNull();
    assertThat(total(here, text(1))).isLessThanOrEqualTo(5);
  }

  /** As full as a filter may be, each of them: no mail that they did not mean is bulk. */
  @Test
  void threeSitesThatCountEverythingMakeNothingBulk() {
    Site here = site(1);
    SplittableRandom random = new SplittableRandom(3);
    count(here, text(1), 4);
    for (int liar = 2; liar <= 4; liar++) {
      Site by = site(liar);
      byte[] most = made(by, 200_000, 5, 1_700, 1, 0);
      assertThat(here.counts.take(by.self, most)).isEqualTo(Taken.NEWS);
    }
    assertThat(here.counts.take(site(5).self, made(site(5), 200_000, 5, 1_900, 1, 0)))
        .isEqualTo(Taken.REFUSED);
    int counted = 0;
    for (int i = 0; i < 2_000; i++) {
      BulkCount count = here.counts.seen(List.of(text(random.nextLong())), List.of());
      counted += count.total() > 0 ? 1 : 0;
      assertThat(count.isBulk()).isFalse();
    }
    assertThat(counted / 2_000.0).isCloseTo(0, within(.002));
    assertThat(total(here, text(1))).isEqualTo(4);
  }

  @Test
  void aFullPeriodCountsWhatItKnowsAndNothingNew() {
    Site site = site(1);
    count(site, text(1), 3);
    int most = CONFIG.capacity() / 24;
    for (int i = 2; i < most + 100; i++) {
      count(site, text(i), 1);
    }
    assertThat(site.counts.status().full()).isPositive();
    assertThat(total(site, text(most + 99))).isZero();
    assertThat(count(site, text(1), 8)).isEqualTo(8);
  }

  @Test
  void sitesOfOneGroupDoNotPushOutOthers() {
    Site here = site(1);
    BulkConfig config = CONFIG;
    for (int i = 0; i < OtherSites.MOST + 20; i++) {
      Id id = Id.of(1_000 + i, 0, 0);
      Contact self = new Contact(id, new Endpoint("192.0.2." + (i + 1), 9460));
      Site crowd = new Site(self, new BulkCounts(config, REALM, id, timers, i, ham));
      count(crowd, text(1), 5);
      crowd.tells(here, 0);
    }
    Id id = Id.ofHex("77");
    Contact lone = new Contact(id, new Endpoint("198.51.100.7", 9460));
    Site other = new Site(lone, new BulkCounts(config, REALM, id, timers, 7, ham));
    count(other, text(2), 5);
    assertThat(other.tells(here, 0)).isEqualTo(Taken.NEWS);
    assertThat(total(here, text(2))).isEqualTo(5);
    assertThat(here.counts.status().sites()).isEqualTo(OtherSites.MOST);
    assertThat(here.counts.status().refused()).containsEntry("too many others", 20L);
  }

  @Test
  void whatIsKeptGoesOnAfterARestart() {
    Site before = site(1);
    Site other = site(2);
    count(before, text(1), 9);
    before.tells(other, 0);
    byte[] state = before.counts.state();
    Site after = site(1);
    after.counts.restore(ByteBuffer.wrap(state));
    assertThat(total(after, text(1))).isEqualTo(9);
    assertThat(count(after, text(1), 9)).as("people it knows").isEqualTo(9);
    assertThat(count(after, text(1), 12)).isEqualTo(12);
    assertThat(after.tells(other, 0)).isEqualTo(Taken.NEWS);
  }

  @Property(tries = 100)
  void aStateThatIsDamagedOrAnothersIsNotTaken(
      @ForAll @LongRange(min = 0, max = 1L << 40) long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Site site = site(1);
    count(site, text(1), 9);
    byte[] state = site.counts.state();
    Site after = site(1);
    byte[] cut = Arrays.copyOf(state, random.nextInt(state.length));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> after.counts.restore(ByteBuffer.wrap(cut)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> site(2).counts.restore(ByteBuffer.wrap(state)));
    BulkConfig other = new BulkConfig(true, 100_000, 5, CONFIG.period(), 20);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> site(1, other).counts.restore(ByteBuffer.wrap(state)));
    assertThat(total(after, text(1))).isZero();
  }
}
