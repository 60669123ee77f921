package org.spamwatch.agent.revocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.WireVectors;
import org.spamwatch.agent.revocation.RevocationMessage.ListKnown;
import org.spamwatch.agent.revocation.RevocationMessage.ListTold;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.identity.RevocationList;
import org.spamwatch.overlay.node.OverlayMessage;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.WireException;

/** The bytes of messages about revocation lists in version 1 of the protocol. */
class RevocationWireTest {
  private static final MessageTable TABLE =
      MessageTable.of(Limits.DEFAULT, OverlayMessage.TYPES, RevocationMessage.TYPES);
  private static final WireVectors<RevocationMessage> VECTORS =
      new WireVectors<>(
          RevocationWireTest.class,
          "revocations-v1.txt",
          """
          # Test vectors of revocation lists in protocol version 1 (docs/protocol.md): encoded
          # messages in hexadecimal, without the frame's length. The signatures are 80 to bf and do
          # not hold. Written by RevocationWireTest.
          """,
          TABLE);

  static {
    Id a = Id.ofHex("4378000000000000000000000000000000000001");
    Id b = Id.ofHex("93fe03315ef395b28307dde47572b407d0413810");
    byte[] signature = new byte[64];
    for (int i = 0; i < signature.length; i++) {
      signature[i] = (byte) (0x80 + i);
    }
    long now = 1_700_000_000_000L;
    VECTORS.put(new ListKnown(0), "no list");
    VECTORS.put(new ListKnown(0x0102030405060708L), "");
    VECTORS.put(
        new ListTold(new RevocationList(7, now, List.of(a), List.of(b), signature)),
        "a node and a voter");
    VECTORS.put(
        new ListTold(new RevocationList(8, now, List.of(), List.of(), signature)), "nobody");
  }

  @Test
  void everyMessageKeepsItsBytes() throws Exception {
    VECTORS.assertKept();
    VECTORS.assertShown(RevocationMessage.class);
  }

  @Test
  void whatWasWrittenIsReadAndWhatIsCutIsNot() throws Exception {
    VECTORS.assertRead();
  }

  @Test
  void theLongestListFitsAMessage() throws WireException {
    SplittableRandom random = new SplittableRandom(1);
    List<Id> ids = new ArrayList<>();
    for (int i = 0; i < RevocationList.MAX_ENTRIES; i++) {
      ids.add(Id.random(random));
    }
    Collections.sort(ids);
    Contact longest =
        new Contact(Id.ofHex("ff"), new Endpoint("h".repeat(Endpoint.MAX_HOST), 65535));
    for (int nodes : new int[] {0, 350, RevocationList.MAX_ENTRIES}) {
      RevocationList list =
          new RevocationList(
              Long.MAX_VALUE,
              Long.MAX_VALUE,
              ids.subList(0, nodes),
              ids.subList(nodes, ids.size()),
              new byte[64]);
      Direct direct = new Direct(1, longest, Id.ZERO, new ListTold(list));
      assertThat(TABLE.decode(TABLE.encode(direct))).isEqualTo(direct);
    }
  }

  @Test
  void refusesNumbersThatAreNone() {
    for (String bad : List.of("80ffffffffffffffff", "810000000000000000")) {
      byte[] bytes = Arrays.copyOf(HexFormat.of().parseHex(bad), bad.length() / 2 + 74);
      byte[] frame = bad.startsWith("80") ? HexFormat.of().parseHex(bad) : bytes;
      assertThatExceptionOfType(WireException.class)
          .isThrownBy(() -> TABLE.decode(frame))
          .withMessageContaining("invalid");
    }
  }
}
