package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.VerifyingKey;

class VoteVerifierTest {
  private static final SeededVoter ADA = new SeededVoter(1);
  private static final Vote GENUINE =
      ADA.vote(Id.ofHex("11"), VoteValue.SPAM, 7, SeededVoter.vector(1), SeededVoter.vector(2));

  private final VoteVerifier verifier =
      new VoteVerifier(SeededVoter.signatures(SeededVoter.SITE), 100);

  /** The genuine vote with one thing changed, for each thing that can be. */
  private static List<Vote> changed() {
    Vote v = GENUINE;
    Id other = Id.ofHex("99");
    List<Id> one = v.digests().subList(0, 1);
    List<Vote> all = new ArrayList<>();
    all.add(vote(v.realm(), other, v.guid(), v.digests(), v.value(), v.origin(), 7, 7));
    all.add(vote(other, v.site(), v.guid(), v.digests(), v.value(), v.origin(), 7, 7));
    all.add(vote(v.realm(), v.site(), other, v.digests(), v.value(), v.origin(), 7, 7));
    all.add(vote(v.realm(), v.site(), v.guid(), one, v.value(), v.origin(), 7, 7));
    all.add(vote(v.realm(), v.site(), v.guid(), v.digests(), VoteValue.HAM, v.origin(), 7, 7));
    all.add(vote(v.realm(), v.site(), v.guid(), v.digests(), v.value(), VoteOrigin.API, 7, 7));
    all.add(vote(v.realm(), v.site(), v.guid(), v.digests(), v.value(), v.origin(), 8, 7));
    all.add(vote(v.realm(), v.site(), v.guid(), v.digests(), v.value(), v.origin(), 7, 8));
    return all;
  }

  private static Vote vote(
      Id realm,
      Id site,
      Id guid,
      List<Id> digests,
      VoteValue value,
      VoteOrigin origin,
      long sequence,
      long millis) {
    return new Vote(
        realm,
        site,
        guid,
        digests,
        value,
        origin,
        sequence,
        millis,
        GENUINE.key(),
        GENUINE.signature(),
        GENUINE.certificate());
  }

  private static Vote with(byte[] key, byte[] signature) {
    Vote v = GENUINE;
    return new Vote(
        v.realm(),
        v.site(),
        v.guid(),
        v.digests(),
        v.value(),
        v.origin(),
        7,
        7,
        VerifyingKey.of(key),
        signature,
        v.certificate());
  }

  private String fault(Vote vote) {
    return verifier.fault(vote).orElseThrow().text();
  }

  @Test
  void aGenuineVoteHoldsAndIsComputedOnce() {
    assertThat(verifier.isGenuine(GENUINE)).isTrue();
    assertThat(verifier.isGenuine(GENUINE)).isTrue();
    assertThat(verifier.checks()).as("vote and certificate").isEqualTo(2);
  }

  @Test
  void noFieldCanBeChangedEvenBehindARememberedVote() {
    assertThat(verifier.isGenuine(GENUINE)).isTrue();
    for (Vote forged : changed()) {
      assertThat(verifier.isGenuine(forged)).as("%s", forged).isFalse();
      assertThat(verifier.isGenuine(forged)).as("again %s", forged).isFalse();
    }
  }

