package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.spamwatch.simulator.plot.Plot;

/**
 * What a run has found so far: printed on standard output as it comes, and kept for {@code --out};
 * and how far it is, on standard error. Not thread-safe, but for {@link #progress} and {@link
 * #stop}.
 */
final class Report {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PrintWriter out;
  private final PrintWriter err;
  private final Optional<UnitsFile> units;
  private final List<ObjectNode> rows = new ArrayList<>();
  private boolean within = true;
  private boolean stopped;
  private Optional<Plot> plot = Optional.empty();

  /**
   * A report without anything.
   *
   * @param units where finished units are kept, if they are
   */
  Report(PrintWriter out, PrintWriter err, Optional<UnitsFile> units) {
    this.out = out;
    this.err = err;
    this.units = units;
  }

  /** Prints a line beside the tables. */
  void line(String format, Object... arguments) {
    out.println(String.format(Locale.ROOT, format, arguments));
    out.flush();
  }

  /** Prints the first line of a table. */
  void heading(Table<?> table) {
    line("%s", table.heading());
  }

  /** Prints a row of a table; one that is not within what is expected is a miss. */
  <R> void print(Table<R> table, R row) {
    line("%s", table.line(row));
    expect(table.isWithin(row));
  }

  /** Keeps a row for the file: a record, its components by their names. */
  void keep(Object row) {
    rows.add(JSON.valueToTree(row));
  }

  /** Prints and keeps a row of a table, and with it whether it is within what is expected. */
  <R> void row(Table<R> table, R row) {
    print(table, row);
    keep(row);
    if (table.expects()) {
      rows.get(rows.size() - 1).put("within", table.isWithin(row));
    }
  }

  /** What must hold, else the run has missed what is expected. */
  void expect(boolean holds) {
    within &= holds;
  }

  /** Keeps what is to be seen of the run, for {@code --plot}. */
  void plot(Plot seen) {
    plot = Optional.of(seen);
  }

  /** Takes lines that say how far the run is. */
  Consumer<String> progress() {
    return this::tell;
  }

  /** Takes lines that say how far a part of the run is. */
  Consumer<String> progress(String part) {
    return line -> tell(part + ": " + line);
  }

  private void tell(String line) {
    synchronized (err) {
      if (!stopped) {
        err.println(line);
      }
    }
  }

  /** The run is stopped, from any thread: a line says so, and no other comes behind it. */
  void stop(String line) {
    synchronized (err) {
      stopped = true;
      err.println(line);
    }
  }

  /** The units of a run, of which each is kept when it is finished. */
  Units units(double work) {
    return new Units(units, progress(), work);
  }

  List<ObjectNode> rows() {
    return rows;
  }

  Plot plot() {
    return plot.orElseThrow();
  }

  boolean isWithin() {
    return within;
  }
}
