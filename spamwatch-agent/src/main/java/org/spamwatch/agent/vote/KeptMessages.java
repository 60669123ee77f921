package org.spamwatch.agent.vote;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.vote.KeptMessage.Merged;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RecentMap;
import org.spamwatch.overlay.lease.Succession;

/** Every message of which this peer keeps votes, in memory and in its store. */
final class KeptMessages {
  /** Votes kept of all messages: about 2 kB of memory each with its vector. */
  static final int MAX_VOTES = 1_000_000;

  private static final int CERTIFICATES_SHARED = 10_000;

  private final int maxVotesPerMessage;
  private final int maxVotes;
  private final VoteStore store;
  private NavigableMap<Id, KeptMessage> messages = Collections.emptyNavigableMap();
  private final RecentMap<Id, VoterCertificate> certificates =
      RecentMap.lastUsed(CERTIFICATES_SHARED);
  private long votes;

  KeptMessages(int maxVotesPerMessage, int maxVotes, VoteStore store) {
    this.maxVotesPerMessage = maxVotesPerMessage;
    this.maxVotes = maxVotes;
    this.store = store;
  }

  /**
   * Loads what the store holds.
   *
   * @param self the site whose voters are this peer's own
   */
  void restore(Id self) {
    store.load(
        stored -> {
          KeptMessage message = new KeptMessage(stored.guid());
          for (Vote vote : stored.votes()) {
            message.merge(vote, stored.vectors(), maxVotesPerMessage);
            if (vote.site().equals(self)) {
              message.localVoters.add(vote.voter());
            }
          }
          votes += message.voteCount();
          for (Vote vote : stored.pending()) {
            message.pend(vote);
          }
          add(message);
        });
  }

  @Nullable KeptMessage find(Id guid) {
    return messages.get(guid);
  }

  private void add(KeptMessage message) {
    messages = messages.isEmpty() ? new TreeMap<>() : messages;
    messages.put(message.guid, message);
  }

  /** Merges a vote that is in order, and stores it if it is news. */
  Merged merge(Vote arrived, List<FeatureVector> vectors) {
    Vote vote = sharing(arrived);
    KeptMessage message = messages.get(vote.guid());
    if (votes >= maxVotes && (message == null || !message.knows(vote.voter()))) {
      return Merged.FULL;
    }
    if (message == null) {
      message = new KeptMessage(vote.guid());
      add(message);
    }
    int before = message.voteCount();
    Merged merged = message.merge(vote, vectors, maxVotesPerMessage);
    votes += message.voteCount() - before;
    if (merged == Merged.NEWS) {
      store.put(vote, vectors);
    }
    return merged;
  }

  /** The vote with the certificate in memory that its voter's vote before had, if it is equal. */
  private Vote sharing(Vote vote) {
    Optional<VoterCertificate> its = vote.certificate();
    if (its.isEmpty()) {
      return vote;
    }
    VoterCertificate known = certificates.get(vote.voter());
    if (known != null && known.equals(its.get())) {
      return vote.certified(known);
    }
    certificates.put(vote.voter(), its.get());
    return vote;
  }

  void remove(KeptMessage message) {
    messages.remove(message.guid);
    votes -= message.voteCount();
    store.remove(message.guid);
  }

  /** All of them, in the order of their GUIDs from one clockwise. */
  List<KeptMessage> from(Id start) {
    List<KeptMessage> all = new ArrayList<>(messages.tailMap(start).values());
    all.addAll(messages.headMap(start).values());
    return all;
  }

  /** Those from a GUID on, not round the ring. */
  Iterable<KeptMessage> onwards(Id start) {
    return messages.tailMap(start).values();
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
    return votes;
  }

  long pending() {
    return messages.values().stream().mapToLong(message -> message.pending().size()).sum();
  }
}
