package org.spamwatch.overlay;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a node makes of its date: whether it is known to be wrong, and up to when what is old may be
 * forgotten ({@code docs/adr/0014-two-times.md}).
 *
 * <p>Whether it is wrong, other nodes' clocks say, one voice each: it is if more than half of all
 * clocks, this node's among them, are ahead of it by more than clocks may differ, or behind it. And
 * so does the date that this node has lived to.
 *
 * <p>What is old is forgotten by the <em>settled</em> date: it passes as this node runs, is kept
 * over a restart, and is never ahead of the date. So no jump of the clock makes anything old. Where
 * it lags behind, by the time for which the node was down, it catches up, at twice the pace, while
 * others' clocks have agreed with the date for a day.
 *
 * <p>Belongs to the node's turn.
 */
public final class Calendar {
  /** How far clocks may differ. */
  public static final long SKEW_MILLIS = Duration.ofMinutes(10).toMillis();

  /** For how long another's clock counts, and a date must have been plausible. */
  static final Duration DAY = Duration.ofDays(1);

  /** Voices that count; the eldest gives way. */
  static final int MAX_VOICES = 64;

  /** Steps that come to more than this in all end what others' clocks have been found to show. */
  private static final long STEPS_MILLIS = SKEW_MILLIS / 2;

  /** For how long others have to agree with a date before the settled one follows it back. */
  private static final Duration BEFORE_GOING_BACK = Duration.ofMinutes(10);

  private static final Duration BETWEEN_ASKING = Duration.ofHours(1);
  private static final Duration BETWEEN_ASKING_SOON = Duration.ofMinutes(1);
  private static final Duration BETWEEN_SETTLING = Duration.ofMinutes(1);
  private static final long LAST_MILLIS = 253_402_300_799_999L;

  /**
   * What is kept over a restart.
   *
   * @param settledMillis the settled date, in milliseconds since the epoch
   * @param ranMillis for how long the node has run since it had none
   */
  public record Kept(long settledMillis, long ranMillis) {
    /** Checks the ranges: dates of the years 1970 to 9999. */
    public Kept {
      if (settledMillis < 0 || settledMillis > LAST_MILLIS || ranMillis < 0) {
        throw new IllegalArgumentException("a date before 1970 or after 9999");
      }
    }
  }

  /** Another's clock: what it shows less what this node's monotonic time is. */
  private record Heard(long aheadMicros, long atMicros) {}

  private final Timers timers;
  private final Map<String, Heard> voices = new LinkedHashMap<>();
  private long settledMicros;
  private long settledAtMicros; // time that has passed since is not in the next two yet
  private long ranMicros;
  private long agreedMicros; // for how long others' clocks have agreed with the date
  private long askAtMicros;
  private long askSoonMicros; // if there is more to find out than that all is well
  private long steppedMicros; // in all since the voices were cleared

  Calendar(Timers timers) {
    this.timers = timers;
    this.settledMicros = timers.dateMicros();
    this.settledAtMicros = timers.nowMicros();
    this.askAtMicros = timers.nowMicros();
    this.askSoonMicros = timers.nowMicros();
  }

  /** Driver: what was kept of the last run, before the first turn. */
  public void restore(Kept kept) {
    settledMicros = kept.settledMillis() * 1000;
    ranMicros = kept.ranMillis() * 1000;
  }

  /** Driver: what to keep for the next run. */
  public Kept kept() {
    settle();
    return new Kept(bounded(settledMicros / 1000), ranMicros / 1000);
  }

  /** When {@link #settle} is due. */
  long settlesAtMicros() {
    return settledAtMicros + BETWEEN_SETTLING.toNanos() / 1000;
  }

  /** Takes the time that has passed into account. Costs O(voices). */
  void settle() {
    long micros = timers.nowMicros() - settledAtMicros;
    settledAtMicros = timers.nowMicros();
    ranMicros += micros;
    boolean agreed = isAgreed();
    agreedMicros = agreed ? agreedMicros + micros : 0;
    long date = timers.dateMicros();
    boolean catchesUp = agreedMicros >= DAY.toNanos() / 1000;
    settledMicros += catchesUp ? 2 * micros : micros;
    // Behind the settled date the date is right if others say so, for a while, for one voice may
    // come before the others, or if there is little to say that the settled one was.
    boolean goesBack = agreedMicros >= BEFORE_GOING_BACK.toNanos() / 1000;
    if (settledMicros - date <= SKEW_MILLIS * 1000 || goesBack || isYoung()) {
      settledMicros = Math.min(settledMicros, date);
    }
  }

  /** The date has been set: how others' clocks compare is to be found out anew. */
  void stepped(long byMicros) {
    askAtMicros = timers.nowMicros();
    askSoonMicros = timers.nowMicros();
    // The machine may as well have been suspended, and its monotonic time with it: then what others
    // showed is off by as much, which does not matter while it is little.
    steppedMicros += Math.min(Math.abs(byMicros), STEPS_MILLIS * 1000);
    if (steppedMicros >= STEPS_MILLIS * 1000) {
      steppedMicros = 0;
      voices.clear();
      agreedMicros = 0;
    }
  }

