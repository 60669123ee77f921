package org.spamwatch.agent.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.WireVectors;
import org.spamwatch.agent.summary.SummaryMessage.BlocksKnown;
import org.spamwatch.agent.summary.SummaryMessage.BlocksTold;
import org.spamwatch.agent.summary.SummaryMessage.BlocksWanted;
import org.spamwatch.agent.summary.SummaryMessage.Known;
import org.spamwatch.agent.summary.SummaryMessage.LogDigests;
import org.spamwatch.agent.summary.SummaryMessage.LogsHeld;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Proof;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.node.OverlayMessage;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.WireException;

/** The bytes of messages about announcements in version 1 of the protocol. */
class SummaryWireTest {
  private static final MessageTable TABLE =
      MessageTable.of(Limits.DEFAULT, OverlayMessage.TYPES, SummaryMessage.TYPES);
  private static final long NOW = 1_700_000_000_000L;
  private static final Contact LONGEST =
      new Contact(Id.ofHex("ff"), new Endpoint("h".repeat(Endpoint.MAX_HOST), 65535));
  private static final WireVectors<SummaryMessage> VECTORS =
      new WireVectors<>(
          SummaryWireTest.class,
          "summaries-v1.txt",
          """
          # Test vectors of announcements in protocol version 1 (docs/protocol.md): encoded messages
          # in hexadecimal, without the frame's length. The signatures are 80 to bf and do not hold.
          # Written by SummaryWireTest.
          """,
          TABLE);

  static {
    Id a = Id.ofHex("4378000000000000000000000000000000000001");
    Id b = Id.ofHex("93fe03315ef395b28307dde47572b407d0413810");
    Contact origin = new Contact(a, new Endpoint("192.0.2.1", 9460));
    FeatureVector vector =
        new FeatureVector(
            Scheme.CHAR50, true, List.of(FeatureVector.key(1), FeatureVector.key(-2)));
    List<Announcement> both =
        List.of(new Announcement(b, List.of(vector)), Announcement.takenBack(a));
    Known known = new Known(a, NOW, 3, 0x01020304);
    List<Long> digests = new ArrayList<>();
    for (long i = 0; i < SummaryMessage.RANGES; i++) {
      digests.add(i << 56 | 0x0102030405060L);
    }
    VECTORS.put(new BlocksKnown(List.of(known, new Known(b, NOW, 1, 1))), "two runs");
    VECTORS.put(new BlocksWanted(known), "");
    VECTORS.put(
        new BlocksTold(List.of(new Block(origin, NOW, 7, NOW + 1, both, proof(false)))),
        "a message announced and one taken back");
    VECTORS.put(
        new BlocksTold(
            List.of(
                new Block(origin, NOW, 1, NOW, both.subList(1, 2), proof(true)),
                new Block(origin, NOW, 2, NOW, both.subList(1, 2), proof(true)))),
        "two blocks of a member");
    VECTORS.put(new LogDigests(digests), "");
    VECTORS.put(new LogsHeld(0, true, List.of()), "nothing differs");
    VECTORS.put(new LogsHeld(0x8001, false, List.of(known)), "more to come");
  }

  private static Proof proof(boolean member) {
    byte[] key = new byte[VerifyingKey.BYTES];
    byte[] signature = new byte[VerifyingKey.SIGNATURE_BYTES];
    for (int i = 0; i < signature.length; i++) {
      key[i % key.length] = (byte) (i % key.length);
      signature[i] = (byte) (0x80 + i);
    }
    Optional<Membership> membership =
        member ? Optional.of(new Membership(NOW, NOW + 1, signature)) : Optional.empty();
    return new Proof(VerifyingKey.of(key), signature, membership);
  }

  @Test
  void everyMessageKeepsItsBytes() throws Exception {
    VECTORS.assertKept();
    VECTORS.assertShown(SummaryMessage.class);
  }

  @Test
  void whatWasWrittenIsReadAndWhatIsCutIsNot() throws Exception {
    VECTORS.assertRead();
  }

  @Property(tries = 500)
  void whatIsChangedIsReadAsSomethingElseOrRefused(@ForAll long seed) {
    Random random = new Random(seed);
    List<SummaryMessage> all = List.copyOf(VECTORS.messages());
    byte[] bytes = TABLE.encode(all.get(random.nextInt(all.size())));
    for (int i = random.nextInt(3); i >= 0; i--) {
      bytes[1 + random.nextInt(bytes.length - 1)] = (byte) random.nextInt(256);
    }
    try {
      assertThat(TABLE.encode(TABLE.decode(bytes))).isEqualTo(bytes);
    } catch (WireException refused) {
      assertThat(refused).hasMessageNotContaining("null");
    }
  }

  @Test
  void theLargestFitAMessage() throws WireException {
    List<Known> runs = Collections.nCopies(SummaryMessage.MAX_KNOWN, new Known(Id.ZERO, 1, 1, 2));
    List<Announcement> takenBack = new ArrayList<>();
    List<Announcement> announced = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < Block.MAX_ANNOUNCEMENTS; i++) {
      takenBack.add(Announcement.takenBack(Id.random(random)));
    }
    for (int i = 0; i < 27; i++) {
      announced.add(new Announcement(Id.random(random), List.of(vector(random))));
    }
    Proof proof = proof(true);
    for (SummaryMessage message :
        List.of(
            new BlocksKnown(runs),
            new LogsHeld(0xFFFF, true, runs),
            new BlocksTold(
                List.of(new Block(LONGEST, NOW, 1, NOW, takenBack.subList(0, 690), proof))),
            new BlocksTold(List.of(new Block(LONGEST, NOW, 1, NOW, announced, proof))))) {
      Direct direct = new Direct(1, LONGEST, Id.ZERO, message);
      assertThat(TABLE.decode(TABLE.encode(direct))).isEqualTo(direct);
    }
  }

  @Test
  void aBlockSaysHowLongItIs() {
    for (SummaryMessage message : VECTORS.messages()) {
      if (message instanceof BlocksTold told) {
        for (Block block : told.blocks()) {
          byte[] bytes = TABLE.write("block", block, SummaryWire::writeBlock);
          assertThat(bytes.length).isBetween(block.bytes() - 2, block.bytes());
        }
      }
    }
  }

  @Test
  void aBlockThatIsTooLongOrSaysAMessageTwiceIsRefused() {
    SplittableRandom random = new SplittableRandom(1);
    List<Announcement> many = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      many.add(new Announcement(Id.random(random), List.of(vector(random))));
    }
    Proof proof = proof(false);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Block(LONGEST, NOW, 1, NOW, many, proof))
        .withMessageContaining("bytes");
    List<Announcement> twice = List.of(many.get(0), Announcement.takenBack(many.get(0).guid()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Block(LONGEST, NOW, 1, NOW, twice, proof))
        .withMessageContaining("twice");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Block(LONGEST, NOW, 0, NOW, many.subList(0, 1), proof));
  }

  private static FeatureVector vector(SplittableRandom random) {
    List<Id> keys = new ArrayList<>();
    for (int i = 0; i < FeatureVector.MAX_SIZE; i++) {
      keys.add(FeatureVector.key(random.nextLong()));
    }
    return new FeatureVector(Scheme.CHAR50, false, keys);
  }
}
