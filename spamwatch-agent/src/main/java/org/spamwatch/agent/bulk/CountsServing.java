package org.spamwatch.agent.bulk;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.bulk.BulkMessage.CountsTold;
import org.spamwatch.agent.bulk.BulkMessage.CountsWanted;
import org.spamwatch.agent.contribution.Contribution;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.RecentMap;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.TokenBuckets;

/**
 * Sends others the pieces of this peer's counts that they ask for: no more bytes a second than each
 * of them, and all together, may have; who asks for more is not answered, and asks again.
 */
final class CountsServing {
  private static final int BYTES_A_SECOND = 128 << 10;
  private static final int BYTES_A_SECOND_OF_ALL = 512_000;
  private static final int BURST = 1_000_000;
  private static final int ASKERS = 256;
  private static final int MOST_MADE = 4;
  private static final String ALL = "all";

  private final KeyBasedRouting routing;
  private final BulkCounts counts;
  private final TokenBuckets<Id> ofOne;
  private final TokenBuckets<String> ofAll;

  /** What was made of versions and bases: the same for all who ask. */
  private final RecentMap<Made, byte[]> made = RecentMap.lastUsed(MOST_MADE);

  private record Made(long version, long base) {}

  CountsServing(KeyBasedRouting routing, BulkCounts counts, Timers timers) {
    this.routing = routing;
    this.counts = counts;
    ofOne = new TokenBuckets<>(timers, BYTES_A_SECOND, BURST, ASKERS);
    ofAll = new TokenBuckets<>(timers, BYTES_A_SECOND_OF_ALL, BURST, 1);
  }

  void asked(Contact asker, CountsWanted wanted) {
    if (!ofOne.take(asker.id(), BulkMessage.MAX_PIECE) || !ofAll.take(ALL, BulkMessage.MAX_PIECE)) {
      return;
    }
    long base = counts.isKept(wanted.base()) ? wanted.base() : 0;
    Made begun = new Made(wanted.version(), base);
    byte @Nullable [] known = made.get(begun);
    if (known != null && wanted.from() < known.length) {
      send(asker, begun, known, wanted.from());
    } else {
      begin(asker, base);
    }
  }

  private void begin(Contact asker, long base) {
    Optional<Contribution> newest = counts.since(base);
    if (newest.isPresent()) {
      Made begun = new Made(newest.get().version(), newest.get().base());
      byte @Nullable [] known = made.get(begun);
      byte[] bytes = known == null ? newest.get().serial() : known;
      made.put(begun, bytes);
      send(asker, begun, bytes, 0);
    }
  }

  private void send(Contact asker, Made begun, byte[] bytes, int from) {
    int until = Math.min(bytes.length, from + BulkMessage.MAX_PIECE);
    routing.send(
        asker,
        new CountsTold(
            begun.version(),
            begun.base(),
            bytes.length,
            from,
            Arrays.copyOfRange(bytes, from, until)));
  }
}
