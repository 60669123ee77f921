package org.spamwatch.overlay.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.TimerScope;
import org.spamwatch.overlay.node.OverlayMessage.RowRequest;
import org.spamwatch.overlay.node.OverlayMessage.Rows;
import org.spamwatch.overlay.routing.Neighbour;

/**
 * Finds near nodes for the prefix table: asks near nodes for their rows, and probes the best that
 * these tell of.
 *
 * <p>What is near to a near node is near to this one, so each exchange starts from where the last
 * one ended, and a newcomer comes down to its neighbourhood in a few. An entry of an adviser's row
 * comes with the adviser's round trip to it; the triangle of adviser, entry and this node bounds
 * this node's own from below, and only what can beat a candidate is probed. That is hearsay: it
 * decides whom to probe, and the own probe decides who enters. One exchange in four is with a
 * random node, so that the search does not stay where it began and the slots of the table sample
 * all nodes.
 *
 * <p>Exchanges are frequent while they bring anything, and rare when they do not. Sources: Castro
 * et al., Exploiting Network Proximity in Peer-to-Peer Overlay Networks (2002), section 4.3, for
 * the exchange of rows; Hildrum et al., Distributed Object Location in a Dynamic Network (2002),
 * for the descent from near nodes to nearer ones.
 */
final class ProximitySelection {
  /** A newcomer's first pause, and the shortest ever. */
  private static final Duration SHORTEST = Duration.ofSeconds(2);

  /** So many of the nearest are advisers. */
  private static final int ADVISERS = 8;

  /** Of so many exchanges one is with any node of the table. */
  private static final int RANDOM_ONE_IN = 4;

  /** The most nodes that are probed for one answer. */
  private static final int PROBES = 3;

  /** After how many exchanges those may be probed again that were not worth their probe. */
  private static final int FUTILE_EXCHANGES = 32;

  private record Hint(Contact contact, Endpoint source, long atLeastMicros, long atMostMicros) {}

  private final NodeContext node;
  private final CandidateVerifier candidateVerifier;
  private final NegativeCache negativeCache = new NegativeCache();
  private List<Hint> probed = List.of();
  private List<Hint> doubtful = List.of();
  private @Nullable Endpoint asked;
  private long pauseMicros = SHORTEST.toNanos() / 1000;
  private long replacedBefore;
  private int exchanges;

  ProximitySelection(NodeContext node, CandidateVerifier candidateVerifier) {
    this.node = node;
    this.candidateVerifier = candidateVerifier;
  }

  /** The node takes part from now on, until the scope is closed. */
  void start(TimerScope scope) {
    scope.repeat(
        () -> pauseMicros,
        () -> {
          settle();
          ask();
        });
  }

  /** Ends the last exchange and sets the pace by what came of it. */
  private void settle() {
    long replaced = node.table().prefixTable().replaced();
    boolean better = replaced > replacedBefore;
    replacedBefore = replaced;
    pauseMicros =
        better
            ? Math.max(SHORTEST.toNanos() / 1000, pauseMicros * 3 / 4)
            : Math.min(node.config().rowExchange().toNanos() / 1000, pauseMicros * 3 / 2);
    if (++exchanges % FUTILE_EXCHANGES == 0) {
      negativeCache.clear();
    }
    for (Hint hint : probed) {
      negativeCache.add(hint.contact.id());
    }
    probed = List.of();
    for (Hint hint : doubtful) {
      candidateVerifier.consider(hint.contact, hint.source, hint.atLeastMicros);
    }
    doubtful = List.of();
  }

  private void ask() {
    int row = node.random().nextInt(Math.max(1, node.table().prefixTable().contestedRows()));
    Neighbour partner = partner(row);
    asked = partner == null ? null : partner.contact().endpoint();
    if (partner != null) {
      node.outbox()
          .send(partner.contact(), new RowRequest(node.self(), row, roundTripMicros(partner)));
    }
  }

  /** Any of those who share the prefix of a row, mostly one of the nearest. */
  private @Nullable Neighbour partner(int row) {
    List<Neighbour> sharing = node.table().sharing(row);
    if (sharing.isEmpty()) {
      return null;
    }
    if (node.random().nextInt(RANDOM_ONE_IN) > 0) {
      sharing = nearest(sharing);
    }
    return sharing.get(node.random().nextInt(sharing.size()));
  }

