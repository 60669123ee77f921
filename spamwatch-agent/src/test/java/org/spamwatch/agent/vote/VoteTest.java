package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Id;

class VoteTest {
  private static final Id GUID = Id.ofHex("cafe000000000000000000000000000000000002");
  private static final SeededVoter ADA = new SeededVoter(1);

  /** The hexadecimal digits of each field in the file, in its order. */
  private static Map<String, String> golden() throws IOException {
    Map<String, String> fields = new LinkedHashMap<>();
    try (InputStream in = VoteTest.class.getResourceAsStream("signed-v1.txt")) {
      String text =
          new String(
              Objects.requireNonNull(in, "signed-v1.txt").readAllBytes(), StandardCharsets.UTF_8);
      String name = "";
      for (String line : text.lines().filter(each -> !each.startsWith("#")).toList()) {
        String head = line.substring(0, 10).strip();
        name = head.isEmpty() ? name : head;
        fields.merge(name, line.substring(10).strip(), String::concat);
      }
    }
    return fields;
  }

  private static String field(Map<String, String> golden, String name) {
    return Objects.requireNonNull(golden.get(name), name);
  }

  private static Vote goldenVote(Map<String, String> golden) {
    return new Vote(
        Id.ofHex("4378000000000000000000000000000000000001"),
        Id.ofHex("517e000000000000000000000000000000000005"),
        GUID,
        List.of(
            Id.ofHex("00112233445566778899aabbccddeeff01234567"),
            Id.ofHex("fedcba9876543210fedcba9876543210fedcba98")),
        VoteValue.WITHDRAWN,
        VoteOrigin.MOVE,
        0x0102030405060708L,
        1_700_000_000_000L,
        HexFormat.of().parseHex(field(golden, "key")),
        HexFormat.of().parseHex(field(golden, "signature")));
  }

  @Test
  void whatIsSignedKeepsItsBytes() throws IOException {
    Map<String, String> golden = golden();
    StringBuilder signed = new StringBuilder();
    for (String field :
        List.of(
            "tag", "realm", "site", "guid", "digests", "verdict", "origin", "sequence", "time")) {
      signed.append(field(golden, field));
    }
    Vote vote = goldenVote(golden);
    assertThat(HexFormat.of().formatHex(vote.signedBytes())).isEqualTo(signed.toString());
    assertThat(vote.voter()).isEqualTo(Id.ofHex(field(golden, "voter")));
  }

  @Test
  void aSignatureMadeByAnotherProgramHolds() throws IOException {
    assertThat(VoteVerifier.isSigned(goldenVote(golden()))).isTrue();
  }

  @Test
  void theHigherSequenceNumberSupersedes() {
    Vote spam = ADA.vote(GUID, VoteValue.SPAM, 2, SeededVoter.vector(1));
    Vote withdrawn = ADA.vote(GUID, VoteValue.WITHDRAWN, 1, SeededVoter.vector(1));
    assertThat(spam.supersedes(withdrawn)).isTrue();
    assertThat(withdrawn.supersedes(spam)).isFalse();
    assertThat(spam.supersedes(spam)).isFalse();
  }

  @Test
  void atEqualNumbersWithdrawnGoesBeforeHamBeforeSpam() {
    Vote spam = ADA.vote(GUID, VoteValue.SPAM, 1, SeededVoter.vector(1));
    Vote ham = ADA.vote(GUID, VoteValue.HAM, 1, SeededVoter.vector(1));
    Vote withdrawn = ADA.vote(GUID, VoteValue.WITHDRAWN, 1, SeededVoter.vector(1));
    assertThat(withdrawn.supersedes(ham) && ham.supersedes(spam)).isTrue();
    assertThat(spam.supersedes(ham) || ham.supersedes(withdrawn)).isFalse();
  }

  @Test
  void ofTwoDifferentVotesWithOneNumberAndVerdictExactlyOneSupersedes() {
    Vote one = ADA.vote(GUID, VoteValue.SPAM, 1, SeededVoter.vector(1));
    Vote other = ADA.vote(GUID, VoteValue.SPAM, 1, SeededVoter.vector(2));
    assertThat(one.supersedes(other)).isNotEqualTo(other.supersedes(one));
    byte[] anotherSignature = one.signature();
    anotherSignature[63] ^= 1;
    Vote signedTwice =
        new Vote(
            one.realm(),
            one.site(),
            one.guid(),
            one.digests(),
            one.value(),
            one.origin(),
            one.sequence(),
            one.timeMillis(),
            one.key(),
            anotherSignature,
            one.certificate());
    assertThat(one.supersedes(signedTwice)).isNotEqualTo(signedTwice.supersedes(one));
  }

  @Test
  void whatItIsMadeOfCannotBeChangedAfterwards() {
    byte[] key = ADA.key();
    byte[] signature = new byte[Vote.SIGNATURE_BYTES];
    Vote vote =
        new Vote(
            GUID, GUID, GUID, List.of(GUID), VoteValue.HAM, VoteOrigin.API, 1, 1, key, signature);
    key[0] ^= 1;
    signature[0] ^= 1;
    vote.publicKey()[1] ^= 1;
    vote.signature()[1] ^= 1;
    assertThat(vote.publicKey()).isEqualTo(ADA.key());
    assertThat(vote.signature()).containsOnly(0);
  }

  @Test
  void refusesWrongLengthsAndDigestsThatAreNotASet() {
    byte[] key = new byte[Vote.KEY_BYTES];
    byte[] signature = new byte[Vote.SIGNATURE_BYTES];
    Id a = Id.ofHex("aa");
    Id b = Id.ofHex("bb");
    for (List<Id> digests :
        List.of(
            List.<Id>of(),
            List.of(b, a),
            List.of(a, a),
            Collections.nCopies(Vote.MAX_DIGESTS + 1, a))) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () ->
                  new Vote(a, a, a, digests, VoteValue.HAM, VoteOrigin.API, 1, 1, key, signature));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Vote(
                    a,
                    a,
                    a,
                    List.of(a),
                    VoteValue.HAM,
                    VoteOrigin.API,
                    1,
                    1,
                    new byte[31],
                    signature));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Vote(
                    a, a, a, List.of(a), VoteValue.HAM, VoteOrigin.API, 1, 1, key, new byte[65]));
  }
}
