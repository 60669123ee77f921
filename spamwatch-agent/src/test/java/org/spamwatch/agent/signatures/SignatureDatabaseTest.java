package org.spamwatch.agent.signatures;

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
import org.spamwatch.agent.digest.DigestPath;
import org.spamwatch.agent.digest.PeriodClock;
import org.spamwatch.agent.digest.Refusals;
import org.spamwatch.agent.request.RequestProblem;
import org.spamwatch.sketch.revocation.SignatureFilter.Order;

/** The database of a signature server, beside exact sets. */
final class SignatureDatabaseTest {
  private static final SignatureParameters SMALL =
      new SignatureParameters(7_000, 1e-6, Duration.ofDays(7), 7, 42);

  private final SplittableRandom random = new SplittableRandom(1);
  private long nanos;
  private long dateMillis = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
  private final SignatureDatabase database = made(SMALL);

  private PeriodClock clock(SignatureParameters parameters) {
    return new PeriodClock(
        parameters.period(), () -> Instant.ofEpochMilli(dateMillis), () -> nanos);
  }

  private SignatureDatabase made(SignatureParameters parameters) {
    return new SignatureDatabase(
        parameters, clock(parameters), new Refusals(() -> nanos), Order.REPORTED_FIRST);
  }

  private void runs(Duration time) {
    nanos += time.toNanos();
    dateMillis += time.toMillis();
  }

  private byte[] digest() {
    byte[] digest = new byte[20];
    random.nextBytes(digest);
    return digest;
  }