  /** The nearest first, of those as near the first first: as if all were sorted. */
  private static List<Neighbour> nearest(List<Neighbour> all) {
    List<Neighbour> nearest = new ArrayList<>(ADVISERS + 1);
    long[] nearnesses = new long[ADVISERS + 1];
    for (Neighbour neighbour : all) {
      long nearness = nearness(neighbour);
      int place = nearest.size();
      while (place > 0 && nearness < nearnesses[place - 1]) {
        nearnesses[place] = nearnesses[place - 1];
        place--;
      }
      if (place < ADVISERS) {
        nearnesses[place] = nearness;
        nearest.add(place, neighbour);
      }
      if (nearest.size() > ADVISERS) {
        nearest.remove(ADVISERS);
      }
    }
    return nearest;
  }

  private static long nearness(Neighbour neighbour) {
    long micros = neighbour.roundTrip().smoothedMicros();
    return micros < 0 ? Long.MAX_VALUE : micros;
  }

  private static int roundTripMicros(Neighbour neighbour) {
    long micros = Math.max(0, neighbour.roundTrip().smoothedMicros());
    return (int) Math.min(micros, OverlayMessage.MAX_ROUND_TRIP_MICROS);
  }

  private void tell(Contact to, List<Neighbour> neighbours) {
    List<Contact> told = new ArrayList<>(neighbours.size());
    neighbours.forEach(neighbour -> told.add(neighbour.contact()));
    int fitting = Contacts.fitting(node.limits(), told);
    Rows.Entry[] entries = new Rows.Entry[fitting];
    for (int i = 0; i < fitting; i++) {
      entries[i] = new Rows.Entry(told.get(i), roundTripMicros(neighbours.get(i)));
    }
    node.outbox().send(to, new Rows(node.self(), List.of(entries)));
  }

  /** Another node, to be answered where it is heard from, asks for a row. */
  void received(Contact from, RowRequest request) {
    tell(from, node.table().prefixTable().row(request.row()));
    long told = request.roundTripMicros();
    candidateVerifier.consider(
        request.sender(), from.endpoint(), told == 0 ? Long.MAX_VALUE : told);
  }

  void received(Endpoint from, Rows rows) {
    candidateVerifier.consider(rows.sender(), from);
    List<Rows.Entry> entries =
        rows.entries().subList(0, Math.min(node.limits().maxContacts(), rows.entries().size()));
    for (Rows.Entry entry : entries) {
      // Where a leaf is lost any node has room for a while: those are too many to be asked thrice.
      candidateVerifier.considerOnce(entry.contact(), from);
    }
    Neighbour adviser = node.table().neighbour(rows.sender().id());
    if (from.equals(asked) && adviser != null && adviser.contact().endpoint().equals(from)) {
      asked = null;
      probeBest(from, adviser.roundTrip().smoothedMicros(), entries);
    }
  }

  private void probeBest(Endpoint from, long adviserMicros, List<Rows.Entry> entries) {
    List<Hint> hints = new ArrayList<>();
    for (Rows.Entry entry : entries) {
      Id id = entry.contact().id();
      long told = entry.roundTripMicros();
      long atLeast = Math.abs(told - adviserMicros);
      if (told > 0
          && adviserMicros >= 0
          && !id.equals(node.self().id())
          && !negativeCache.has(id)
          && node.table().wants(entry.contact(), atLeast)) {
        hints.add(new Hint(entry.contact(), from, atLeast, told + adviserMicros));
      }
    }
    hints.sort(Comparator.comparingLong(Hint::atMostMicros));
    probed = List.copyOf(hints.subList(0, Math.min(PROBES, hints.size())));
    for (Hint hint : probed) {
      candidateVerifier.measure(
          hint.contact, from, hint.atLeastMicros, micros -> firstMeasured(hint, micros));
    }
  }

  /**
   * A first probe that took longer than by way of the adviser may have waited for its link to be
   * opened: by the next exchange it is there, and the node is probed once more.
   */
  private void firstMeasured(Hint hint, long roundTripMicros) {
    if (roundTripMicros > hint.atMostMicros && doubtful.size() < PROBES) {
      doubtful = doubtful.isEmpty() ? new ArrayList<>(PROBES) : doubtful;
      doubtful.add(hint);
    }
  }
}