  /**
   * Another's clock was read, over a link that this node opened.
   *
   * @param voice what counts once: the other's address group or, in a closed realm, its id
   */
  public void heard(String voice, long dateMillis) {
    voices.remove(voice);
    voices.put(
        voice, new Heard(bounded(dateMillis) * 1000 - timers.nowMicros(), timers.nowMicros()));
    while (voices.size() > MAX_VOICES) {
      voices.remove(voices.keySet().iterator().next());
    }
  }

  /** A date of the years 1970 to 9999: whatever is said, differences fit into a long. */
  private static long bounded(long millis) {
    return Math.max(0, Math.min(millis, LAST_MILLIS));
  }

  /**
   * Driver: whether others' clocks are to be asked for: after a step, now and then, and soon again
   * where nobody has answered or the date is known to be wrong, for it may be theirs that were.
   */
  public boolean isToAsk() {
    boolean soon = voices.isEmpty() || wrong().isPresent();
    return timers.nowMicros() >= (soon ? askSoonMicros : askAtMicros);
  }

  /** Driver: others have been asked. */
  public void asked() {
    askSoonMicros = timers.nowMicros() + BETWEEN_ASKING_SOON.toNanos() / 1000;
    askAtMicros = timers.nowMicros() + BETWEEN_ASKING.toNanos() / 1000;
  }

  /** How far others' clocks are ahead of this one, in milliseconds; the eldest news is left out. */
  private List<Long> differences() {
    long now = timers.nowMicros();
    long aheadMicros = timers.dateMicros() - now;
    List<Long> differences = new ArrayList<>(voices.size());
    for (Heard heard : voices.values()) {
      if (now - heard.atMicros() <= DAY.toNanos() / 1000) {
        differences.add((heard.aheadMicros() - aheadMicros) / 1000);
      }
    }
    return differences;
  }

  private static boolean agrees(long difference) {
    return Math.abs(difference) <= SKEW_MILLIS;
  }

  /** Whether more of the others' clocks agree with this one than do not. */
  private boolean isAgreed() {
    List<Long> all = voices.isEmpty() ? List.of() : differences();
    return 2 * all.stream().filter(Calendar::agrees).count() > all.size();
  }

  /** Of all clocks the middle one less this one; of two middle ones the nearer one counts. */
  private long middle(List<Long> others) {
    List<Long> all = new ArrayList<>(others);
    all.add(0L);
    all.sort(Comparator.naturalOrder());
    long low = all.get((all.size() - 1) / 2);
    long high = all.get(all.size() / 2);
    return Math.abs(low) <= Math.abs(high) ? low : high;
  }

  /**
   * Why this node's date is known to be wrong, in one line that names the date, what says so and
   * what to do; empty as long as nothing does. Costs O(voices).
   */
  public Optional<String> wrong() {
    List<Long> others = voices.isEmpty() ? List.of() : differences();
    long middle = middle(others);
    if (!agrees(middle)) {
      long same = others.stream().filter(each -> agrees(each - middle)).count();
      return Optional.of(
          "this peer's clock, at %s, is %s %s the clocks of %d of %d others: set it, with NTP"
              .formatted(
                  day(timers.dateMillis()),
                  span(middle),
                  middle > 0 ? "behind" : "ahead of",
                  same,
                  others.size()));
    }
    long back = settledMicros / 1000 - timers.dateMillis();
    return agrees(back) || back < 0 || isYoung() || isAgreed()
        ? Optional.empty()
        : Optional.of(
            "this peer's clock, at %s, is %s behind the date that it has had, %s: set it, with NTP; if it is right now, stop the peer and delete the file 'clock' in its data directory"
                .formatted(day(timers.dateMillis()), span(back), day(settledMicros / 1000)));
  }

  private static String day(long millis) {
    return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String span(long millis) {
    Duration span = Duration.ofMillis(Math.abs(millis));
    return span.toDays() > 2
        ? span.toDays() + " days"
        : span.toHours() > 2 ? span.toHours() + " h" : span.toMinutes() + " min";
  }

  /**
   * The date by which what is old is forgotten, in milliseconds since the epoch: never ahead of the
   * date, and never further from what it was than this node has run since, twice over.
   */
  public long settledMillis() {
    return Math.floorDiv(Math.min(settledMicros, timers.dateMicros()), 1000);
  }

  /**
   * Whether this node has run for less than a day since it had no settled date: what it is told to
   * keep for long it is not to forget, for nothing speaks for its date.
   */
  public boolean isYoung() {
    return ranMicros < DAY.toNanos() / 1000;
  }
}
