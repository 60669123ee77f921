package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.HandOverVotes;
import org.spamwatch.agent.vote.VoteMessage.Refused;
import org.spamwatch.agent.vote.VoteMessage.ReplicateVote;
import org.spamwatch.agent.vote.VoteMessage.VoteReplicated;
import org.spamwatch.agent.vote.VoteMessage.VotesAsked;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteMessage.VotesHeld;
import org.spamwatch.agent.vote.VoteMessage.VotesWanted;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Proof;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.WireException;

/**
 * The bytes of every message about votes in version 1 of the protocol, as published in {@code
 * docs/protocol.md}. They only ever change with the version. To write the file anew: {@code mvn -pl
 * spamwatch-agent -am test -Dtest=VoteGoldenTest -Dgolden.rewrite=true
 * -Dsurefire.failIfNoSpecifiedTests=false}, then read the difference.
 */
class VoteGoldenTest {
  private static final String FILE = "votes-v1.txt";
  private static final MessageTable TABLE = MessageTable.of(Limits.DEFAULT, VoteMessage.TYPES);
  private static final Contact A =
      new Contact(
          Id.ofHex("4378000000000000000000000000000000000001"), new Endpoint("192.0.2.7", 9460));
  private static final Id REALM = Id.ofHex("aaaa000000000000000000000000000000000003");
  private static final Id GUID = Id.ofHex("cafe000000000000000000000000000000000002");
  private static final FeatureVector WHOLE =
      new FeatureVector(
          Scheme.CHAR50, true, List.of(Id.ofHex("0011223344556677"), Id.ofHex("fedcba9876543210")));
  private static final FeatureVector PAPER =
      new FeatureVector(Scheme.RABIN50, false, List.of(Id.ofHex("fedcba9876543210")));
  private static final FeatureVector WORDS =
      new FeatureVector(
          Scheme.WORD, false, List.of(Id.ofHex("0011223344556677"), Id.ofHex("fedcba9876543210")));
  private static final Vote SPAM = vote(VoteValue.SPAM, VoteOrigin.BUTTON, WHOLE);
  private static final Vote HAM = vote(VoteValue.HAM, VoteOrigin.MOVE, WHOLE, PAPER);
  private static final Vote WITHDRAWN = vote(VoteValue.WITHDRAWN, VoteOrigin.SPAMC, PAPER);

  private static final Map<VoteMessage, String> MESSAGES = new LinkedHashMap<>();

  static {
    MESSAGES.put(new Cast(0x0102030405060708L, SPAM, List.of(WHOLE)), "spam, button");
    MESSAGES.put(
        new Cast(-2, HAM, List.of(WHOLE, PAPER)),
        "ham, move; both vectors; from a member of a closed realm");
    MESSAGES.put(
        new Cast(7, vote(VoteValue.SPAM, VoteOrigin.BUTTON, WHOLE, WORDS), List.of(WHOLE, WORDS)),
        "of two schemes");
    MESSAGES.put(new ReplicateVote(5, A, 4, WITHDRAWN, List.of()), "a withdrawal, spamc");
    MESSAGES.put(new VoteReplicated(5, 4), "");
    MESSAGES.put(new Refused(5, "the vote's signature does not hold"), "");
    MESSAGES.put(new HandOverVotes(List.of(SPAM, WITHDRAWN), List.of(WHOLE)), "");
    MESSAGES.put(new VotesWanted(6, List.of()), "as it is asked");
    MESSAGES.put(
        new VotesWanted(6, List.of(WHOLE.compact().digest(), PAPER.compact().digest())),
        "as a hop sends it on");
    MESSAGES.put(new VotesAsked(6, GUID, List.of(WHOLE.compact().digest())), "");
    MESSAGES.put(new VotesHeld(6, GUID, List.of(WHOLE.compact().digest())), "");
    MESSAGES.put(
        new VotesFound(6, GUID, 3, 1, 0, 0, 1, List.of(SPAM), List.of(WHOLE)), "the only page");
    MESSAGES.put(new VotesFound(6, GUID, 255, 129, 7, 7, 8, List.of(), List.of()), "the last page");
  }

  private static Vote vote(VoteValue value, VoteOrigin origin, FeatureVector... vectors) {
    byte[] key = new byte[Vote.KEY_BYTES];
    byte[] signature = new byte[Vote.SIGNATURE_BYTES];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) i;
    }
    for (int i = 0; i < signature.length; i++) {
      signature[i] = (byte) (0x80 + i);
    }
    return new Vote(
        REALM,
        A.id(),
        GUID,
        List.of(vectors).stream().map(v -> v.compact().digest()).sorted().toList(),
        value,
        origin,
        0x1112131415161718L,
        1_700_000_000_000L,
        VerifyingKey.of(key),
        signature,
        Optional.of(certificate(key, signature, value == VoteValue.HAM)));
  }

  private static VoterCertificate certificate(byte[] key, byte[] signature, boolean member) {
    long from = 1_699_920_000_000L;
    Optional<Membership> membership =
        member
            ? Optional.of(new Membership(1_690_000_000_000L, 1_720_000_000_000L, signature))
            : Optional.empty();
    Proof proof = new Proof(VerifyingKey.of(key), signature, membership);
    return new VoterCertificate(from, from + 90 * 86_400_000L, proof);
  }

  @Test
  void everyMessageOfVersionOneKeepsItsBytes() throws IOException {
    String now = render();
    if (Boolean.getBoolean("golden.rewrite")) {
      Files.writeString(
          Path.of("src/test/resources/org/spamwatch/agent/vote", FILE),
          now,
          StandardCharsets.UTF_8);
      return;
    }
    assertThat(now).isEqualTo(golden());
  }

  @Test
  void theFileShowsEveryMessage() throws IOException {
    String golden = golden();
    for (Class<?> type : VoteMessage.class.getPermittedSubclasses()) {
      assertThat(golden).contains("\n" + type.getSimpleName());
    }
  }

  @Test
  void theBytesInTheFileAreReadAsTheirMessages() throws IOException, WireException {
    List<byte[]> vectors =
        golden()
            .lines()
            .filter(line -> line.startsWith("  "))
            .map(line -> HexFormat.of().parseHex(line.strip()))
            .toList();
    assertThat(vectors).hasSameSizeAs(MESSAGES.keySet());
    int next = 0;
    for (VoteMessage message : MESSAGES.keySet()) {
      assertThat(TABLE.decode(vectors.get(next++))).isEqualTo(message);
    }
  }

  private static String golden() throws IOException {
    try (InputStream in = VoteGoldenTest.class.getResourceAsStream(FILE)) {
      return new String(Objects.requireNonNull(in, FILE).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String render() {
    StringBuilder text =
        new StringBuilder(
            """
            # Test vectors of the votes in protocol version 1 (docs/protocol.md): encoded messages in
            # hexadecimal, without the frame's length. The keys are 00 to 1f and the signatures 80 to
            # bf: they do not hold. Written by VoteGoldenTest.
            """);
    for (Map.Entry<VoteMessage, String> entry : MESSAGES.entrySet()) {
      String about = entry.getValue().isEmpty() ? "" : " (" + entry.getValue() + ")";
      text.append('\n')
          .append(entry.getKey().getClass().getSimpleName())
          .append(about)
          .append("\n  ")
          .append(HexFormat.of().formatHex(TABLE.encode(entry.getKey())))
          .append('\n');
    }
    return text.toString();
  }
}
