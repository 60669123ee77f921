package org.spamwatch.simulator.detection;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spamwatch.simulator.processes.ProcessException;

/** The rivals that take part in an experiment; they end when this is closed. */
final class Rivals implements AutoCloseable {
  private final List<Rival> running = new ArrayList<>();

  private Rivals() {}

  /**
   * Starts rivals.
   *
   * @param names of {@code rspamd} and {@code pyzor}
   */
  static Rivals start(List<String> names) throws ProcessException {
    Rivals rivals = new Rivals();
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
    for (Rival rival : running) {
      rival.report(mails);
    }
  }

  /** How many of the mails each knows. */
  Map<String, Integer> found(List<byte[]> mails) throws ProcessException {
    Map<String, Integer> found = new LinkedHashMap<>();
    for (Rival rival : running) {
      found.put(rival.name(), (int) rival.check(mails).stream().filter(known -> known).count());
    }
    return found;
  }

  List<Rival> all() {
    return List.copyOf(running);
  }

  @Override
  public void close() {
    running.forEach(Rival::close);
    running.clear();
  }
}
