package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Proof;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.RealmSignatures;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.identity.VerifyingKey;

class VoterCertificateTest {
  private static final long DAY = 86_400_000L;
  private static final long NOW = FakeNode.START;
  private static final SeededVoter ADA = new SeededVoter(1);
  private static final SigningKey AUTHORITY = key(11);
  private static final SigningKey SITE = key(12);
  private static final SigningKey STRANGER = key(13);
  private static final Realm CLOSED = Realm.closed(AUTHORITY.verifyingKey());
  private static final Membership MEMBER =
      Membership.issue(AUTHORITY, SITE.verifyingKey(), NOW - DAY, NOW + 10 * DAY);

  private static SigningKey key(int fill) {
    byte[] seed = new byte[SigningKey.SEED_BYTES];
    java.util.Arrays.fill(seed, (byte) fill);
    return SigningKey.ofSeed(seed);
  }

  private static RealmSignatures of(SigningKey key, Optional<Membership> membership) {
    return new RealmSignatures(key, CLOSED, membership, 100);
  }

  private static VoterCertificate issued(RealmSignatures site) {
    return VoterCertificate.issue(site, CLOSED.id(), ADA.key(), NOW - DAY, NOW + 89 * DAY);
  }

  private static boolean holds(VoterCertificate certificate, long votedMillis) {
    return certificate.isGenuine(
        of(STRANGER, Optional.empty()), SITE.nodeId(), CLOSED.id(), ADA.key(), votedMillis);
  }

  private static Map<String, String> golden() throws IOException {
    Map<String, String> fields = new LinkedHashMap<>();
    try (InputStream in = VoterCertificateTest.class.getResourceAsStream("certificate-v1.txt")) {
      String text =
          new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.US_ASCII);
      String name = "";
      for (String line : text.lines().filter(each -> !each.startsWith("#")).toList()) {
        String head = line.substring(0, 10).strip();
        name = head.isEmpty() ? name : head;
        fields.merge(name, line.substring(10).strip(), String::concat);
      }
    }
    return fields;
  }

  @Test
  void whatASiteSignsKeepsItsBytesAndAnotherProgramsSignatureHolds() throws IOException {
    Map<String, String> golden = golden();
    HexFormat hex = HexFormat.of();
    Id realm = Id.ofHex(golden.getOrDefault("realm", ""));
    byte[] voter = hex.parseHex(golden.getOrDefault("voter", ""));
    long from = HexFormat.fromHexDigitsToLong(golden.getOrDefault("notBefore", ""));
    long to = HexFormat.fromHexDigitsToLong(golden.getOrDefault("notAfter", ""));
    String signed = "";
    for (String field : List.of("tag", "realm", "voter", "notBefore", "notAfter")) {
      signed += golden.getOrDefault(field, "");
    }
    assertThat(hex.formatHex(VoterCertificate.statement(realm, voter, from, to))).isEqualTo(signed);
    VerifyingKey site = VerifyingKey.ofHex(golden.getOrDefault("site", ""));
    byte[] signature = hex.parseHex(golden.getOrDefault("signature", ""));
    VoterCertificate certificate =
        new VoterCertificate(from, to, new Proof(site, signature, Optional.empty()));
    RealmSignatures anybody =
        new RealmSignatures(STRANGER, Realm.open(realm), Optional.empty(), 10);
    assertThat(site.nodeId()).isEqualTo(Id.ofHex(golden.getOrDefault("id", "")));
    assertThat(certificate.isGenuine(anybody, site.nodeId(), realm, voter, NOW)).isTrue();
    assertThat(certificate.isGenuine(anybody, site.nodeId(), Id.ZERO, voter, NOW)).isFalse();
    assertThat(certificate.isGenuine(anybody, Id.ZERO, realm, voter, NOW)).isFalse();
    assertThat(certificate.isGenuine(anybody, site.nodeId(), realm, ADA.key(), NOW)).isFalse();
  }

  @Test
  void inAClosedRealmTheSiteHasToHaveBeenAMemberWhenTheVoteWasCast() {
    VoterCertificate certificate = issued(of(SITE, Optional.of(MEMBER)));
    assertThat(holds(certificate, NOW)).isTrue();
    assertThat(holds(certificate, NOW + 10 * DAY)).isTrue();
    assertThat(holds(certificate, NOW + 11 * DAY)).isFalse();
    assertThat(holds(certificate, NOW - 2 * DAY)).isFalse();
    assertThat(holds(issued(of(SITE, Optional.empty())), NOW)).isFalse();
    Membership selfMade = Membership.issue(SITE, SITE.verifyingKey(), NOW - DAY, NOW + DAY);
    assertThat(holds(issued(of(SITE, Optional.of(selfMade))), NOW)).isFalse();
    assertThat(holds(issued(of(STRANGER, Optional.of(MEMBER))), NOW)).isFalse();
  }

  @Test
  void oneCertificateIsComputedOnceForAllVotesOfItsVoter() {
    RealmSignatures signatures = of(STRANGER, Optional.empty());
    VoteVerifier verifier = new VoteVerifier(signatures, 1000);
    VoterCertificate certificate = issued(of(SITE, Optional.of(MEMBER)));
    for (int i = 0; i < 50; i++) {
      Vote vote =
          ADA.vote(
                  CLOSED.id(),
                  SITE.nodeId(),
                  Id.ofHex("11"),
                  VoteValue.SPAM,
                  i,
                  NOW + i,
                  SeededVoter.vector(1))
              .certified(certificate);
      assertThat(verifier.isGenuine(vote)).isTrue();
    }
    assertThat(signatures.checks()).as("certificate and membership").isEqualTo(2);
    assertThat(verifier.checks()).isEqualTo(52);
  }

  @Test
  void ofTwoCertificatesExactlyOneSupersedesTheOther() {
    List<VoterCertificate> some = new ArrayList<>();
    Membership renewed = Membership.issue(AUTHORITY, SITE.verifyingKey(), NOW, NOW + 20 * DAY);
    for (RealmSignatures site :
        List.of(of(SITE, Optional.of(MEMBER)), of(SITE, Optional.of(renewed)))) {
      some.add(issued(site));
      some.add(VoterCertificate.issue(site, CLOSED.id(), ADA.key(), NOW, NOW + 89 * DAY));
      some.add(VoterCertificate.issue(site, CLOSED.id(), ADA.key(), NOW, NOW + 90 * DAY));
    }
    for (VoterCertificate one : some) {
      for (VoterCertificate other : some) {
        assertThat(one.supersedes(other)).isEqualTo(!one.equals(other) && !other.supersedes(one));
      }
    }
    assertThat(some.get(2).supersedes(some.get(0))).as("it ends later").isTrue();
  }

  @Test
  void aPeriodIsBoundedAndInOrder() {
    Proof proof = issued(of(SITE, Optional.empty())).proof();
    new VoterCertificate(0, VoterCertificate.MAX_DAYS * DAY, proof);
    for (long[] period :
        new long[][] {
          {-1, 1}, {2, 1}, {0, VoterCertificate.MAX_DAYS * DAY + 1}, {0, Long.MAX_VALUE}
        }) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new VoterCertificate(period[0], period[1], proof));
    }
  }
}