  @Test
  void noBitOfTheSignatureOrOfTheKeyCanBeFlipped() {
    assertThat(verifier.isGenuine(GENUINE)).isTrue();
    for (int bit = 0; bit < 8 * Vote.SIGNATURE_BYTES; bit += 5) {
      byte[] signature = GENUINE.signature();
      signature[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(verifier.isGenuine(with(GENUINE.publicKey(), signature))).isFalse();
    }
    for (int bit = 0; bit < 8 * Vote.KEY_BYTES; bit += 3) {
      byte[] key = GENUINE.publicKey();
      key[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(verifier.isGenuine(with(key, GENUINE.signature()))).isFalse();
    }
  }

  @Test
  void anotherVotersSignatureDoesNotHold() {
    byte[] theirs = new SeededVoter(2).sign(GENUINE.signedBytes());
    assertThat(verifier.isGenuine(with(GENUINE.publicKey(), theirs))).isFalse();
    assertThat(verifier.isGenuine(with(new SeededVoter(2).key(), GENUINE.signature()))).isFalse();
  }

  @Test
  void aVoteNeedsTheCertificateOfItsOwnSiteForItsOwnVoterAtItsOwnTime() {
    Vote v = GENUINE;
    Id site = SeededVoter.SITE;
    SeededVoter ben = new SeededVoter(2);
    assertThat(fault(v.uncertified())).contains("no certificate");
    assertThat(fault(v.certified(ben.certificate(v.realm(), site, 7))))
        .contains("certificate does not hold");
    assertThat(fault(v.certified(ADA.certificate(v.realm(), Id.ofHex("c7"), 7))))
        .contains("certificate does not hold");
    assertThat(fault(v.certified(ADA.certificate(Id.ofHex("bb"), site, 7))))
        .contains("certificate does not hold");
    assertThat(fault(v.certified(ADA.certificate(v.realm(), site, 86_400_000))))
        .contains("before its voter's certificate began");
    assertThat(verifier.fault(v.certified(ADA.certificate(v.realm(), site, 3)))).isEmpty();
  }

  @Test
  void aNewCertificateOnAVoteDoesNotCostItsSignatureAgain() {
    assertThat(verifier.isGenuine(GENUINE)).isTrue();
    VoterCertificate old = GENUINE.certificate().orElseThrow();
    VoterCertificate renewed =
        VoterCertificate.issue(
            SeededVoter.signatures(SeededVoter.SITE),
            GENUINE.realm(),
            GENUINE.publicKey(),
            0,
            old.notAfterMillis() + 1);
    assertThat(verifier.isGenuine(GENUINE.certified(renewed))).isTrue();
    assertThat(verifier.checks()).as("a vote and two certificates").isEqualTo(3);
  }

  @Test
  void aForgedCertificateIsCountedEachTimeItIsChecked() {
    Vote forged = GENUINE.certified(ADA.certificate(Id.ofHex("bb"), SeededVoter.SITE, 7));
    for (int i = 1; i <= 3; i++) {
      assertThat(verifier.isGenuine(forged)).isFalse();
      assertThat(verifier.checks()).isEqualTo(i);
    }
  }

  @Test
  void garbageIsNoVoteAndNoException() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 200; i++) {
      byte[] key = new byte[Vote.KEY_BYTES];
      byte[] signature = new byte[Vote.SIGNATURE_BYTES];
      random.nextBytes(key);
      random.nextBytes(signature);
      signature[63] &= (byte) (i % 2 == 0 ? 0x0f : 0xff);
      assertThatCode(() -> assertThat(verifier.isGenuine(with(key, signature))).isFalse())
          .doesNotThrowAnyException();
    }
    for (int fill : new int[] {0x00, 0x7f, 0x80, 0xff}) {
      byte[] key = new byte[Vote.KEY_BYTES];
      byte[] signature = new byte[Vote.SIGNATURE_BYTES];
      Arrays.fill(key, (byte) fill);
      Arrays.fill(signature, (byte) fill);
      assertThat(verifier.isGenuine(with(key, signature))).isFalse();
    }
  }

  /**
   * Under a key of small order h A is one of few points, so that S = 0 and R one of them "signs"
   * any eighth text: nobody can be held to such a voter's word, and anybody can speak it.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0100000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
      })
  void aKeyOfSmallOrderSignsNothing(String hex) {
    byte[] key = HexFormat.of().parseHex(hex);
    byte[] signature = new byte[Vote.SIGNATURE_BYTES];
    signature[0] = 1; // R is the neutral point, S is 0
    for (int sequence = 0; sequence < 64; sequence++) {
      Vote v = GENUINE;
      Vote anybodys =
          new Vote(
              v.realm(),
              v.site(),
              v.guid(),
              v.digests(),
              v.value(),
              v.origin(),
              sequence,
              7,
              VerifyingKey.of(key),
              signature,
              v.certificate());
      assertThat(verifier.isGenuine(anybodys)).as("%s at %d", hex, sequence).isFalse();
    }
  }

  @Test
  void forgetsTheVoteUsedLongestAgoWhenFull() {
    VoteVerifier small = new VoteVerifier(SeededVoter.signatures(SeededVoter.SITE), 2);
    List<Vote> votes = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      votes.add(ADA.vote(Id.ofHex("11"), VoteValue.SPAM, i, SeededVoter.vector(1)));
    }
    assertThat(votes).allMatch(small::isGenuine);
    assertThat(small.isGenuine(votes.get(2))).isTrue();
    assertThat(small.checks()).isEqualTo(4);
    assertThat(small.isGenuine(votes.get(0))).isTrue();
    assertThat(small.checks()).isEqualTo(5);
  }
}
