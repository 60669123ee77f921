package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.RealmSignatures;
import org.spamwatch.overlay.identity.SigningKey;

class CertifierTest {
  private static final long DAY = 86_400_000L;
  private static final long NOW = FakeNode.START;
  private static final SigningKey AUTHORITY = key(1);
  private static final SigningKey SITE = key(2);
  private static final Realm REALM = Realm.closed(AUTHORITY.verifyingKey());
  private static final SeededVoter ADA = new SeededVoter(1);
  private static final SeededVoter BEN = new SeededVoter(2);

  private final RealmSignatures signatures =
      new RealmSignatures(SITE, REALM, member(NOW - 100 * DAY, NOW + 50 * DAY), 100);
  private final Certifier certifier = new Certifier(REALM.id(), SITE.nodeId(), signatures);
  private final VoteVerifier verifier =
      new VoteVerifier(new RealmSignatures(key(3), REALM, Optional.empty(), 100), 100);

  private static SigningKey key(int fill) {
    byte[] seed = new byte[SigningKey.SEED_BYTES];
    Arrays.fill(seed, (byte) fill);
    return SigningKey.ofSeed(seed);
  }

  private static Optional<Membership> member(long from, long to) {
    return Optional.of(Membership.issue(AUTHORITY, SITE.verifyingKey(), from, to));
  }

  private VoterCertificate certificate(SeededVoter voter, long votedMillis, long nowMillis) {
    Vote word =
        voter.vote(
            REALM.id(),
            SITE.nodeId(),
            Id.ofHex("11"),
            VoteValue.SPAM,
            votedMillis,
            votedMillis,
            SeededVoter.vector(1));
    Vote certified = certifier.certify(word, nowMillis);
    assertThat(verifier.fault(certified)).isEmpty();
    return certified.certificate().orElseThrow();
  }

  private String fault(Vote vote) {
    return verifier.fault(vote).orElseThrow().text();
  }

  @Test
  void aVoterKeepsOneCertificateUntilHalfOfItIsOver() {
    VoterCertificate first = certificate(ADA, NOW, NOW);
    assertThat(certificate(ADA, NOW + 44 * DAY, NOW + 44 * DAY)).isSameAs(first);
    VoterCertificate second = certificate(ADA, NOW + 46 * DAY, NOW + 46 * DAY);
    assertThat(second.supersedes(first)).isTrue();
    assertThat(certificate(BEN, NOW, NOW)).isNotEqualTo(first);
  }

  @Test
  void aCertificateTellsTheDayAndNotTheHour() {
    VoterCertificate certificate = certificate(ADA, NOW, NOW);
    assertThat(certificate.notBeforeMillis() % DAY).isZero();
    assertThat(certificate.notAfterMillis() % DAY).isZero();
    assertThat(NOW - certificate.notBeforeMillis()).isBetween(0L, DAY);
  }

  @Test
  void anOlderVoteIsCertifiedFromItsOwnDay() {
    certificate(ADA, NOW, NOW);
    VoterCertificate earlier = certificate(ADA, NOW - 60 * DAY, NOW);
    assertThat(earlier.covers(NOW - 60 * DAY)).isTrue();
    assertThat(certificate(ADA, NOW, NOW)).isSameAs(earlier);
  }

  @Test
  void aCertificateOfAMembershipThatHasRunOutIsGivenAnew() {
    RealmSignatures briefly = new RealmSignatures(SITE, REALM, member(NOW, NOW + DAY), 100);
    Certifier site = new Certifier(REALM.id(), SITE.nodeId(), briefly);
    Vote now =
        ADA.vote(
            REALM.id(),
            SITE.nodeId(),
            Id.ofHex("11"),
            VoteValue.SPAM,
            1,
            NOW,
            SeededVoter.vector(1));
    Vote later =
        ADA.vote(
            REALM.id(),
            SITE.nodeId(),
            Id.ofHex("11"),
            VoteValue.SPAM,
            2,
            NOW + 5 * DAY,
            SeededVoter.vector(1));
    assertThat(verifier.fault(site.certify(now, NOW))).isEmpty();
    assertThat(fault(site.certify(later, NOW + 5 * DAY))).contains("no member");
    briefly.renew(member(NOW + 4 * DAY, NOW + 9 * DAY).orElseThrow());
    assertThat(verifier.fault(site.certify(later, NOW + 5 * DAY))).isEmpty();
  }
}
