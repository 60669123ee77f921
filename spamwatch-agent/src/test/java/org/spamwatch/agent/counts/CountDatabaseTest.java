package org.spamwatch.agent.counts;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.contribution.Contribution;
import org.spamwatch.agent.digest.DigestPath;
import org.spamwatch.agent.digest.PeriodClock;
import org.spamwatch.agent.digest.Refusals;
import org.spamwatch.agent.request.RequestProblem;
import org.spamwatch.sketch.counting.CountingFilter;

/** The database of a count server, beside exact counts; and several servers. */
final class CountDatabaseTest {
  private static final CountParameters SMALL = new CountParameters(1_000, Duration.ofDays(1), 42);

  private long nanos;
  private long dateMillis = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
  private long servers;

  private PeriodClock clock() {
    return new PeriodClock(SMALL.period(), () -> Instant.ofEpochMilli(dateMillis), () -> nanos);
  }

  private Refusals refusals() {
    return new Refusals(() -> nanos);
  }

  private CountDatabase made() {
    return new CountDatabase(SMALL, clock(), refusals(), ++servers);
  }

  private void runs(Duration time) {
    nanos += time.toNanos();
    dateMillis += time.toMillis();
  }

  private static byte[] digest(int number) {
    return ByteBuffer.allocate(20).putInt(number).array();
  }

  private static void report(CountDatabase into, int number, int times) throws RequestProblem {
    into.report(digest(number), times);
  }

  private static byte[] ask(CountDatabase of, String path, Map<String, String> query, byte[] body)
      throws RequestProblem {
    for (DigestPath each : new CountServer(of).paths()) {
      if (each.path().equals("/v1/counts" + path)) {
        return each.answering().answer(query, body).body();
      }
    }
    throw new AssertionError(path);
  }

  private static byte[] told(CountDatabase by, long since) throws RequestProblem {
    return ask(by, "/contribution", Map.of("since", Long.toString(since)), new byte[0]);
  }

  private static String take(CountDatabase into, byte[] counts) throws RequestProblem {
    return new String(ask(into, "/merge", Map.of(), counts), US_ASCII);
  }

  private static long version(CountDatabase at, int other) {
    return at.status().others().get(other).version();
  }

  /** An exact twin, of few digests: with room to spare a count is right. */
  @Property(tries = 30)
  void countsAreThoseOfThisPeriodAndTheLast(@ForAll @LongRange(min = 0, max = 1L << 40) long seed)
      throws RequestProblem {
    SplittableRandom random = new SplittableRandom(seed);
    CountDatabase tested = made();
    Map<Integer, Integer> current = new HashMap<>();
    Map<Integer, Integer> previous = new HashMap<>();
    for (int step = 0; step < 300; step++) {
      int number = random.nextInt(10);
      int exact = current.getOrDefault(number, 0) + previous.getOrDefault(number, 0);
      assertThat(tested.count(digest(number))).isEqualTo(Math.min(exact, 31));
      if (random.nextInt(40) == 0) {
        runs(Duration.ofDays(1));
        previous = current;
        current = new HashMap<>();
      } else {
        int times = 1 + random.nextInt(3);
        // A cell that stays at 31 has no more to give to the next period.
        current.merge(number, times, (a, b) -> Math.min(a + b, 31));
        tested.report(digest(number), times);
      }
    }
  }

  @Test
  void manyAreCountedInOneRequest() throws RequestProblem {
    CountDatabase database = made();
    String hex = HexFormat.of().formatHex(digest(1));
    String other = HexFormat.of().formatHex(digest(2));
    byte[] body = (hex + " 19\n" + hex + "\n" + other + "\n").getBytes(US_ASCII);
    assertThat(new String(ask(database, "/report", Map.of(), body), US_ASCII))
        .isEqualTo("19\n20\n1\n");
    body = (other + "\n" + hex + "\n").getBytes(US_ASCII);
    assertThat(new String(ask(database, "/check", Map.of(), body), US_ASCII)).isEqualTo("1\n20\n");
    byte[] over = (hex + " 32\n").getBytes(US_ASCII);
    assertThatThrownBy(() -> ask(database, "/report", Map.of(), over))
        .hasMessageContaining("a count is 1 to 31");
  }

