package org.spamwatch.ata.adolr;

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
import org.spamwatch.ata.adolr.AdolrMessage.ApproxAsk;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxEnd;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxQuery;
import org.spamwatch.ata.adolr.AdolrMessage.AskInPerson;
import org.spamwatch.ata.adolr.AdolrMessage.End;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureFailure;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureObject;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureRequest;
import org.spamwatch.ata.adolr.AdolrMessage.Listed;
import org.spamwatch.ata.adolr.AdolrMessage.PublishFeature;
import org.spamwatch.ata.adolr.AdolrMessage.RecordRefused;
import org.spamwatch.ata.adolr.AdolrMessage.ReplicateFeatures;
import org.spamwatch.ata.adolr.AdolrMessage.Role;
import org.spamwatch.ata.adolr.FeatureRecords.Lease;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.RealmSignatures;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.lease.Refusal;
import org.spamwatch.overlay.wire.WireException;

/**
 * The bytes of every ADOLR message in version 1 of the protocol, as published in {@code
 * docs/protocol.md}. They only ever change with the version. To write the file anew: {@code mvn -pl
 * ata -am test -Dtest=AdolrGoldenTest -Dgolden.rewrite=true
 * -Dsurefire.failIfNoSpecifiedTests=false}, then read the difference.
 */
class AdolrGoldenTest {
  private static final String FILE = "adolr-v1.txt";
  private static final Id F1 = Id.ofHex("0011223344556677");
  private static final Id F2 = Id.ofHex("fedcba9876543210");
  private static final Id GUID = Id.ofHex("cafe000000000000000000000000000000000002");
  private static final FeatureVector WHOLE =
      new FeatureVector(Scheme.CHAR50, true, List.of(F1, F2));
  private static final FeatureVector PAPER = new FeatureVector(Scheme.RABIN50, false, List.of(F2));
  private static final FeatureVector WORDS = new FeatureVector(Scheme.WORD, false, List.of(F1, F2));
  private static final Id DIGEST = WHOLE.compact().digest();
  private static final SigningKey KEY = SigningKey.ofSeed(new byte[SigningKey.SEED_BYTES]);
  private static final Contact A =
      new Contact(KEY.verifyingKey().nodeId(), new Endpoint("192.0.2.7", 9460));
  private static final Realm REALM =
      Realm.open(Id.ofHex("aa00000000000000000000000000000000000000"));
  private static final RealmSignatures SIGNATURES =
      new RealmSignatures(KEY, REALM, Optional.empty(), 1);
  private static final Publication LIVE =
      Publication.signed(SIGNATURES, GUID, WHOLE, A, 1_700_000_000_000_000L, false);
  private static final Match MATCH = new Match(GUID, DIGEST, 2, 2);

  private static final Map<Message, String> MESSAGES = new LinkedHashMap<>();

  static {
    MESSAGES.put(
        new PublishFeature(LIVE.record(F2, 86_400_000)), "F2 of {F1 whole-text, F2}, char50");
    Publication parts =
        Publication.signed(SIGNATURES, GUID, WORDS, A, 1_700_000_000_000_000L, false);
    MESSAGES.put(new PublishFeature(parts.record(F2, 1)), "no whole-text, word");
    Publication withdrawal = Publication.signed(SIGNATURES, GUID, PAPER, A, 2, true);
    MESSAGES.put(new PublishFeature(withdrawal.record(F2, 1)), "a withdrawal, rabin50");
    MESSAGES.put(
        new ReplicateFeatures(
            List.of(
                new FeatureRecords(LIVE, List.of(new Lease(F1, 1), new Lease(F2, 2))),
                new FeatureRecords(withdrawal, List.of(new Lease(F2, 3))))),
        "two records of one publication, one of another");
    MESSAGES.put(
        new ApproxQuery(0x0102030405060708L, -2, WHOLE, 2, false, new Note(7), List.of()),
        "nothing found yet; payload: a note");
    MESSAGES.put(
        new ApproxQuery(5, 6, PAPER, 1, true, new Note(7), List.of(new Match(GUID, DIGEST, 1, 1))),
        "to the first hit; one found");
    MESSAGES.put(
        new ApproxEnd(6, End.ROOT, 3, List.of(), List.of(A)), "at the root, nothing found");
    MESSAGES.put(new ApproxEnd(6, End.TTL, 4, List.of(MATCH), List.of()), "no hops left");
    MESSAGES.put(
        new ApproxEnd(
            6, End.ROOT, 2, List.of(MATCH), List.of(A), List.of(new ObjectPublisher(GUID, A))),
        "at the root, published by A");
    MESSAGES.put(new ApproxEnd(6, End.HIT, 1, List.of(MATCH), List.of()), "at the first hit");
    MESSAGES.put(
        new ApproxAsk(F1, new ApproxQuery(5, 6, PAPER, 1, false, new Note(7), List.of())),
        "payload: a note");
    MESSAGES.put(new FeatureRequest(6, F1), "");
    MESSAGES.put(
        new FeatureObject(
            6,
            2,
            0,
            1,
            List.of(
                new Listed(GUID, DIGEST, Scheme.CHAR50, Role.WHOLE),
                new Listed(GUID, F1, Scheme.CHAR50, Role.PART_BESIDE_WHOLE),
                new Listed(GUID, F2, Scheme.RABIN50, Role.PART))),
        "the only page");
    MESSAGES.put(new FeatureFailure(6, 2), "");
    MESSAGES.put(new RecordRefused(F1, Refusal.STALE), "dated too long ago");
    MESSAGES.put(new AskInPerson(6, End.TTL, 2), "");
  }

  @Test
  void everyMessageOfVersionOneKeepsItsBytes() throws IOException {
    String now = render();
    if (Boolean.getBoolean("golden.rewrite")) {
      Files.writeString(
          Path.of("src/test/resources/org/spamwatch/ata/adolr", FILE), now, StandardCharsets.UTF_8);
      return;
    }
    assertThat(now).isEqualTo(golden());
  }

  @Test
  void theFileShowsEveryMessage() throws IOException {
    String golden = golden();
    for (Class<?> type : AdolrMessage.class.getPermittedSubclasses()) {
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
    for (Message message : MESSAGES.keySet()) {
      assertThat(AdolrCluster.TABLE.decode(vectors.get(next++))).isEqualTo(message);
    }
  }

  private static String golden() throws IOException {
    try (InputStream in = AdolrGoldenTest.class.getResourceAsStream(FILE)) {
      return new String(Objects.requireNonNull(in, FILE).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String render() {
    StringBuilder text =
        new StringBuilder(
            """
            # Test vectors of the ADOLR in protocol version 1 (docs/protocol.md): encoded messages in
            # hexadecimal, without the frame's length. A is the node whose key is of the seed of
            # 32 zero bytes, at 192.0.2.7:9460 in the open realm aa00..., F1 is 00112233445566778899aabbccddeeff01234567, F2 is fedcba98... A note is the type 240 of
            # the tests: a number of 8 bytes. Written by AdolrGoldenTest.
            """);
    for (Map.Entry<Message, String> entry : MESSAGES.entrySet()) {
      String about = entry.getValue().isEmpty() ? "" : " (" + entry.getValue() + ")";
      text.append('\n')
          .append(entry.getKey().getClass().getSimpleName())
          .append(about)
          .append("\n  ")
          .append(HexFormat.of().formatHex(AdolrCluster.TABLE.encode(entry.getKey())))
          .append('\n');
    }
    return text.toString();
  }
}
