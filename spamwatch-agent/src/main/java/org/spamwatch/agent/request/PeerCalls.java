package org.spamwatch.agent.request;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.spamwatch.agent.bulk.BulkCount;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.keys.VoterKey;
import org.spamwatch.agent.peer.PeerStatus;
import org.spamwatch.agent.peer.TracedRoute;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteResult;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.live.LinkCounters;

/**
 * What the HTTP interface needs of a running peer. Every method may be called by any thread and
 * returns at once; futures complete on the node's turn, so that what follows them must not block.
 */
public interface PeerCalls {
  /** Asks whether others marked a mail like this one. */
  CompletableFuture<CheckResult> check(CheckRequest question);

  /**
   * Counts a mail for people, each once, and says how many got mail like it; nothing if that is
   * off.
   *
   * @param people by name; none if it is only asked about
   */
  CompletableFuture<Optional<BulkCount>> bulk(List<FeatureVector> vectors, Set<String> people);

  /** Casts a signed vote; completes when it is on this peer's disk and with the root. */
  CompletableFuture<VoteResult> vote(VoteRequest voteRequest);

  /** Shows the way to a key's root; nothing if its end does not answer. */
  CompletableFuture<Optional<TracedRoute>> trace(Id key);

  /** The site's own ham. */
  HamCalls ham();

  /** The peer's state. */
  CompletableFuture<PeerStatus> status();

  /** What its links have done since the start. */
  LinkCounters links();

  /** Campaigns and the postmaster's rules on them. */
  CampaignCalls campaigns();

  /** What tells this peer apart and nobody else knows; always the same. */
  byte[] secret();

  /** Whether the peer has joined the overlay, or begun it, and its store is in order. */
  boolean isReady();

  /**
   * The key kept for a user.
   *
   * @throws KeyException if there is none and none can be made
   */
  VoterKey voter(String user) throws KeyException;

  /** A user has signed a vote himself: this peer's numbers for him are above that. */
  void signedElsewhere(String user, long sequence) throws KeyException;

  /**
   * Signs a vote for a user who handed the whole mail to this peer, with the key kept for that
   * user.
   *
   * @param user the user's name as the client gave it
   * @throws KeyException if there is no key and none can be made
   */
  Vote sign(String user, Id guid, List<Id> digests, VoteValue value, VoteOrigin origin)
      throws KeyException;
}
