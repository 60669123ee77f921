package org.spamwatch.simulator.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a printed table, each with its heading and how its values are printed. What of a
 * row is kept for {@code --out} does not depend on them.
 *
 * @param <R> a row
 */
final class Table<R> {
  private static final String BETWEEN = " | ";

  private final @Nullable Predicate<R> within;
  private final StringJoiner heading = new StringJoiner(BETWEEN);
  private final StringJoiner format = new StringJoiner(BETWEEN);
  private final List<Function<R, ?>> values = new ArrayList<>();

  /** A table of rows of which nothing is expected. */
  Table() {
    this.within = null;
  }

  /** A table of rows that are to be within what is expected. */
  Table(Predicate<R> within) {
    this.within = within;
  }

  /** Adds a column, whose format may take several values. */
  @SafeVarargs
  final Table<R> column(String title, String valueFormat, Function<R, ?>... ofRow) {
    heading.add(title);
    format.add(valueFormat);
    for (Function<R, ?> value : ofRow) {
      values.add(value);
    }
    return this;
  }

  /** Adds a column that says whether a row is within what is expected. */
  Table<R> within(String title, String valueFormat) {
    return column(title, valueFormat, row -> isWithin(row) ? "yes" : "NO");
  }

  String heading() {
    return heading.toString();
  }

  String line(R row) {
    return String.format(
        Locale.ROOT, format.toString(), values.stream().map(value -> value.apply(row)).toArray());
  }

  boolean isWithin(R row) {
    return within == null || within.test(row);
  }

  /** Whether anything is expected of its rows. */
  boolean expects() {
    return within != null;
  }

  /** What part of a whole there is, in percent; none of nothing. */
  static double percent(int part, int whole) {
    return whole == 0 ? 0 : 100.0 * part / whole;
  }
}
