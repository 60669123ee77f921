package org.spamwatch.simulator.virtual;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * Why a changed copy was missed: who is closest to its features and to its message, what lies
 * there, and what the honest ones among them know of each other.
 *
 * <p>One character a peer, the closest first: {@code +} honest and holds it, {@code -} honest and
 * does not, {@code *} and {@code .} the same of a liar. Behind it, for each honest peer of the
 * first four, how many of the honest peers that should be its leaves are not.
 */
final class MissReport {
  private static final int CLOSEST = 8;
  private static final int HOLDERS = 4;
  private static final int SIDE = 8;

  private final List<Peer> ring;

  MissReport(PeerNetwork network) {
    ring = network.running();
    ring.sort(Comparator.comparing(peer -> peer.contact().id()));
  }

  /** One line on a feature or a message. */
  String about(String name, Id key, Predicate<Peer> holds) {
    List<Peer> closest = new ArrayList<>(ring);
    closest.sort(
        (a, b) -> {
          Id left = a.contact().id();
          Id right = b.contact().id();
          return left.equals(right) ? 0 : left.isCloserTo(key, right) ? -1 : 1;
        });
    StringBuilder line = new StringBuilder(name).append(' ');
    for (Peer peer : closest.subList(0, Math.min(CLOSEST, closest.size()))) {
      boolean held = holds.test(peer);
      line.append(peer.isLiar() ? held ? '*' : '.' : held ? '+' : '-');
    }
    for (Peer peer : closest.subList(0, Math.min(HOLDERS, closest.size()))) {
      if (!peer.isLiar()) {
        line.append(' ').append(missingLeaves(peer));
      }
    }
    long everywhere = ring.stream().filter(holds).count();
    return line.append(String.format(Locale.ROOT, ", held by %d", everywhere)).toString();
  }

  /** The lines on all that a copy shares with what was marked, and on the message. */
  List<String> of(Peer asker, FeatureVector marked, int kept, Id guid) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "asker %s lacks %d leaves",
            asker.contact().endpoint(),
            missingLeaves(asker)));
    for (Id feature : marked.keys().subList(0, kept)) {
      lines.add(about("feature", feature, peer -> peer.core().adolr().knows(feature)));
    }
    lines.add(about("message", guid, peer -> peer.store().keeps(guid)));
    return lines;
  }

  /** Honest peers that belong into a peer's leaf set and are not in it. */
  int missingLeaves(Peer peer) {
    List<Contact> leaves = peer.core().node().leaves();
    int place = ring.indexOf(peer);
    int missing = 0;
    for (int away = 1; away <= SIDE; away++) {
      for (int at : new int[] {place + away, place - away}) {
        Peer other = ring.get(Math.floorMod(at, ring.size()));
        missing += !other.isLiar() && !leaves.contains(other.contact()) ? 1 : 0;
      }
    }
    return missing;
  }

  /** How many honest peers lack leaves: none, some, half of them, all. */
  String leafSets() {
    int[] counts = new int[4];
    for (Peer peer : ring) {
      if (!peer.isLiar()) {
        int missing = missingLeaves(peer);
        boolean alone = peer.core().node().leaves().isEmpty();
        counts[alone ? 3 : missing == 0 ? 0 : missing < SIDE ? 1 : 2]++;
      }
    }
    return String.format(
        Locale.ROOT,
        "honest peers that lack no honest leaf %d, some %d, half %d; alone %d",
        counts[0],
        counts[1],
        counts[2],
        counts[3]);
  }
}
