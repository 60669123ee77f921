package org.spamwatch.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.BeforeTry;

class CalendarTest {
  private static final long START = 1_767_225_600_000_000L;
  private static final long MINUTE = 60_000_000;
  private static final long DAY = 1440 * MINUTE;
  private static final long YEARS = 3_653 * DAY;

  private Timers timers = new Timers(5, START);
  private long ahead;

  @BeforeTry
  void begin() {
    timers = new Timers(5, START);
    ahead = START - 5;
  }

  private void run(long micros) {
    long end = timers.nowMicros() + micros;
    while (timers.nowMicros() < end) {
      long now = Math.min(end, timers.nowMicros() + 10 * MINUTE);
      timers.advance(now, now + ahead);
    }
  }

  private void jump(long micros) {
    ahead += micros;
    timers.advance(timers.nowMicros(), timers.nowMicros() + ahead);
  }

  /** Others' clocks, by how many minutes each is ahead of this one. */
  private void hear(long... minutes) {
    for (int i = 0; i < minutes.length; i++) {
      timers.calendar().heard("voice" + i, timers.dateMillis() + minutes[i] * 60_000);
    }
  }

  private boolean isWrong() {
    return timers.calendar().wrong().isPresent();
  }

  private long settled() {
    return timers.calendar().settledMillis() * 1000;
  }

  @Example
  void ofTwoClocksThatDifferNeitherIsKnownToBeWrong() {
    assertThat(isWrong()).isFalse();
    hear(30);
    assertThat(isWrong()).isFalse();
    hear(30, 30);
    assertThat(timers.calendar().wrong())
        .hasValue(
            "this peer's clock, at 2026-01-01T00:00:00Z, is 30 min behind the clocks of 2 of 2 others: set it, with NTP");
  }

  @Property(tries = 200)
  void aMinorityOfLiarsSaysNothing(
      @ForAll @Size(max = 20) List<@LongRange(min = -9, max = 9) Long> honest,
      @ForAll @Size(max = 20) List<@LongRange(min = -5_000_000, max = 5_000_000) Long> liars) {
    int lies = Math.min(liars.size(), honest.size()); // with this peer's own the honest are more
    for (int i = 0; i < honest.size(); i++) {
      timers.calendar().heard("h" + i, timers.dateMillis() + honest.get(i) * 60_000);
    }
    for (int i = 0; i < lies; i++) {
      timers.calendar().heard("l" + i, timers.dateMillis() + liars.get(i) * 60_000);
    }
    assertThat(isWrong()).isFalse();
  }

  @Property(tries = 200)
  void aClockThatIsWrongIsKnownToBeHoweverAMinorityLies(
      @ForAll @IntRange(min = 2, max = 20) int honest,
      @ForAll @LongRange(min = 11, max = 5_000_000) long minutes,
      @ForAll boolean isBehind,
      @ForAll @Size(max = 18) List<@LongRange(min = -5_000_000, max = 5_000_000) Long> liars) {
    for (int i = 0; i < honest; i++) {
      long off = (isBehind ? minutes : -minutes) * 60_000;
      timers.calendar().heard("h" + i, timers.dateMillis() + off);
    }
    for (int i = 0; i < Math.min(liars.size(), honest - 2); i++) { // and its own clock
      timers.calendar().heard("l" + i, timers.dateMillis() + liars.get(i) * 60_000);
    }
    assertThat(isWrong()).isTrue();
  }

  @Example
  void whatOneVoiceSaysCountsOnceAndForADay() {
    for (int i = 0; i < 50; i++) {
      timers.calendar().heard("liar", timers.dateMillis() + 10_000_000);
    }
    assertThat(isWrong()).isFalse();
    hear(90, 90);
    assertThat(isWrong()).isTrue();
    run(DAY + 10 * MINUTE);
    assertThat(isWrong()).isFalse();
  }

  @Example
  void othersAreAskedAnewAfterAStep() {
    Calendar calendar = timers.calendar();
    assertThat(calendar.isToAsk()).isTrue();
    hear(0, 0);
    calendar.asked();
    assertThat(calendar.isToAsk()).isFalse();
    jump(30 * MINUTE); // as after a suspension: the others are where they were said to be no more
    assertThat(isWrong()).isFalse();
    assertThat(calendar.isToAsk()).isTrue();
    calendar.asked(); // and nobody answers
    run(MINUTE);
    assertThat(calendar.isToAsk()).isTrue();
    hear(-30, -30);
    assertThat(isWrong()).isTrue();
  }

  @Example
  void whileItsDateIsKnownToBeWrongOthersAreSoonAskedAgain() {
    Calendar calendar = timers.calendar();
    hear(0, -30, -30, -30);
    assertThat(isWrong()).isTrue();
    calendar.asked();
    run(MINUTE - 1);
    assertThat(calendar.isToAsk()).isFalse();
    run(1);
    assertThat(calendar.isToAsk()).as("it may be theirs that were wrong").isTrue();
    hear(0, 0, 0, 0);
    calendar.asked();
    run(59 * MINUTE);
    assertThat(calendar.isToAsk()).isFalse();
    run(MINUTE);
    assertThat(calendar.isToAsk()).isTrue();
  }

  @Example
  void aSmallStepEndsNoKnowledgeAndManyDo() {
    hear(30, 30);
    timers.calendar().asked();
    jump(2_000_000);
    assertThat(isWrong()).isTrue();
    assertThat(timers.calendar().isToAsk()).isTrue();
    for (int i = 0; i < 4; i++) {
      jump(MINUTE);
      assertThat(isWrong()).isTrue();
    }
    jump(MINUTE);
    assertThat(isWrong()).isFalse();
  }

