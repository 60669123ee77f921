package org.spamwatch.agent.vote;

import java.util.Optional;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RecentMap;
import org.spamwatch.overlay.identity.Revocations;
import org.spamwatch.overlay.identity.Signatures;

/**
 * Checks votes' signatures (Ed25519, RFC 8032) and certificates. What held is remembered: votes
 * here, certificates and memberships by the node's {@link Signatures}, so that a certificate is
 * checked once for all votes of its voter. A check costs a tenth of a millisecond, with a new
 * certificate and membership three times that, a remembered one next to nothing. Not thread-safe.
 */
public final class VoteVerifier {
  private static final VoteFault UNCERTIFIED_YET =
      VoteFault.refused("the vote has no certificate of its site");
  private static final VoteFault REVOKED =
      VoteFault.refused(
          "the voter, or the site that stands behind it, is revoked by the realm's authority");
  private static final VoteFault UNCOVERED =
      VoteFault.refused("the vote was cast before its voter's certificate began or after it ended");
  private static final VoteFault UNSIGNED = VoteFault.forged("the vote's signature does not hold");
  private static final VoteFault UNCERTIFIED =
      VoteFault.forged(
          "the voter's certificate does not hold, or its site was no member of this realm");

  private final Signatures signatures;
  private final RecentMap<Vote, Boolean> signed;
  private final RecentMap<VoterCertificate, Boolean> met;
  private long checks;

  /**
   * Remembers up to {@code capacity} genuine votes.
   *
   * @param signatures check certificates, and know who is a member of the realm
   */
  public VoteVerifier(Signatures signatures, int capacity) {
    this.signatures = signatures;
    signed = RecentMap.lastUsed(capacity);
    met = RecentMap.lastUsed(capacity);
  }

  /** Whether a vote costs signatures: it is not remembered, or its certificate is not. */
  boolean isNew(Vote vote) {
    return signed.get(vote.uncertified()) == null
        || vote.certificate().filter(certificate -> met.get(certificate) != null).isEmpty();
  }

  /** Whether the vote was signed with the key it names, and its site stands behind the voter. */
  public boolean isGenuine(Vote vote) {
    return fault(vote).isEmpty();
  }

  /** What is wrong with the vote's certificate or signature. */
  Optional<VoteFault> fault(Vote vote) {
    if (vote.certificate().isEmpty()) {
      return Optional.of(UNCERTIFIED_YET);
    }
    if (isRevoked(vote)) {
      return Optional.of(REVOKED);
    }
    VoterCertificate certificate = vote.certificate().get();
    if (!certificate.covers(vote.timeMillis())) {
      return Optional.of(UNCOVERED);
    }
    if (met.put(certificate, Boolean.TRUE) == null) {
      checks += certificate.proof().membership().isPresent() ? 2 : 1;
    }
    if (!certificate.isGenuine(
        signatures, vote.site(), vote.realm(), vote.publicKey(), vote.timeMillis())) {
      met.remove(certificate);
      return Optional.of(UNCERTIFIED);
    }
    return signatureFault(vote);
  }

  /**
   * Whether the realm's authority has revoked the voter or the site. A keeper that does not know of
   * it yet may well send such a vote.
   */
  public boolean isRevoked(Vote vote) {
    return signatures.revocations().sequence() > 0 && isRevoked(vote.voter(), vote);
  }

  /** Whether the realm's authority has revoked a site. */
  boolean isRevokedSite(Id site) {
    return signatures.revocations().hasNode(site);
  }

  /** Whether a vote's site or its voter, whose pseudonym is known already, is revoked. */
  boolean isRevoked(Id voter, Vote vote) {
    Revocations revocations = signatures.revocations();
    return revocations.hasNode(vote.site()) || revocations.hasVoter(voter);
  }

  /** What is wrong with the vote's signature alone. */
  Optional<VoteFault> signatureFault(Vote vote) {
    Vote word = vote.uncertified();
    if (signed.get(word) == null) {
      checks++;
      if (!isSigned(word)) {
        return Optional.of(UNSIGNED);
      }
      signed.put(word, Boolean.TRUE);
    }
    return Optional.empty();
  }

  /** Signatures computed so far, at most: of votes, certificates and memberships. */
  public long checks() {
    return checks;
  }

  /** Whether the vote was signed with the key it names, whoever that is. Nothing is remembered. */
  public static boolean isSigned(Vote vote) {
    return vote.key().verifies(vote.signedBytes(), vote.signature());
  }
}
