package org.spamwatch.simulator.virtual;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteResult;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Calendar;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * Every vote that was cast, what its voter was told, and what is promised for it.
 *
 * <p>A vote that was confirmed by so many peers is on a disk as long as fewer disks that had it
 * were lost since it was last on that many. One that was accepted but not confirmed is on the disk
 * of its own peer as long as that is not lost.
 */
final class VoteLedger {
  /** One person's word on one mail, and the last of it that is promised to be kept. */
  static final class Cast {
    final SimulatedVoter voter;
    final Id guid;
    final FeatureVector vector;
    private @Nullable Peer at;
    private @Nullable Vote vote;
    private boolean accepted;
    private int holders;
    private int lost;
    private boolean withdrawn;
    private boolean unsure;
    private boolean misdated;

    Cast(SimulatedVoter voter, Id guid, FeatureVector vector) {
      this.voter = voter;
      this.guid = guid;
      this.vector = vector;
    }

    /** Whether everybody must be told that it is spam, once the network is whole. */
    boolean isPromised() {
      return accepted && !withdrawn && !unsure && !misdated;
    }

    /**
     * Whether its own peer must tell so, if it runs: the vote is dated by a clock that was wrong,
     * which nobody had noticed, and others do not take it.
     */
    boolean isPromisedAtOwn() {
      return accepted && !withdrawn && !unsure && misdated;
    }

    /** Whether nobody may be told so. */
    boolean isWithdrawn() {
      return accepted && withdrawn && !unsure && !misdated;
    }

    boolean mayBeWithdrawn() {
      return accepted && !withdrawn && !unsure;
    }
  }

  private final PeerNetwork network;
  private final SplittableRandom random;
  private final List<Cast> casts = new ArrayList<>();
  private final Set<Peer> stopped = new LinkedHashSet<>();

  VoteLedger(PeerNetwork network, SplittableRandom random) {
    this.network = network;
    this.random = random;
  }

  List<Cast> casts() {
    return casts;
  }

  /** Has a new person call a new mail spam at a peer. */
  Cast mark(Peer peer) {
    Cast cast =
        new Cast(new SimulatedVoter(random), Id.random(random), SampleVectors.random(random));
    casts.add(cast);
    say(peer, cast, VoteValue.SPAM);
    return cast;
  }

  /** The peer at which it was cast, if that runs, with the disk that the vote is on. */
  Optional<Peer> ownPeer(Cast cast) {
    return cast.at == null || cast.unsure
        ? Optional.empty()
        : network.at(cast.at.contact().endpoint()).filter(peer -> isOwn(peer, cast));
  }

  /** Has a person take the word back, at a peer. */
  void withdraw(Peer peer, Cast cast) {
    cast.withdrawn = true;
    say(peer, cast, VoteValue.WITHDRAWN);
  }

  private void say(Peer peer, Cast cast, VoteValue value) {
    VoteRequest voteRequest =
        cast.voter.voteRequest(
            network.realm(),
            peer.contact().id(),
            cast.guid,
            List.of(cast.vector),
            value,
            network.clocks().dateMicros(peer.contact()));
    cast.misdated =
        Math.abs(network.clocks().aheadMicros(peer.contact())) > Calendar.SKEW_MILLIS * 1000;
    cast.at = peer;
    cast.vote = voteRequest.vote();
    cast.accepted = false;
    cast.holders = 0;
    cast.lost = 0;
    network.call(
        peer,
        () -> peer.core().vote(voteRequest, receipt -> told(cast, voteRequest.vote(), receipt)));
  }

  private void told(Cast cast, Vote vote, VoteResult receipt) {
    if (vote.equals(cast.vote) && receipt.accepted()) {
      cast.accepted = true;
      if (receipt.reason().isEmpty()) {
        cast.holders = receipt.holders();
      }
    }
  }

  /** A peer has stopped; its disk may be needed again. */
  void stopped(Peer peer) {
    stopped.add(peer);
  }

  /** A stopped peer runs again by the same disk. */
  void started(Peer peer) {
    stopped.remove(peer);
  }

  /** A disk is gone. */
  void diskLost(Peer peer) {
    stopped.remove(peer);
    for (Cast cast : casts) {
      if (cast.vote != null && peer.store().holds(cast.vote)) {
        cast.lost++;
        if (isOwn(peer, cast) && cast.holders == 0) {
          cast.unsure = true; // nobody else had confirmed it
        }
      } else if (!cast.accepted && isOwn(peer, cast)) {
        cast.unsure = true;
      }
    }
    check();
  }

  /** Checks what is promised of every vote. Costs O(votes x peers). */
  void check() {
    for (Cast cast : casts) {
      if (cast.vote == null || cast.holders == 0 || cast.unsure) {
        continue;
      }
      int disks = disksWith(cast.vote);
      if (disks >= cast.holders) {
        cast.lost = 0;
      } else if (disks == 0) {
        if (cast.lost < cast.holders) {
          throw new BrokenPromiseException(
              String.format(
                  "the vote on %s was confirmed by %d peers, %d disks with it were lost since, and"
                      + " it is on none",
                  cast.guid.brief(), cast.holders, cast.lost));
        }
        cast.unsure = true;
      }
    }
  }

  private static boolean isOwn(Peer peer, Cast cast) {
    return cast.at != null && peer.store().isOf(cast.at.store());
  }

  private int disksWith(Vote vote) {
    int disks = 0;
    for (Peer peer : network.running()) {
      disks += peer.store().holds(vote) ? 1 : 0;
    }
    for (Peer peer : stopped) {
      disks += peer.store().holds(vote) ? 1 : 0;
    }
    return disks;
  }
}