  @Example
  void oneVoiceThatComesBeforeTheOthersMovesNoSettledDate() {
    timers.calendar().restore(new Calendar.Kept(START / 1000, DAY / 1000));
    run(60 * MINUTE);
    hear(0, 0, 0);
    jump(-YEARS);
    hear(0); // a liar's
    for (int i = 0; i < 8; i++) {
      run(MINUTE);
    }
    long years = YEARS / MINUTE;
    hear(0, years, years);
    assertThat(isWrong()).isTrue();
    run(20 * MINUTE);
    assertThat(isWrong()).isTrue();
    jump(YEARS);
    assertThat(settled()).isGreaterThanOrEqualTo(START + 60 * MINUTE);
  }

  @Property(tries = 100)
  void noJumpMakesAnythingOld(
      @ForAll @Size(max = 12) List<@LongRange(min = -YEARS, max = YEARS) Long> jumps,
      @ForAll @LongRange(min = 1, max = 3 * DAY) long between) {
    long ran = 0;
    for (long each : jumps) {
      jump(Math.max(each, DAY - timers.dateMicros())); // not before 1970
      run(between);
      ran += between;
      assertThat(settled())
          .isLessThanOrEqualTo(START + ran)
          .isLessThanOrEqualTo(timers.dateMicros());
    }
  }

  @Example
  void theTimeForWhichANodeWasDownIsCaughtUpOnceOthersHaveAgreedForADay() {
    timers.calendar().restore(new Calendar.Kept((START - 10 * DAY) / 1000, DAY));
    assertThat(settled()).isEqualTo(START - 10 * DAY);
    for (int hour = 0; hour < 23; hour++) {
      hear(0);
      run(60 * MINUTE);
    }
    assertThat(settled()).isEqualTo(START - 10 * DAY + 23 * 60 * MINUTE);
    for (int hour = 0; hour < 245; hour++) {
      hear(0);
      run(60 * MINUTE);
    }
    assertThat(settled()).isGreaterThan(timers.dateMicros() - 20 * MINUTE);
  }

  @Example
  void whoIsAloneCatchesUpWithNothing() {
    timers.calendar().restore(new Calendar.Kept((START - 10 * DAY) / 1000, DAY));
    run(20 * DAY);
    assertThat(settled()).isEqualTo(START + 10 * DAY);
  }

  @Example
  void aDateBeforeTheOneItHadIsWrongUnlessOthersAgreeWithIt() {
    timers.calendar().restore(new Calendar.Kept(START / 1000, DAY / 1000));
    run(60 * MINUTE);
    jump(-YEARS);
    assertThat(timers.calendar().wrong().orElseThrow())
        .contains("is 3653 days behind the date that it has had", "delete the file 'clock'");
    assertThat(settled()).isEqualTo(timers.dateMicros());
    jump(YEARS);
    assertThat(isWrong()).isFalse();
    assertThat(settled()).isGreaterThanOrEqualTo(START + 59 * MINUTE);

    jump(-90 * DAY); // it was the date before that was wrong
    assertThat(isWrong()).isTrue();
    hear(1);
    assertThat(isWrong()).isFalse();
    run(10 * MINUTE);
    jump(90 * DAY);
    assertThat(settled()).isLessThan(START - 89 * DAY);
  }

  @Example
  void whoHasRunForLessThanADayIsYoungAndFollowsItsDateBack() {
    assertThat(timers.calendar().isYoung()).isTrue();
    jump(-90 * DAY);
    assertThat(isWrong()).isFalse();
    run(DAY + MINUTE);
    Calendar.Kept kept = timers.calendar().kept();
    assertThat(timers.calendar().isYoung()).isFalse();
    Timers restarted = new Timers(7, START);
    restarted.calendar().restore(kept);
    assertThat(restarted.calendar().isYoung()).isFalse();
    assertThat(restarted.calendar().settledMillis() * 1000).isLessThan(START - 88 * DAY);
  }

  @Example
  void numbersFollowTheDateBackFromTheFuture() {
    RecordNumbers numbers = new RecordNumbers(timers);
    assertThat(numbers.next()).isEqualTo(START);
    assertThat(numbers.next()).isEqualTo(START + 1);
    jump(-5 * MINUTE); // as far as clocks may differ anyway they rise on
    assertThat(numbers.next()).isEqualTo(START + 2);
    jump(90 * DAY);
    assertThat(numbers.next()).isEqualTo(START + 90 * DAY - 5 * MINUTE);
    jump(-90 * DAY);
    assertThat(numbers.next()).isEqualTo(START - 5 * MINUTE);
  }

  @Example
  void whatASecondIsOffIsFollowedSlowlyAndNeverBackwards() {
    int[] steps = {0};
    timers.onStep(() -> steps[0]++);
    ahead -= 500_000;
    long before = timers.dateMicros();
    for (int i = 0; i < 60; i++) {
      long now = timers.nowMicros() + 1_000_000;
      timers.advance(now, now + ahead);
      assertThat(timers.dateMicros()).isGreaterThan(before);
      before = timers.dateMicros();
    }
    assertThat(timers.dateMicros() - timers.nowMicros()).isEqualTo(ahead);
    jump(5 * MINUTE);
    assertThat(timers.dateMicros() - timers.nowMicros()).isEqualTo(ahead);
    assertThat(steps[0]).isZero();
    jump(Duration.ofMinutes(-11).toNanos() / 1000);
    assertThat(steps[0]).isEqualTo(1);
    assertThat(timers.nowMicros()).isEqualTo(5 + 60_000_000);
  }
}