  @Test
  void fullItStillCountsWhatItKnows() throws RequestProblem {
    CountDatabase database = made();
    for (int i = 0; i < 1_100; i++) {
      try {
        report(database, i, 1);
      } catch (RequestProblem full) {
        assertThat(full.kind()).isEqualTo(ProblemKind.FULL);
        assertThat(i).isGreaterThanOrEqualTo(1_000);
        report(database, 0, 19);
        assertThat(database.count(digest(0))).isBetween(20, 22);
        assertThat(database.status().refused()).containsEntry("full", 1L);
        return;
      }
    }
    throw new AssertionError("it is never full");
  }

  /** As if all had reported to one server, in whatever order servers tell each other. */
  @Property(tries = 30)
  void serversTogetherCountWhatAllWereTold(@ForAll @LongRange(min = 0, max = 1L << 40) long seed)
      throws RequestProblem {
    SplittableRandom random = new SplittableRandom(seed);
    List<CountDatabase> all = List.of(made(), made(), made());
    Map<Integer, Integer> exact = new HashMap<>();
    for (int step = 0; step < 60; step++) {
      CountDatabase one = all.get(random.nextInt(3));
      CountDatabase other = all.get(random.nextInt(3));
      if (one != other && random.nextInt(3) == 0) {
        merge(other, one);
        runs(Duration.ofSeconds(1));
      } else {
        int number = random.nextInt(20);
        report(one, number, 1);
        exact.merge(number, 1, Integer::sum);
      }
    }
    for (CountDatabase one : all) {
      for (CountDatabase other : all) {
        if (one != other) {
          merge(other, one);
          runs(Duration.ofSeconds(1));
        }
      }
      exact.forEach(
          (number, count) -> assertThat(one.count(digest(number))).isEqualTo(Math.min(31, count)));
    }
  }

  private static void merge(CountDatabase from, CountDatabase into) throws RequestProblem {
    String name = from.status().server();
    long since =
        into.status().others().stream()
            .filter(each -> each.server().equals(name))
            .mapToLong(CountStatus.Other::version)
            .findFirst()
            .orElse(0);
    byte[] counts = told(from, since);
    if (counts.length > 0) {
      take(into, counts);
    }
  }

  @Test
  void aDeltaIsShortAndTakenOnce() throws RequestProblem {
    CountDatabase here = made();
    CountDatabase there = made();
    for (int i = 0; i < 500; i++) {
      report(there, i, 1);
    }
    byte[] whole = told(there, 0);
    assertThat(take(here, whole)).contains("\"news\":true");
    report(there, 7, 1);
    byte[] delta = told(there, version(here, 0));
    assertThat(delta.length).isLessThan(whole.length / 10);
    assertThat(take(here, delta)).contains("\"news\":true");
    assertThat(take(here, delta)).contains("\"news\":false");
    assertThat(take(here, whole)).as("an older one").contains("\"news\":false");
    assertThat(here.count(digest(7))).isEqualTo(2);
    assertThat(told(there, version(here, 0))).as("nothing new").isEmpty();
  }

