package org.spamwatch.agent.vote;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * The vectors of one message: those of every vote that is no withdrawal, and no others, for without
 * its vectors a vote could neither count nor be passed on. Each is charged to one site that has a
 * vote for it. A vector whose votes are gone is remembered until it is neither published nor
 * indexed any more.
 */
final class HeldVectors {
  /** One vector, and what this peer does with it. */
  static final class Held {
    final FeatureVector vector;
    boolean isPublished;
    boolean isIndexed;
    private Id site;
    private int votes;

    private Held(FeatureVector vector, Id site) {
      this.vector = vector;
      this.site = site;
    }

    private boolean isOver() {
      return votes == 0 && !isPublished && !isIndexed;
    }
  }

  private @Nullable Held only;
  private Map<Id, Held> several = Map.of(); // by digest, of more than one
  private final VoteRoom room;

  HeldVectors(VoteRoom room) {
    this.room = room;
  }

  /** A vote is kept now. */
  void add(Vote vote, List<FeatureVector> vectors) {
    if (vote.value() == VoteValue.WITHDRAWN) {
      return;
    }
    for (FeatureVector vector : vectors) {
      if (vote.digests().contains(vector.digest())) {
        add(vote.site(), vector);
      }
    }
  }

  private void add(Id site, FeatureVector vector) {
    Held held = find(vector.digest());
    if (held == null) {
      held = new Held(vector, site);
      put(held);
    }
    if (held.votes++ == 0) {
      held.site = site;
      room.charge(site, VoteRoom.bytesOf(held.vector));
    }
  }

  private void put(Held held) {
    if (only == null && several.isEmpty()) {
      only = held;
      return;
    }
    if (only != null) {
      several = new LinkedHashMap<>();
      several.put(only.vector.digest(), only);
      only = null;
    }
    several.put(held.vector.digest(), held);
  }

  /**
   * A vote is kept no more.
   *
   * @param sites the sites of those that are still kept and stand for a vector
   * @return the digests of the vectors that went with it
   */
  List<Id> remove(Vote vote, Function<Id, List<Id>> sites) {
    List<Id> gone = new ArrayList<>(2);
    if (vote.value() == VoteValue.WITHDRAWN) {
      return gone;
    }
    for (Id digest : vote.digests()) {
      Held known = find(digest);
      if (known == null || known.votes == 0) {
        continue;
      }
      known.votes--;
      if (known.votes == 0) {
        room.charge(known.site, -VoteRoom.bytesOf(known.vector));
        gone.add(digest);
      } else if (known.site.equals(vote.site())) {
        recharge(known, sites.apply(digest));
      }
    }
    forgetIfOver();
    return gone;
  }

  private void recharge(Held known, List<Id> sites) {
    if (!sites.contains(known.site)) {
      room.charge(known.site, -VoteRoom.bytesOf(known.vector));
      known.site = sites.get(0);
      room.charge(known.site, VoteRoom.bytesOf(known.vector));
    }
  }

  /** Forgets vectors without votes that are neither published nor indexed any more. */
  void forgetIfOver() {
    if (only != null && only.isOver()) {
      only = null;
    }
    if (!several.isEmpty()) {
      several.values().removeIf(Held::isOver);
    }
  }

  private @Nullable Held find(Id digest) {
    Held one = only;
    if (one != null) {
      return one.vector.digest().equals(digest) ? one : null;
    }
    return several.get(digest);
  }

  /** What is held of a digest, null if no vote is kept for it. */
  @Nullable Held get(Id digest) {
    Held known = find(digest);
    return known == null || known.votes == 0 ? null : known;
  }

  /** All of them, those without votes included. */
  List<Held> each() {
    return only == null ? List.copyOf(several.values()) : List.of(only);
  }

  /** The vectors for which votes are kept. */
  List<FeatureVector> all() {
    return each().stream().filter(held -> held.votes > 0).map(held -> held.vector).toList();
  }
}
