package org.spamwatch.agent.vote;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

/**
 * A vote cast here that waits for the peers closest to its message to confirm it. Who those are
 * this peer finds out itself; what others confirm, or say of them, does not count.
 */
final class PendingVote {
  final Vote vote;

  /** Confirmations remembered: of far more peers than are asked for any. */
  private static final int MAX_CONFIRMATIONS = 64;

  private final Id self;
  private final Set<Id> confirmations = new LinkedHashSet<>(8);
  private @Nullable Consumer<VoteResult> receiver;
  Timers.@Nullable Timer timer;
  private final Set<Id> wanted = new LinkedHashSet<>(8);
  final List<FeatureVector> vectors;

  PendingVote(Vote vote, List<FeatureVector> vectors, Id self, Consumer<VoteResult> receiver) {
    this.vote = vote;
    this.vectors = List.copyOf(vectors);
    this.receiver = receiver;
    this.self = self;
    confirmations.add(self);
  }

  /** Says who are to confirm it. */
  void want(List<Contact> closest) {
    closest.forEach(contact -> wanted.add(contact.id()));
  }

  /** A peer says that it has it on disk. */
  void confirmed(Id holder) {
    if (confirmations.size() < MAX_CONFIRMATIONS) {
      confirmations.add(holder);
    }
  }

  boolean hasConfirmed(Id holder) {
    return confirmations.contains(holder);
  }

  /** Peers that are to have it and say so, this one included. */
  int holders() {
    Set<Id> holders = new LinkedHashSet<>(wanted);
    holders.retainAll(confirmations);
    holders.add(self);
    return holders.size();
  }

  /** Whether all who are to have it have confirmed it. */
  boolean isConfirmed() {
    return !wanted.isEmpty() && confirmations.containsAll(wanted);
  }

  /** Tells the voter, once. */
  void answer(VoteResult result) {
    Consumer<VoteResult> told = receiver;
    receiver = null;
    if (told != null) {
      told.accept(result);
    }
  }
}
