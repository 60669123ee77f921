package org.spamwatch.agent.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
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

/**
 * The bytes of messages about bulk counts, as published in {@code docs/protocol.md}; {@code
 * -Dgolden.rewrite=true} writes the file anew.
 */
class BulkWireTest {
  private static final String FILE = "bulk-v1.txt";
  private static final MessageTable TABLE =
      MessageTable.of(Limits.DEFAULT, OverlayMessage.TYPES, BulkMessage.TYPES);
  private static final Map<BulkMessage, String> MESSAGES = new LinkedHashMap<>();

  static {
    long version = 0x01A9B2C300000007L;
    MESSAGES.put(new CountsKnown(0), "nothing yet");
    MESSAGES.put(new CountsKnown(version), "");
    MESSAGES.put(new CountsWanted(0, 0, 0), "all");
    MESSAGES.put(new CountsWanted(version - 1, version, 12_288), "the second piece of a delta");
    MESSAGES.put(new CountsTold(version, 0, 4, 0, new byte[] {1, 2, 3, 4}), "all at once");
    MESSAGES.put(
        new CountsTold(version, version - 1, 12_290, 12_288, new byte[] {5, 6}), "the last piece");
  }

  @Test
  void everyMessageKeepsItsBytes() throws IOException {
    StringBuilder now =
        new StringBuilder(
            """
            # Test vectors of bulk counts in protocol version 1 (docs/protocol.md): encoded messages
            # in hexadecimal, without the frame's length. Written by BulkWireTest.
            """);
    MESSAGES.forEach(
        (message, about) ->
            now.append('\n')
                .append(message.getClass().getSimpleName())
                .append(about.isEmpty() ? "" : " (" + about + ")")
                .append("\n  ")
                .append(HexFormat.of().formatHex(TABLE.encode(message)))
                .append('\n'));
    if (Boolean.getBoolean("golden.rewrite")) {
      Files.writeString(
          Path.of("src/test/resources/org/spamwatch/agent/bulk", FILE), now.toString());
      return;
    }
    try (InputStream in = BulkWireTest.class.getResourceAsStream(FILE)) {
      byte[] golden = Objects.requireNonNull(in, FILE).readAllBytes();
      assertThat(now).hasToString(new String(golden, StandardCharsets.UTF_8));
    }
  }

  @Test
  void whatWasWrittenIsReadAndWhatIsCutIsNot() throws WireException {
    for (BulkMessage message : MESSAGES.keySet()) {
      byte[] bytes = TABLE.encode(message);
      assertThat(TABLE.decode(bytes)).isEqualTo(message);
      for (int length = 0; length < bytes.length; length++) {
        byte[] cut = Arrays.copyOf(bytes, length);
        assertThatExceptionOfType(WireException.class).isThrownBy(() -> TABLE.decode(cut));
      }
    }
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
