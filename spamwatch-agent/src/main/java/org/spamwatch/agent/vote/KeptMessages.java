package org.spamwatch.agent.vote;

import com.google.common.collect.Iterators;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.vote.KeptMessage.Gone;
import org.spamwatch.agent.vote.KeptMessage.Merged;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RecentMap;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.lease.ReplicaMaintenance;

/**
 * Every message of which this peer keeps votes, in memory and in its store; together they take no
 * more memory than they may, and who has most gives way ({@link VoteRoom}).
 */
final class KeptMessages {
  private static final int VOTERS_SHARED = 10_000;

  /** Messages of the store that are taken in one turn: some milliseconds. */
  private static final int LOADED_IN_A_TURN = 200;

  private final Id self;
  private final int maxVotesPerMessage;
  private final VoteRoom room;
  private final VoteStore store;
  private NavigableMap<Id, KeptMessage> messages = Collections.emptyNavigableMap();
  private final RecentMap<VerifyingKey, Vote> lastOfVoter = RecentMap.lastUsed(VOTERS_SHARED);
  private Consumer<KeptMessage> gaveWay = message -> {};
  private long votes;
  private long pending;
  private long evicted;
  private long leftOut;
  private boolean isRestored;

  /**
   * None yet.
   *
   * @param self the site whose voters are this peer's own
   */
  KeptMessages(Id self, int maxVotesPerMessage, VoteRoom room, VoteStore store) {
    this.self = self;
    this.maxVotesPerMessage = maxVotesPerMessage;
    this.room = room;
    this.store = store;
  }

  /** Who is told of a message of which votes have given way to others; it may have none left. */
  void onGaveWay(Consumer<KeptMessage> listener) {
    gaveWay = listener;
  }

  /**
   * Loads what the store holds: own users' votes, and of the other messages the newest for which
   * there is room. The rest stays in the store and is left out. Does nothing if it was done before.
   *
   * @param turns runs a part of it on the node's turn, and returns when it is done
   * @param loaded told of each message, on the turn
   */
  void restore(Consumer<Runnable> turns, Consumer<KeptMessage> loaded) {
    if (isRestored) {
      return;
    }
    isRestored = true;
    PriorityQueue<KeptMessage> oldestFirst =
        new PriorityQueue<>(Comparator.comparingLong(KeptMessage::newestMillis));
    List<StoredMessage> read = new ArrayList<>(LOADED_IN_A_TURN);
    Runnable part =
        () -> {
          read.forEach(stored -> loaded.accept(take(stored, oldestFirst)));
          read.clear();
        };
    store.load(
        stored -> {
          read.add(stored);
          if (read.size() == LOADED_IN_A_TURN) {
            turns.accept(part);
          }
        });
    turns.accept(part);
  }

  private KeptMessage take(StoredMessage stored, PriorityQueue<KeptMessage> oldestFirst) {
    KeptMessage message = new KeptMessage(stored.guid(), self, room);
    for (Vote vote : stored.votes()) {
      if (isWhole(vote, stored.vectors())) {
        message.merge(
            sharing(vote, message, stored.vectors()),
            stored.vectors(),
            Integer.MAX_VALUE,
            (gone, digests) -> {});
      }
    }
    for (Vote vote : stored.pending()) {
      pending += message.sending().add(vote) ? 1 : 0;
    }
    votes += message.voteCount();
    add(message);
    if (!message.isOwn()) {
      oldestFirst.add(message);
    }
    while (room.isOver() && !oldestFirst.isEmpty()) {
      leaveOut(oldestFirst.remove());
    }
    return message;
  }

  private static boolean isWhole(Vote vote, List<FeatureVector> vectors) {
    return vote.value() == VoteValue.WITHDRAWN
        || vectors.stream().map(vector -> vector.digest()).toList().containsAll(vote.digests());
  }

  private void leaveOut(KeptMessage message) {
    leftOut += message.voteCount();
    votes -= message.voteCount();
    messages.remove(message.guid);
    empty(message);
  }

  /** Takes what a message is charged with back. */
  private static void empty(KeptMessage message) {
    for (Vote vote : message.everyVote()) {
      message.drop(vote, (gone, digests) -> {});
    }
  }

  @Nullable KeptMessage find(Id guid) {
    return messages.get(guid);
  }

  /** The vote that is kept of the same voter, message and digests, null if none is. */
  @Nullable Vote word(Vote name) {
    KeptMessage message = messages.get(name.guid());
    return message == null ? null : message.word(name);
  }

  /** Whether any vote of a vote's voter on its message is kept. */
  boolean knowsVoterOf(Vote vote) {
    KeptMessage message = messages.get(vote.guid());
    return message != null && message.knows(vote.voter());
  }

  private void add(KeptMessage message) {
    messages = messages.isEmpty() ? new TreeMap<>() : messages;
    messages.put(message.guid, message);
  }

