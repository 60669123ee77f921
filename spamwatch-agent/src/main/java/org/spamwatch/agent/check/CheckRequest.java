package org.spamwatch.agent.check;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.List;
import org.spamwatch.agent.ham.ProbeKeys;
import org.spamwatch.agent.trust.Policy;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;

/**
 * What a user agent asks of a mail.
 *
 * @param vectors one for each scheme, at most {@link Vote#MAX_DIGESTS}; none if the mail has too
 *     little text
 * @param probes what else the mail may be known by, looked up on this host only; at most one for
 *     each scheme
 * @param threshold THRES
 * @param ttl overlay hops that each feature's route may travel, 0 or more; {@link
 *     Integer#MAX_VALUE} for the full route
 * @param votesNeeded how many spam votes make it spam, 1 or more: {@link Policy#votes}
 * @param rule whose votes make it spam
 * @param privacy how much others may be told of it
 */
public record CheckRequest(
    List<FeatureVector> vectors,
    List<ProbeKeys> probes,
    Threshold threshold,
    int ttl,
    int votesNeeded,
    Rule rule,
    Privacy privacy) {
  /** Checks the ranges; copies the lists. */
  public CheckRequest {
    vectors = List.copyOf(vectors);
    probes = List.copyOf(probes);
    if (vectors.size() > Vote.MAX_DIGESTS) {
      throw new IllegalArgumentException(
          "a question has at most " + Vote.MAX_DIGESTS + " vectors, not " + vectors.size());
    }
    if (probes.stream().map(ProbeKeys::scheme).distinct().count() < probes.size()) {
      throw new IllegalArgumentException("a question has one list of probes for each scheme");
    }
    checkArgument(ttl >= 0, "ttl %s is below 0", ttl);
    checkArgument(votesNeeded >= 1, "votes needed are at least 1, not %s", votesNeeded);
  }

  /** A question by vectors alone. */
  public CheckRequest(List<FeatureVector> vectors, Threshold threshold, int ttl, int votesNeeded) {
    this(vectors, List.of(), threshold, ttl, votesNeeded);
  }

  /** The probes of a scheme; none if there are not any. */
  List<Id> probes(Scheme scheme) {
    return probes.stream()
        .filter(some -> some.scheme().equals(scheme))
        .findFirst()
        .map(ProbeKeys::keys)
        .orElse(List.of());
  }

  /** A question by the rule and the privacy that a peer uses unless told otherwise. */
  public CheckRequest(
      List<FeatureVector> vectors,
      List<ProbeKeys> probes,
      Threshold threshold,
      int ttl,
      int votesNeeded) {
    this(vectors, probes, threshold, ttl, votesNeeded, Rule.TRUST, Privacy.SUMMARY);
  }

  /** What is to be called spam. */
  public Policy terms() {
    return new Policy(rule, votesNeeded);
  }
}
