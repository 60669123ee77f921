package org.spamwatch.overlay.node;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.routing.Neighbour;
import org.spamwatch.overlay.routing.PrefixTable;
import org.spamwatch.overlay.routing.RoundTrip;

/**
 * Lets nodes into the tables and takes them out, on the word of this node's own probes alone.
 *
 * <p>What others tell only decides whom to probe: nobody can be advertised into a table, at an
 * endpoint where he does not answer, in the place of a node that still answers, or out of one.
 * Source: Rhea et al., Handling Churn in a DHT (Bamboo, 2004), section 4.
 */
final class CandidateVerifier {
  /** Little is lost with a node that was only heard of: others will tell of it again. */
  private static final int HEARSAY_ATTEMPTS = 1;

  /** What is to be done when a leaf was removed. */
  @FunctionalInterface
  interface LeafLost {
    /** A leaf is gone; {@code wasNearest} if there was no other between it and this node. */
    void lost(Contact leaf, boolean wasNearest);
  }

  /** How long who was in the tables is not believed to be a leaf again on what others say. */
  private static final Duration NO_LEAF_FOR = Duration.ofSeconds(90);

  /**
   * How long nobody who did not answer is believed to be of use for the prefix table. What is told
   * for it is dead by a third or more where sessions are short, the same nodes are told by many,
   * and no route goes wrong without one of them.
   */
  private static final Duration NO_ENTRY_FOR = Duration.ofMinutes(5);

  /** Dead nodes remembered. */
  private static final int MAX_DEAD = 1_024;

  /** A node that did not answer, and since when; {@code known} if it was one of the tables. */
  private record Dead(long sinceMicros, boolean known) {}

  private final NodeContext node;
  private final Prober prober;
  private final Consumer<Id> settled;
  private final LeafLost leafLost;

  /** Oldest first. By contact: to tell of a node at a false endpoint says nothing of the node. */
  private final Map<Contact, Dead> dead = new LinkedHashMap<>();

  /** How many are being probed for each slot of the prefix table. */
  private final Map<Integer, Integer> candidates = new LinkedHashMap<>();

  private BiConsumer<Contact, Boolean> leafListener = (contact, joined) -> {};

  /**
   * Nobody is being verified.
   *
   * @param settled told of every id that was considered, once nothing more will come of it
   * @param leafLost told of every leaf that was removed
   */
  CandidateVerifier(NodeContext node, Prober prober, Consumer<Id> settled, LeafLost leafLost) {
    this.node = node;
    this.prober = prober;
    this.settled = settled;
    this.leafLost = leafLost;
  }

  /** Whom to tell of every change of the leaf set. */
  void listen(BiConsumer<Contact, Boolean> listener) {
    leafListener = listener;
  }

  /** This node leaves the ring: no probe is under way any more. */
  void stop() {
    candidates.clear();
  }

  /**
   * Probes a node that was heard of, if either table has a use for it.
   *
   * @param source the endpoint that told of it, perhaps its own
   */
  void consider(Contact contact, Endpoint source) {
    consider(contact, source, Long.MAX_VALUE);
  }

  /** Probes a node that may be near; if it answers, its round trip is told. */
  void measure(Contact contact, Endpoint source, long atLeastMicros, LongConsumer roundTripMicros) {
    consider(contact, source, atLeastMicros, Prober.ATTEMPTS, roundTripMicros);
  }

  /**
   * Probes a node that was told of for the prefix table, if a table has a use for it: once, also if
   * it may be a leaf, and not again for five minutes if that is not answered.
   */
  void considerOnce(Contact contact, Endpoint source) {
    consider(contact, source, Long.MAX_VALUE, HEARSAY_ATTEMPTS, micros -> {});
  }

  /**
   * Probes a node that may be near, if either table has a use for it.
   *
   * @param atLeastMicros what its round trip cannot be below, as far as others tell
   */
  void consider(Contact contact, Endpoint source, long atLeastMicros) {
    measure(contact, source, atLeastMicros, micros -> {});
  }

  private void consider(
      Contact contact,
      Endpoint source,
      long atLeastMicros,
      int attemptsAtLeaf,
      LongConsumer roundTripMicros) {
    Id id = contact.id();
    Neighbour neighbour = node.table().neighbour(id);
    boolean moved = neighbour != null && !neighbour.contact().equals(contact);
    boolean asLeaf = node.table().leafSet().wouldAccept(id);
    boolean isOfUse =
        moved || asLeaf || (neighbour == null && node.table().wantsEntry(contact, atLeastMicros));
    // What others still say of a dead node is old; what it says itself is not.
    boolean toldAsLeaf = asLeaf && attemptsAtLeaf > HEARSAY_ATTEMPTS;
    if (!isOfUse
        || id.equals(node.self().id())
        || (!source.equals(contact.endpoint()) && isDead(contact, toldAsLeaf))) {
      settled.accept(id);
      return;
    }
    boolean forLeafSet = moved || asLeaf;
    int row = node.self().id().sharedPrefix(id);
    int slot = row * Id.BASE + id.digit(row);
    boolean fillsUp = !forLeafSet && atLeastMicros == Long.MAX_VALUE;
    if (fillsUp && candidates.getOrDefault(slot, 0) >= PrefixTable.CANDIDATES) {
      settled.accept(id); // as many are being probed already as the slot can take
      return;
    }
    boolean asked =
        prober.probeHearsay(
            source,
            contact,
            forLeafSet ? attemptsAtLeaf : HEARSAY_ATTEMPTS,
            RoundTrip.UNKNOWN_TIMEOUT_MICROS,
            outcome -> {
              candidates.computeIfPresent(slot, (s, count) -> count == 1 ? null : count - 1);
              if (outcome.answerer().isEmpty()) {
                isDeadFromNow(contact, false);
              } else {
                roundTripMicros.accept(outcome.roundTripMicros());
              }
              reached(contact.endpoint(), outcome);
              settled.accept(id);
            });
    if (asked) {
      candidates.merge(slot, 1, Integer::sum);
    } else {
      settled.accept(id);
    }
  }

