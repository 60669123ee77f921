package org.spamwatch.agent.vote;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.lease.Succession;

/** Every message of which this peer keeps votes, in memory and in its store. */
final class KeptMessages {
  private final Limits limits;
  private final VoteStore store;
  private final TreeMap<Id, KeptMessage> messages = new TreeMap<>();

  KeptMessages(Limits limits, VoteStore store) {
    this.limits = limits;
    this.store = store;
  }

  /** Loads what the store holds. */
  void restore() {
    store.load(
        stored -> {
          KeptMessage message = new KeptMessage(stored.guid());
          message.addVectors(stored.vectors());
          for (Vote vote : stored.votes()) {
            message.merge(vote, List.of(), limits.maxVotesPerMessage());
          }
          for (Vote vote : stored.pending()) {
            message.pend(vote);
            message.localVoters.add(vote.voter());
          }
          messages.put(stored.guid(), message);
        });
  }

  @Nullable KeptMessage find(Id guid) {
    return messages.get(guid);
  }

  /** Merges a vote that is in order; the message it is news for, if it is. */
  Optional<KeptMessage> merge(Vote vote, List<FeatureVector> vectors) {
    KeptMessage message = messages.computeIfAbsent(vote.guid(), KeptMessage::new);
    if (!message.merge(vote, vectors, limits.maxVotesPerMessage())) {
      return Optional.empty();
    }
    store.put(vote, vectors);
    return Optional.of(message);
  }

  void remove(KeptMessage message) {
    messages.remove(message.guid);
    store.remove(message.guid);
  }

  /** All of them, in the order of their GUIDs from one clockwise. */
  List<KeptMessage> from(Id start) {
    List<KeptMessage> all = new ArrayList<>(messages.tailMap(start).values());
    all.addAll(messages.headMap(start).values());
    return all;
  }

  List<KeptMessage> all() {
    return from(Id.ZERO);
  }

  List<Id> guidsBetween(Id first, Id last) {
    return Succession.keysBetween(messages, first, last);
  }

  int size() {
    return messages.size();
  }

  long votes() {
    return messages.values().stream().mapToLong(message -> message.votes().size()).sum();
  }

  long pending() {
    return messages.values().stream().mapToLong(message -> message.pending().size()).sum();
  }
}
