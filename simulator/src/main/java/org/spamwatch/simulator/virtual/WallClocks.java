package org.spamwatch.simulator.virtual;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spamwatch.overlay.Calendar;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Timers;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/** The dates of the machines on which simulated peers run. */
public final class WallClocks {
  /** Once a clock has jumped, how often peers look whether to ask for others', and how many. */
  private static final long SHOWN_MICROS = 5_000_000;

  private static final int ASKED = 8;

  private final PeerNetwork network;
  private final Map<Endpoint, Long> ahead = new LinkedHashMap<>(); // in microseconds
  private boolean settled;

  WallClocks(PeerNetwork network) {
    this.network = network;
  }

  /** Peers that are added from now on have run for so long that their date is settled. */
  public void settled() {
    settled = true;
  }

  /** By how much the date of the machine at an address was set ahead, in microseconds. */
  public long aheadMicros(Contact peer) {
    return ahead.isEmpty() ? 0 : ahead.getOrDefault(peer.endpoint(), 0L);
  }

  /** What the wall clock of a peer's machine shows now, in microseconds. */
  public long dateMicros(Contact peer) {
    return network.links().shownMicros(peer.endpoint()) + aheadMicros(peer);
  }

  /**
   * Sets the date of the machine at an address, ahead or back; how fast its time passes does not
   * change.
   */
  public void jump(Contact peer, long micros) {
    if (ahead.isEmpty()) {
      network.simulation().after(SHOWN_MICROS, this::show);
    }
    ahead.merge(peer.endpoint(), micros, Long::sum);
  }

  /** As the live driver does over its links: peers that are to ask for others' clocks do. */
  private void show() {
    network.simulation().after(SHOWN_MICROS, this::show);
    for (Peer peer : network.running()) {
      List<Contact> known = peer.core().node().neighbours();
      Calendar calendar = peer.timers().calendar();
      if (!known.isEmpty() && calendar.isToAsk()) {
        network.call(peer, () -> ask(calendar, known));
      }
    }
  }

  private void ask(Calendar calendar, List<Contact> known) {
    calendar.asked();
    for (Contact other : known.subList(0, Math.min(ASKED, known.size()))) {
      if (network.at(other.endpoint()).isPresent()) {
        calendar.heard(other.endpoint().toString(), dateMicros(other) / 1000);
      }
    }
  }

  /** The timers of a peer that starts where one was before. */
  Timers timers(Contact peer) {
    return new Timers(network.links().shownMicros(peer.endpoint()), dateMicros(peer));
  }

  /** The timers of a peer that is new. */
  Timers newTimers(Contact peer) {
    Timers timers = timers(peer);
    if (settled) {
      long ran = Duration.ofDays(2).toMillis();
      timers.calendar().restore(new Calendar.Kept(timers.dateMillis(), ran));
    }
    return timers;
  }
}