  private List<byte[]> reported(SignatureDatabase into, int count) throws RequestProblem {
    List<byte[]> digests = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      digests.add(digest());
      into.report(digests.get(i));
    }
    return digests;
  }

  private static byte[] ask(SignatureDatabase of, String path, byte[] body) throws RequestProblem {
    for (DigestPath each : new SignatureServer(of).paths()) {
      if (each.path().equals("/v1/signatures" + path)) {
        return each.answering().answer(Map.of(), body).body();
      }
    }
    throw new AssertionError(path);
  }

  private static String lines(SignatureDatabase of, String path, List<byte[]> digests)
      throws RequestProblem {
    StringBuilder body = new StringBuilder();
    digests.forEach(digest -> body.append(HexFormat.of().formatHex(digest)).append('\n'));
    return new String(ask(of, path, body.toString().getBytes(US_ASCII)), US_ASCII);
  }

  private static void merge(SignatureDatabase from, SignatureDatabase into) throws RequestProblem {
    ask(into, "/merge", ask(from, "/filter", new byte[0]));
  }

  @Test
  void aReportStandsUntilItIsRevoked() throws RequestProblem {
    List<byte[]> digests = List.of(digest(), digest());
    assertThat(lines(database, "/check", digests)).isEqualTo("unknown\nunknown\n");
    assertThat(lines(database, "/report", digests)).isEqualTo("new\nnew\n");
    assertThat(lines(database, "/report", digests.subList(0, 1))).isEqualTo("known\n");
    assertThat(lines(database, "/check", digests)).isEqualTo("spam\nspam\n");
    assertThat(lines(database, "/revoke", List.of(digests.get(0), digest())))
        .isEqualTo("revoked\nunknown\n");
    assertThat(lines(database, "/check", digests)).isEqualTo("unknown\nspam\n");
    assertThat(database.report(digests.get(0))).as("a revocation holds").isTrue();
    assertThat(database.isSpam(digests.get(0))).isFalse();
  }

  /** An exact twin: when each was last reported and revoked; it forgets period by period. */
  @Property(tries = 30)
  void itSaysWhatExactSetsSay(@ForAll @LongRange(min = 0, max = 1L << 40) long seed)
      throws RequestProblem {
    SplittableRandom drawn = new SplittableRandom(seed);
    Map<Integer, Long> reports = new HashMap<>();
    Map<Integer, Long> revocations = new HashMap<>();
    SignatureDatabase tested = made(SMALL);
    for (int step = 0; step < 600; step++) {
      int number = drawn.nextInt(40);
      byte[] digest = ByteBuffer.allocate(20).putInt(number).array();
      long period = tested.status().period();
      boolean isReported = reports.getOrDefault(number, -99L) >= period - 7;
      boolean isSpam = isReported && revocations.getOrDefault(number, -99L) < period - 7;
      assertThat(tested.isSpam(digest)).isEqualTo(isSpam);
      switch (drawn.nextInt(8)) {
        case 0 -> runs(Duration.ofHours(drawn.nextInt(1, 40)));
        case 1 -> {
          assertThat(tested.revoke(digest)).isEqualTo(isReported);
          if (isReported) {
            revocations.put(number, period);
          }
        }
        case 2, 3 -> {
          assertThat(tested.report(digest)).isEqualTo(!isSpam);
          reports.put(number, period);
        }
        default -> {}
      }
    }
  }

  @Test
  void fullItErrsAsRarelyAsWasAskedInSevenBytesASignature() throws RequestProblem {
    SignatureParameters coarse = new SignatureParameters(70_000, 1e-3, Duration.ofDays(7), 7, 42);
    SignatureDatabase full = made(coarse);
    List<byte[]> held = new ArrayList<>();
    for (int period = 0; period < 8; period++) {
      held.addAll(reported(full, 9_900));
      runs(Duration.ofDays(1));
    }
    full.isSpam(held.get(0)); // the eldest period is dropped by now
    int wrong = 0;
    for (int i = 0; i < 200_000; i++) {
      wrong += full.isSpam(digest()) ? 1 : 0;
    }
    assertThat(wrong).as("of 200,000, where 200 may be").isLessThan(200 + 3 * 15);
    for (byte[] digest : held.subList(9_900, held.size())) {
      assertThat(full.isSpam(digest)).isTrue();
    }
    SignatureStatus usual =
        made(new SignatureParameters(1_000_000, 1e-6, Duration.ofDays(28), 7, 1)).status();
    assertThat(usual.bytes() / 1e6).isLessThan(7);
  }

  @Test
  void moreThanAPeriodTakesIsRefusedAsAWhole() throws RequestProblem {
    reported(database, 990);
    List<byte[]> more = List.of(digest(), digest());
    List<byte[]> many = new ArrayList<>(more);
    for (int i = 0; i < 100; i++) {
      many.add(digest());
    }
    assertThatThrownBy(() -> lines(database, "/report", many))
        .isInstanceOf(RequestProblem.class)
        .hasMessageContaining("no room for 102 more");
    assertThat(database.isSpam(more.get(0))).isFalse();
    assertThat(database.status().refused()).containsEntry("full", 1L);
    runs(Duration.ofDays(1));
    assertThat(lines(database, "/report", many)).startsWith("new\nnew\n");
  }

  @Test
  void mergedServersHoldWhatBothHeld() throws RequestProblem {
    SignatureDatabase other = made(SMALL);
    List<byte[]> here = reported(database, 50);
    List<byte[]> there = reported(other, 50);
    other.report(here.get(0));
    other.revoke(here.get(0));
    merge(other, database);
    merge(database, other);
    merge(other, database); // again, which changes nothing
    for (SignatureDatabase each : List.of(database, other)) {
      assertThat(each.isSpam(here.get(0))).as("revoked by one").isFalse();
      assertThat(here.subList(1, 50)).allMatch(each::isSpam);
      assertThat(there).allMatch(each::isSpam);
      assertThat(each.status().reported()).isEqualTo(100);
    }
  }

  @Test
  void nothingLivesLongerForBeingMergedToAndFro() throws RequestProblem {
    SignatureDatabase other = made(SMALL);
    byte[] digest = digest();
    database.report(digest);
    for (int day = 0; day < 8; day++) {
      assertThat(database.isSpam(digest)).isTrue();
      merge(database, other);
      merge(other, database);
      runs(Duration.ofDays(1));
    }
    merge(other, database);
    assertThat(database.isSpam(digest)).isFalse();
  }

  @Test
  void whatCannotBeMergedIsRefusedNamedAndCounted() throws RequestProblem {
    List<byte[]> held = reported(database, 100);
    byte[] before = database.state();
    byte[] own = ask(database, "/filter", new byte[0]);
    assertRefused(new byte[0], ProblemKind.BAD_REQUEST);
    assertRefused(Arrays.copyOf(own, own.length - 1), ProblemKind.BAD_REQUEST);
    assertRefused(Arrays.copyOf(own, own.length + 1), ProblemKind.BAD_REQUEST);
    byte[] version = own.clone();
    version[4] = 9;
    assertRefused(version, ProblemKind.BAD_REQUEST);
    for (SignatureParameters different :
        List.of(
            new SignatureParameters(6_000, 1e-6, Duration.ofDays(7), 7, 42),
            new SignatureParameters(7_000, 1e-5, Duration.ofDays(7), 7, 42),
            new SignatureParameters(7_000, 1e-6, Duration.ofDays(7), 7, 43))) {
      assertRefused(ask(made(different), "/filter", new byte[0]), ProblemKind.CONFLICT);
    }
    byte[] ones = own.clone();
    int words = 5 + 14 + 22; // behind the heads of the pair, the ageing filter and the newest
    long bits = ByteBuffer.wrap(ones).getLong(words - 16);
    Arrays.fill(ones, words, words + (int) (bits / 64 * 8), (byte) 0xFF);
    assertRefused(ones, ProblemKind.FULL);
    assertThat(database.status().refused())
        .containsEntry("unreadable", 4L)
        .containsEntry("other parameters", 3L)
        .containsEntry("too full", 1L);
    assertThat(database.state()).isEqualTo(before);
    assertThat(held).allMatch(database::isSpam);
  }

  private void assertRefused(byte[] filter, ProblemKind kind) {
    assertThatThrownBy(() -> ask(database, "/merge", filter))
        .isInstanceOfSatisfying(
            RequestProblem.class, problem -> assertThat(problem.kind()).isEqualTo(kind));
  }

  @Test
  void filtersOfALaterPeriodAreRefused() throws RequestProblem {
    SignatureDatabase ahead = made(SMALL);
    runs(Duration.ofDays(1));
    byte[] later = ask(ahead, "/filter", new byte[0]);
    dateMillis -= Duration.ofDays(3).toMillis();
    SignatureDatabase behind = made(SMALL);
    assertThatThrownBy(() -> ask(behind, "/merge", later)).hasMessageContaining("here it is");
    assertThat(behind.status().refused()).containsEntry("later period", 1L);
  }

  @Test
  void aFloodOfFiltersIsHeldToOneASecond() throws RequestProblem {
    byte[] filter = ask(made(SMALL), "/filter", new byte[0]);
    for (int i = 0; i < 16; i++) {
      ask(database, "/merge", filter);
    }
    assertRefused(filter, ProblemKind.OVER_QUOTA);
    runs(Duration.ofSeconds(1));
    ask(database, "/merge", filter);
    assertRefused(filter, ProblemKind.OVER_QUOTA);
    assertThat(database.status().refused()).containsEntry("too often", 2L);
  }

  @Test
  void aRestartForgetsNothing() throws RequestProblem {
    List<byte[]> held = reported(database, 100);
    database.revoke(held.get(0));
    byte[] state = database.state();
    runs(Duration.ofDays(2)); // it was down
    SignatureDatabase again =
        SignatureDatabase.restored(
            ByteBuffer.wrap(state), clock(SMALL), new Refusals(() -> nanos), Order.REVOKED_FIRST);
    assertThat(again.parameters()).isEqualTo(SMALL);
    assertThat(again.isSpam(held.get(0))).isFalse();
    assertThat(held.subList(1, 100)).allMatch(again::isSpam);
  }

  @Test
  void aStateThatIsNoneIsRefusedInALine() {
    byte[] state = database.state();
    for (int length : new int[] {0, 10, 40, 60, 500, state.length - 1}) {
      assertThatThrownBy(
              () ->
                  SignatureDatabase.restored(
                      ByteBuffer.wrap(state, 0, length),
                      clock(SMALL),
                      new Refusals(() -> nanos),
                      Order.REPORTED_FIRST))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aClockThatJumpsForgetsOnePeriodAtMost() throws RequestProblem {
    List<byte[]> held = reported(database, 100);
    dateMillis += Duration.ofDays(36_500).toMillis();
    assertThat(held).allMatch(database::isSpam);
    runs(Duration.ofHours(6));
    assertThat(held).allMatch(database::isSpam);
    assertThat(database.status().clock().orElseThrow()).contains("ahead");
  }
}
