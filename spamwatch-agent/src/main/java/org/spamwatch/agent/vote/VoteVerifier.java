package org.spamwatch.agent.vote;

import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RecentMap;
import org.spamwatch.overlay.identity.Revocations;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.identity.VerifyingKey;

/**
 * Checks votes' signatures (Ed25519, RFC 8032) and certificates. What held is remembered: votes
 * here, certificates and memberships by the node's {@link Signatures}, so that a certificate is
 * checked once for all votes of its voter. A check costs a tenth of a millisecond, with a new
 * certificate and membership three times that, a remembered one next to nothing. Not thread-safe.
 */
public final class VoteVerifier {
  private static final String UNSIGNED = "the vote's signature does not hold";
  private static final String UNCERTIFIED =
      "the voter's certificate does not hold, or its site was no member of this realm";

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
        || vote.certificate().filter(its -> met.get(its) != null).isEmpty();
  }

  /** Whether the vote was signed with the key it names, and its site stands behind the voter. */
  public boolean isGenuine(Vote vote) {
    return fault(vote).isEmpty();
  }

  /** What is wrong with the vote's certificate or signature, in one line, or an empty one. */
  String fault(Vote vote) {
    if (vote.certificate().isEmpty()) {
      return "the vote has no certificate of its site";
    }
    if (isRevoked(vote)) {
      return "the voter, or the site that stands behind it, is revoked by the realm's authority";
    }
    VoterCertificate certificate = vote.certificate().get();
    if (!certificate.covers(vote.timeMillis())) {
      return "the vote was cast before its voter's certificate began or after it ended";
    }
    if (met.put(certificate, Boolean.TRUE) == null) {
      checks += certificate.proof().membership().isPresent() ? 2 : 1;
    }
    if (!certificate.isGenuine(
        signatures, vote.site(), vote.realm(), vote.publicKey(), vote.timeMillis())) {
      met.remove(certificate);
      return UNCERTIFIED;
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

  /** What is wrong with the vote's signature alone, or an empty line. */
  String signatureFault(Vote vote) {
    Vote word = vote.uncertified();
    if (signed.get(word) == null) {
      checks++;
      if (!isSigned(word)) {
        return UNSIGNED;
      }
      signed.put(word, Boolean.TRUE);
    }
    return "";
  }

  /** Whether a fault is one that a signature has shown. */
  static boolean isForgery(String fault) {
    return fault.equals(UNSIGNED) || fault.equals(UNCERTIFIED);
  }

  /** Signatures computed so far, at most: of votes, certificates and memberships. */
  public long checks() {
    return checks;
  }

  /** Whether the vote was signed with the key it names, whoever that is. Nothing is remembered. */
  public static boolean isSigned(Vote vote) {
    return VerifyingKey.of(vote.publicKey()).verifies(vote.signedBytes(), vote.signature());
  }
}