  /**
   * Whether a vote of an own user can be kept, if all others give way; one in the place of another
   * always is.
   */
  boolean hasRoomForOwn(Vote vote, List<FeatureVector> vectors) {
    long bytes = VoteRoom.OWN_VOTE_BYTES + vectors.stream().mapToLong(VoteRoom::bytesOf).sum();
    return word(vote) != null || room.fitsOwn(bytes);
  }

  /** Merges a vote that is in order, and stores it if it is news. */
  Merged merge(Vote arrived, List<FeatureVector> vectors) {
    KeptMessage known = messages.get(arrived.guid());
    KeptMessage message = known == null ? new KeptMessage(arrived.guid(), self, room) : known;
    Vote vote = sharing(arrived, message, vectors);
    Set<KeptMessage> changed = new LinkedHashSet<>(1);
    int before = message.voteCount();
    Merged merged = message.merge(vote, vectors, maxVotesPerMessage, new Evicted(message, changed));
    if (merged != Merged.NEWS) {
      return merged;
    }
    if (known == null) {
      add(message);
    }
    votes += message.voteCount() - before;
    store.put(vote, vectors);
    while (room.isOver() && evictNext(changed)) {
      evicted++;
    }
    changed.forEach(gaveWay);
    return message.word(vote) == null ? Merged.FULL : Merged.NEWS;
  }

  private boolean evictNext(Set<KeptMessage> changed) {
    Optional<Vote> next = room.next();
    KeptMessage message = next.map(vote -> messages.get(vote.guid())).orElse(null);
    if (message == null) {
      return false;
    }
    message.drop(next.orElseThrow(), new Evicted(message, changed));
    votes--;
    return true;
  }

  /** Takes votes that are kept no more out of the store. */
  private final class Evicted implements Gone {
    private final KeptMessage message;
    private final Set<KeptMessage> changed;

    Evicted(KeptMessage message, Set<KeptMessage> changed) {
      this.message = message;
      this.changed = changed;
    }

    @Override
    public void dropped(Vote vote, List<Id> digests) {
      store.remove(vote);
      settle(message, vote);
      store.removeVectors(vote.guid(), digests);
      changed.add(message);
    }

    @Override
    public Gone superseded() {
      return (vote, digests) -> store.removeVectors(vote.guid(), digests);
    }
  }

  /** A vote that is kept waits to be confirmed. */
  void pend(KeptMessage message, Vote vote) {
    pending += message.sending().add(vote) ? 1 : 0;
    store.pend(vote);
  }

  /** A vote waits no longer, if it did. */
  void settle(KeptMessage message, Vote vote) {
    if (message.sending().remove(vote)) {
      pending--;
      store.settle(vote);
    }
  }

  /** Whether so much waits to be written that nothing more is to be merged. */
  boolean isDiskBehind() {
    return store.isBehind();
  }

  /** Runs an action on a later turn, once everything done so far is on disk. */
  void durable(Runnable done) {
    store.durable(done);
  }

  /** A vote of which nothing is in memory twice that its message or its voter's last vote has. */
  private Vote sharing(Vote vote, KeptMessage message, List<FeatureVector> vectors) {
    Vote before = lastOfVoter.get(vote.key());
    Vote shared = vote.sharing(message.guid, vectors, before == null ? vote : before);
    lastOfVoter.put(shared.key(), shared);
    return shared;
  }

  void remove(KeptMessage message) {
    messages.remove(message.guid);
    votes -= message.voteCount();
    pending -= message.sending().pending().size();
    empty(message);
    store.remove(message.guid);
  }

  /** So many of them at most, in the order of their GUIDs from one clockwise, each once. */
  List<KeptMessage> from(Id start, int most) {
    List<KeptMessage> some = new ArrayList<>(Math.min(most, messages.size()));
    Iterator<KeptMessage> all = // a stream of a tail map's values first counts them all
        Iterators.concat(
            messages.tailMap(start, true).values().iterator(),
            messages.headMap(start, false).values().iterator());
    Iterators.addAll(some, Iterators.limit(all, most));
    return some;
  }

  /** Those from a GUID on, not round the ring. */
  Iterable<KeptMessage> onwards(Id start) {
    return messages.tailMap(start).values();
  }

  /** All of them, in the order of their GUIDs. */
  List<KeptMessage> all() {
    return new ArrayList<>(messages.values());
  }

  List<Id> guidsFrom(Id first, int most) {
    return ReplicaMaintenance.keysFrom(messages, first, most);
  }

  /** Sites that are revoked give way before all others. */
  void heed(Predicate<Id> revokedSites) {
    room.heed(revokedSites);
  }

  /** Bytes that votes and their vectors may take. */
  long roomBytes() {
    return room.most();
  }

  int size() {
    return messages.size();
  }

  long votes() {
    return votes;
  }

  /** Votes that gave way to others since the start. */
  long evicted() {
    return evicted;
  }

  /** Votes in the store for which there was no room at the start. */
  long leftOut() {
    return leftOut;
  }

  /** Votes that wait to be confirmed. */
  long pending() {
    return pending;
  }
}
