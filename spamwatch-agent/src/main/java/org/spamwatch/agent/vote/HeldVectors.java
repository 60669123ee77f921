package org.spamwatch.agent.vote;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * The vectors of one message: those of every vote that is no withdrawal, and no others, for without
 * its vectors a vote could neither count nor be passed on. Each is charged to one site that has a
 * vote for it.
 */
final class HeldVectors {
  private static final class Held {
    final FeatureVector vector;
    Id site;
    int votes = 1;

    Held(FeatureVector vector, Id site) {
      this.vector = vector;
      this.site = site;
    }
  }

  private Map<Id, Held> held = Map.of();
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
      Id digest = vector.digest();
      if (!vote.digests().contains(digest)) {
        continue;
      }
      Held known = held.get(digest);
      if (known != null) {
        known.votes++;
      } else {
        held = FewEntries.with(held, digest, new Held(vector, vote.site()));
        room.charge(vote.site(), VoteRoom.bytesOf(vector));
      }
    }
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
      Held known = held.get(digest);
      if (known == null) {
        continue;
      }
      known.votes--;
      if (known.votes == 0) {
        held = FewEntries.without(held, digest);
        room.charge(known.site, -VoteRoom.bytesOf(known.vector));
        gone.add(digest);
      } else if (known.site.equals(vote.site())) {
        recharge(known, sites.apply(digest));
      }
    }
    return gone;
  }

  private void recharge(Held known, List<Id> sites) {
    if (!sites.contains(known.site)) {
      room.charge(known.site, -VoteRoom.bytesOf(known.vector));
      known.site = sites.get(0);
      room.charge(known.site, VoteRoom.bytesOf(known.vector));
    }
  }

  @Nullable FeatureVector get(Id digest) {
    Held known = held.get(digest);
    return known == null ? null : known.vector;
  }

  List<FeatureVector> all() {
    return held.values().stream().map(each -> each.vector).toList();
  }
}
