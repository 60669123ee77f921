package org.spamwatch.simulator.detection;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spamwatch.simulator.processes.ProcessException;

/** The rivals that take part in an experiment; they end when this is closed. */
final class ReferenceFilters implements AutoCloseable {
  private final List<ReferenceFilter> running = new ArrayList<>();

  private ReferenceFilters() {}

  /**
   * Starts rivals.
   *
   * @param names of {@code rspamd} and {@code pyzor}
   */
  static ReferenceFilters start(List<String> names) throws ProcessException {
    ReferenceFilters rivals = new ReferenceFilters();
    try {
      for (String name : names) {
        rivals.running.add(
            switch (name) {
              case "rspamd" -> Rspamd.start();
              case "pyzor" -> Pyzor.start();
              default -> throw new ProcessException(name + ": no rival; rspamd and pyzor are");
            });
      }
      return rivals;
    } catch (ProcessException e) {
      rivals.close();
      throw e;
    }
  }

  /** Reports mails to all. */
  void report(List<byte[]> mails) throws ProcessException {
    for (ReferenceFilter rival : running) {
      rival.report(mails);
    }
  }

  /** How many of the mails each knows. */
  Map<String, Integer> found(List<byte[]> mails) throws ProcessException {
    Map<String, Integer> found = new LinkedHashMap<>();
    for (ReferenceFilter rival : running) {
      found.put(rival.name(), (int) rival.check(mails).stream().filter(known -> known).count());
    }
    return found;
  }

  List<ReferenceFilter> all() {
    return List.copyOf(running);
  }

  @Override
  public void close() {
    running.forEach(ReferenceFilter::close);
    running.clear();
  }
}