  /** Who was never known may be about to start: that does not keep it out of the leaf set. */
  private boolean isDead(Contact contact, boolean asLeaf) {
    Dead found = dead.get(contact);
    if (found == null) {
      return false;
    }
    long passed = node.timers().nowMicros() - found.sinceMicros();
    return asLeaf ? found.known() && passed < micros(NO_LEAF_FOR) : passed < micros(NO_ENTRY_FOR);
  }

  private void isDeadFromNow(Contact contact, boolean known) {
    long now = node.timers().nowMicros();
    dead.remove(contact);
    dead.put(contact, new Dead(now, known));
    Iterator<Dead> oldest = dead.values().iterator();
    while (now - oldest.next().sinceMicros() >= micros(NO_ENTRY_FOR) || dead.size() > MAX_DEAD) {
      oldest.remove();
    }
  }

  private static long micros(Duration duration) {
    return duration.toNanos() / 1000;
  }

  /** Takes whoever answered a probe into the tables. */
  private void reached(Endpoint probed, Prober.Outcome outcome) {
    Contact answerer = outcome.answerer().orElse(node.self());
    if (answerer.id().equals(node.self().id())) {
      return;
    }
    if (!answerer.endpoint().equals(probed)) {
      // It says that it is to be reached elsewhere: that is hearsay until a probe gets there.
      consider(answerer, probed);
      return;
    }
    dead.remove(answerer);
    Neighbour known = node.table().neighbour(answerer.id());
    if (known != null && !known.contact().equals(answerer)) {
      replaceIfGone(known, answerer, outcome);
      return;
    }
    Neighbour neighbour = known == null ? new Neighbour(answerer) : known;
    neighbour.roundTrip().add(outcome.roundTripMicros(), node.timers().nowMicros());
    neighbour.heard(node.timers().nowMicros());
    if (node.table().add(neighbour)) {
      leafListener.accept(neighbour.contact(), true);
    }
  }

  /** Two endpoints claim one id: the one that is known keeps it while it answers. */
  private void replaceIfGone(Neighbour known, Contact claimant, Prober.Outcome claimed) {
    prober.probe(
        known.contact(),
        patience(known),
        outcome -> {
          if (!outcome.answerer().map(known.contact()::equals).orElse(false)) {
            remove(known.contact());
            reached(claimant.endpoint(), claimed);
          }
        });
  }

  /** A node did not acknowledge, or is said to be gone: find out whether it lives. */
  void suspect(Contact contact) {
    Neighbour neighbour = node.table().neighbour(contact.id());
    if (neighbour != null && neighbour.contact().equals(contact)) {
      check(neighbour, Prober.ATTEMPTS - 1);
    }
  }

  /** Probes a node of the tables and takes it out if it does not answer. */
  void check(Neighbour neighbour) {
    check(neighbour, Prober.ATTEMPTS);
  }

  /** A live leaf that is taken out makes wrong roots; any other node is soon found again. */
  private void check(Neighbour neighbour, int attempts) {
    boolean leaf = node.table().leafSet().contains(neighbour.id());
    prober.probe(
        neighbour.contact(),
        leaf ? attempts : attempts - 1,
        patience(neighbour),
        outcome -> {
          if (!outcome.answerer().map(neighbour.contact()::equals).orElse(false)) {
            remove(neighbour.contact());
          }
          reached(neighbour.contact().endpoint(), outcome);
        });
  }

  /** A leaf has joined again without having been missed: to those who listen it is a newcomer. */
  void begunAnew(Contact leaf) {
    leafListener.accept(leaf, true);
  }

  /** Dead nodes remembered, for tests of the bounds. */
  int held() {
    return dead.size() + candidates.size();
  }

  /**
   * Longer than a hop waits: a live leaf taken for dead makes a wrong root. Whoever is late itself
   * has not read yet what has arrived, and the others may be late for the same reason.
   */
  private long patience(Neighbour neighbour) {
    return 2 * (neighbour.roundTrip().timeoutMicros() + node.timers().lateMicros()) + 200_000;
  }

  private void remove(Contact contact) {
    Neighbour neighbour = node.table().neighbour(contact.id());
    if (neighbour == null || !neighbour.contact().equals(contact)) {
      return;
    }
    node.counts().failures++;
    boolean nearest = node.table().leafSet().nearest().contains(neighbour);
    boolean leaf = node.table().remove(contact.id());
    isDeadFromNow(contact, true);
    if (leaf) {
      leafListener.accept(contact, false);
      leafLost.lost(contact, nearest);
    }
    node.table().leafCandidates().forEach(this::check);
  }
}
