package org.spamwatch.simulator.alternatives;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.ObjectApplication;
import org.spamwatch.simnet.Simulation;
import org.spamwatch.simulator.alternatives.LocationMessage.Note;

/** When questions' payloads have come to an object for the first time. */
final class Arrivals implements ObjectApplication {
  private final Simulation simulation;
  private final Map<Long, Long> first = new LinkedHashMap<>();

  Arrivals(Simulation simulation) {
    this.simulation = simulation;
  }

  /** In microseconds of virtual time; empty if it has not come to any. */
  OptionalLong of(long number) {
    Long at = first.get(number);
    return at == null ? OptionalLong.empty() : OptionalLong.of(at);
  }

  @Override
  public boolean accepts(Message message) {
    return message instanceof Note;
  }

  @Override
  public void deliverToObject(Id guid, Message message, Contact origin, Contact via, int hops) {
    if (message instanceof Note note) {
      first.putIfAbsent(note.number(), simulation.nowMicros());
    }
  }

  @Override
  public void locationFailed(Id guid, Message message) {}
}
