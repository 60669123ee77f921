package org.spamwatch.agent.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.WireVectors;
import org.spamwatch.agent.bulk.BulkMessage.CountsKnown;
import org.spamwatch.agent.bulk.BulkMessage.CountsTold;
import org.spamwatch.agent.bulk.BulkMessage.CountsWanted;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.node.OverlayMessage;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.WireException;

/** The bytes of messages about bulk counts in version 1 of the protocol. */
class BulkWireTest {
  private static final MessageTable TABLE =
      MessageTable.of(Limits.DEFAULT, OverlayMessage.TYPES, BulkMessage.TYPES);
  private static final WireVectors<BulkMessage> VECTORS =
      new WireVectors<>(
          BulkWireTest.class,
          "bulk-v1.txt",
          """
          # Test vectors of bulk counts in protocol version 1 (docs/protocol.md): encoded messages
          # in hexadecimal, without the frame's length. Written by BulkWireTest.
          """,
          TABLE);

  static {
    long version = 0x01A9B2C300000007L;
    VECTORS.put(new CountsKnown(0), "nothing yet");
    VECTORS.put(new CountsKnown(version), "");
    VECTORS.put(new CountsWanted(0, 0, 0), "all");
    VECTORS.put(new CountsWanted(version - 1, version, 12_288), "the second piece of a delta");
    VECTORS.put(new CountsTold(version, 0, 4, 0, new byte[] {1, 2, 3, 4}), "all at once");
    VECTORS.put(
        new CountsTold(version, version - 1, 12_290, 12_288, new byte[] {5, 6}), "the last piece");
  }

  @Test
  void everyMessageKeepsItsBytes() throws Exception {
    VECTORS.assertKept();
    VECTORS.assertShown(BulkMessage.class);
  }

  @Test
  void whatWasWrittenIsReadAndWhatIsCutIsNot() throws Exception {
    VECTORS.assertRead();
  }

  @Test
  void theLongestPieceFitsAMessage() throws WireException {
    Contact longest =
        new Contact(Id.ofHex("ff"), new Endpoint("h".repeat(Endpoint.MAX_HOST), 65535));
    byte[] piece = new byte[BulkMessage.MAX_PIECE];
    CountsTold told = new CountsTold(Long.MAX_VALUE, 0, Integer.MAX_VALUE, 0, piece);
    Direct direct = new Direct(1, longest, Id.ZERO, told);
    assertThat(TABLE.decode(TABLE.encode(direct))).isEqualTo(direct);
  }

  @Test
  void refusesNumbersThatAreNone() {
    for (String bad :
        List.of(
            "a0ffffffffffffffff",
            "a1000000000000000000000000000000ffffffffff",
            "a20000000000000001000000000000000100000004000000000401020304",
            "a20000000000000001000000000000000000000004000000010401020304")) {
      assertThatExceptionOfType(WireException.class)
          .isThrownBy(() -> TABLE.decode(HexFormat.of().parseHex(bad)))
          .withMessageContaining("invalid");
    }
  }
}