  @Test
  void whatCannotBeTakenIsRefusedNamedAndCounted() throws RequestProblem {
    CountDatabase here = made();
    CountDatabase there = made();
    report(there, 1, 5);
    take(here, told(there, 0));
    long held = version(here, 0);
    report(there, 1, 5);
    final byte[] missed = told(there, held);
    report(there, 1, 5);
    byte[] later = told(there, version(there, held + 1));
    byte[] whole = told(there, 0);
    byte[] before = here.state();

    assertRefused(here, later, ProblemKind.CONFLICT);
    assertRefused(here, told(here, 0), ProblemKind.CONFLICT);
    for (int length = 0; length < whole.length; length++) {
      assertUnreadable(Arrays.copyOf(whole, length));
    }
    assertRefused(here, Arrays.copyOf(whole, whole.length + 1), ProblemKind.BAD_REQUEST);
    runs(Duration.ofSeconds(20));
    CountDatabase different =
        new CountDatabase(new CountParameters(2_000, SMALL.period(), 42), clock(), refusals(), 99);
    assertRefused(here, told(different, 0), ProblemKind.BAD_REQUEST);
    CountDatabase seeded =
        new CountDatabase(new CountParameters(1_000, SMALL.period(), 43), clock(), refusals(), 99);
    assertRefused(here, told(seeded, 0), ProblemKind.CONFLICT);
    CountingFilter ones = SMALL.empty();
    for (long i = 0; i < 40_000; i++) {
      ones.insert(i);
    }
    assertRefused(here, new Contribution(77, 1, 0, ones).serial(), ProblemKind.FULL);
    CountingFilter many = SMALL.empty();
    for (int i = 0; i < 10; i++) {
      many.insert(i, 31);
    }
    assertThat(take(here, new Contribution(78, 1, 0, many).serial())).contains("true");
    before = withoutChange(before, here, 78);
    assertRefused(here, new Contribution(78, 2, 1, many).serial(), ProblemKind.CONFLICT);

    assertThat(here.status().refused())
        .containsEntry("no base", 1L)
        .containsEntry("own", 1L)
        .containsEntry("other parameters", 1L)
        .containsEntry("too full", 1L)
        .containsEntry("overflow", 1L);
    assertThat(before).as("what is held stays").isEqualTo(here.state());
    assertThat(take(here, missed)).contains("true");
    assertThat(take(here, later)).contains("true");
    assertThat(here.count(digest(1))).isEqualTo(15);
  }

  private static byte[] withoutChange(byte[] before, CountDatabase now, long server) {
    byte[] state = now.state();
    assertThat(state.length).as("only %d was added", server).isGreaterThan(before.length);
    return state;
  }

  private static long version(CountDatabase of, long atLeast) throws RequestProblem {
    long told = Contribution.read(ByteBuffer.wrap(told(of, 0)), SMALL.cells()).version();
    assertThat(told).isGreaterThanOrEqualTo(atLeast);
    return told - 1;
  }

  private static void assertUnreadable(byte[] counts) {
    assertThatThrownBy(() -> Contribution.read(ByteBuffer.wrap(counts), SMALL.cells()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static void assertRefused(CountDatabase by, byte[] counts, ProblemKind kind) {
    assertThatThrownBy(() -> take(by, counts))
        .isInstanceOfSatisfying(
            RequestProblem.class, problem -> assertThat(problem.kind()).isEqualTo(kind));
  }

  @Test
  void moreServersThanAreHeldAndFloodsAreRefused() throws RequestProblem {
    CountDatabase here = made();
    List<CountDatabase> all = new ArrayList<>();
    for (int i = 0; i < 17; i++) {
      all.add(made());
      report(all.get(i), 1, 1);
    }
    for (int i = 0; i < 16; i++) {
      take(here, told(all.get(i), 0));
    }
    assertRefused(here, told(all.get(16), 0), ProblemKind.OVER_QUOTA);
    runs(Duration.ofSeconds(1));
    assertRefused(here, told(all.get(16), 0), ProblemKind.FULL);
    assertThat(here.count(digest(1))).isEqualTo(16);
    assertThat(here.status().refused())
        .containsEntry("too often", 1L)
        .containsEntry("too many others", 1L);
    runs(Duration.ofDays(1));
    here.status();
    runs(Duration.ofDays(1));
    assertThat(here.status().others()).as("of whom nothing came").isEmpty();
    assertThat(here.count(digest(1))).isZero();
  }

  @Test
  void aRestartForgetsNothingAndTellsHigherVersions() throws RequestProblem {
    CountDatabase there = made();
    report(there, 1, 5);
    CountDatabase here = made();
    report(here, 1, 2);
    take(here, told(there, 0));
    byte[] last = told(here, 0);
    byte[] state = here.state();
    CountDatabase again = CountDatabase.restored(ByteBuffer.wrap(state), clock(), refusals());
    assertThat(again.count(digest(1))).isEqualTo(7);
    assertThat(again.parameters()).isEqualTo(SMALL);
    report(again, 1, 1);
    take(there, last);
    assertThat(take(there, told(again, version(there, 0)))).contains("true");
    assertThat(there.count(digest(1))).isEqualTo(8);
    for (int length : new int[] {0, 20, 30, 50, state.length - 1}) {
      assertThatThrownBy(
              () -> CountDatabase.restored(ByteBuffer.wrap(state, 0, length), clock(), refusals()))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
