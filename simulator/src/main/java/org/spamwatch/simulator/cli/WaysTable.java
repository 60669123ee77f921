package org.spamwatch.simulator.cli;

import java.util.Locale;
import java.util.function.Predicate;
import org.spamwatch.simulator.detection.Asking;

/** The table of mails that were asked about in several ways, a row for each way. */
final class WaysTable {
  private WaysTable() {}

  /** A table of rows that are to be within what is expected. */
  static Table<Asking.Row> of(Predicate<Asking.Row> within) {
    return new Table<>(within)
        .column(
            "asked by   ",
            "%-11s",
            row -> row.way().name().toLowerCase(Locale.ROOT).replace('_', ' '))
        .column("spam found     ", "%6d of %5d", Asking.Row::spamFound, Asking.Row::spam)
        .column("lost         ", "%4d %6.2f %%", Asking.Row::lost, WaysTable::lostPercent)
        .column("ham called spam", "%4d of %6d", Asking.Row::hamCalledSpam, Asking.Row::ham)
        .column("left the host", "%11.2f %%", row -> Table.percent(row.left(), row.checks()))
        .column("packets/check", "%13.2f", row -> each(row.packets(), row))
        .column("bytes/check", "%11.0f", row -> each(row.bytes(), row))
        .within("within?", "%s");
  }

  /** Of the spams that the network calls so, the share in percent that this way does not. */
  static double lostPercent(Asking.Row row) {
    return Table.percent(row.lost(), row.spamByNetwork());
  }

  private static double each(long of, Asking.Row row) {
    return (double) of / Math.max(1, row.checks());
  }
}
