package org.spamwatch.agent.vote;

import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RecentMap;
import org.spamwatch.overlay.identity.Signatures;

/**
 * Certifies the voters who vote at this peer. One certificate serves a voter's votes until less
 * than half of its time is left.
 */
final class Certifier {
  /** How long a certificate holds from the day on which it is given. */
  static final int DAYS = 90;

  private static final int REMEMBERED = 10_000;
  private static final long DAY_MILLIS = 86_400_000L;

  private final Id realm;
  private final Id self;
  private final Signatures signatures;
  private final RecentMap<Id, VoterCertificate> given = RecentMap.lastUsed(REMEMBERED);

  Certifier(Id realm, Id self, Signatures signatures) {
    this.realm = realm;
    this.self = self;
    this.signatures = signatures;
  }

  /**
   * A vote with this peer's certificate for its voter. The vote is in order otherwise, so its date
   * is near the present.
   */
  Vote certify(Vote vote, long nowMillis) {
    VoterCertificate known = given.get(vote.voter());
    if (known == null || !serves(known, vote, nowMillis)) {
      // Whole days: a certificate tells nobody when its voter first voted here.
      long to = day(nowMillis) + DAYS * DAY_MILLIS;
      long earliest = Math.max(0, to - VoterCertificate.MAX_DAYS * DAY_MILLIS);
      long from = Math.max(earliest, day(Math.min(nowMillis, vote.timeMillis())));
      known = VoterCertificate.issue(signatures, realm, vote.publicKey(), from, to);
      given.put(vote.voter(), known);
    }
    return vote.certified(known);
  }

  private boolean serves(VoterCertificate certificate, Vote vote, long nowMillis) {
    return certificate.notAfterMillis() - nowMillis >= DAYS * DAY_MILLIS / 2
        && certificate.covers(vote.timeMillis())
        // Not any more if it was given under a membership that has run out since.
        && certificate.isGenuine(signatures, self, realm, vote.publicKey(), vote.timeMillis());
  }

  private static long day(long millis) {
    return Math.floorDiv(millis, DAY_MILLIS) * DAY_MILLIS;
  }
}
