package org.spamwatch.simulator.attack;

import java.time.Duration;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Consumer;
import org.spamwatch.simulator.virtual.ClockJump;

/**
 * No attacker but a clock: a machine that was suspended, whose battery is empty, or whose time
 * server lies. In virtual time, for no peer is told its date.
 */
final class WrongClock implements Attack.Scenario {
  private static final Duration YEARS = Duration.ofDays(3_653);
  private static final Duration WRONG = Duration.ofMinutes(130); // longer than between two sweeps
  private static final Duration HOURS = Duration.ofHours(3);
  private static final Duration DAYS = Duration.ofDays(3);

  /** Jumps, of one peer among some, and whether they happen to a running process. */
  private record Case(
      String name,
      int peers,
      boolean settled,
      Duration ahead,
      boolean inProcess,
      Duration wrong,
      Duration after) {}

  private static final List<Case> CASES =
      List.of(
          new Case("-30 min", 6, true, Duration.ofMinutes(-30), false, WRONG, HOURS),
          new Case("-25 h", 6, true, Duration.ofHours(-25), false, WRONG, HOURS),
          new Case("+90 d", 3, true, Duration.ofDays(90), false, WRONG, Duration.ofHours(30)),
          new Case("+90 d, running", 6, true, Duration.ofDays(90), true, WRONG, HOURS),
          new Case("-10 y", 3, true, YEARS.negated(), false, WRONG, Duration.ofHours(30)),
          new Case("+90 d, alone", 1, true, Duration.ofDays(90), false, DAYS, DAYS),
          new Case("+10 y, alone", 1, true, YEARS, true, DAYS, DAYS),
          new Case("-10 y, alone", 1, true, YEARS.negated(), true, DAYS, DAYS),
          new Case("+10 y, alone and new", 1, false, YEARS, true, WRONG, DAYS),
          new Case("-10 y, alone and new", 1, false, YEARS.negated(), false, WRONG, DAYS));

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress) {
    StringJoiner seen = new StringJoiner("; ");
    boolean kept = true;
    for (Case each : CASES) {
      progress.accept("a clock jumps by " + each.name());
      ClockJump.Outcome outcome =
          new ClockJump(
                  settings.seed(),
                  each.peers(),
                  each.settled(),
                  each.ahead(),
                  each.inProcess(),
                  each.wrong(),
                  each.after())
              .run();
      seen.add(
          "%s: %d marks refused, of %d accepted %d lost, %d and %d not found; %d records refused"
              .formatted(
                  each.name(),
                  outcome.refused(),
                  outcome.accepted(),
                  outcome.lost(),
                  outcome.notFound(),
                  outcome.notFoundThere(),
                  outcome.refusedRecords()));
      kept &=
          outcome.lost() + outcome.notFound() + outcome.notFoundThere() == 0
              && outcome.refusedRecords() == 0;
    }
    return new AttackResult(0, 0, seen.toString(), kept);
  }
}
