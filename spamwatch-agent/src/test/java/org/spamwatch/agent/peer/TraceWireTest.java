package org.spamwatch.agent.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.peer.TraceMessage.Trace;
import org.spamwatch.agent.peer.TraceMessage.Traced;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.WireException;

/**
 * The bytes of traces, as published in {@code docs/protocol.md}; {@code -Dgolden.rewrite=true}
 * writes the file anew.
 */
class TraceWireTest {
  private static final String FILE = "traces-v1.txt";
  private static final MessageTable TABLE = PeerCore.messages(Limits.DEFAULT);
  private static final Contact A =
      new Contact(
          Id.ofHex("4378000000000000000000000000000000000001"), new Endpoint("192.0.2.7", 9460));
  private static final Contact B =
      new Contact(
          Id.ofHex("4228000000000000000000000000000000000002"), new Endpoint("2001:db8::1", 9461));
  private static final Map<TraceMessage, String> MESSAGES = new LinkedHashMap<>();

  static {
    MESSAGES.put(new Trace(0x0102030405060708L, List.of()), "at its origin");
    MESSAGES.put(new Trace(0x0102030405060708L, List.of(A)), "at the second node");
    MESSAGES.put(new Traced(0x0102030405060708L, RouteEnd.ROOT, List.of(A, B)), "the root");
    MESSAGES.put(new Traced(-1, RouteEnd.TTL, List.of(A)), "hops used up");
  }

  @Test
  void everyMessageKeepsItsBytes() throws IOException {
    StringBuilder now =
        new StringBuilder(
            """
            # Test vectors of traces in protocol version 1 (docs/protocol.md): encoded messages in
            # hexadecimal, without the frame's length. Written by TraceWireTest.
            """);
    MESSAGES.forEach(
        (message, about) ->
            now.append('\n')
                .append(message.getClass().getSimpleName())
                .append(" (" + about + ")\n  ")
                .append(HexFormat.of().formatHex(TABLE.encode(message)))
                .append('\n'));
    if (Boolean.getBoolean("golden.rewrite")) {
      Files.writeString(
          Path.of("src/test/resources/org/spamwatch/agent/peer", FILE), now.toString());
      return;
    }
    try (InputStream in = TraceWireTest.class.getResourceAsStream(FILE)) {
      byte[] golden = Objects.requireNonNull(in, FILE).readAllBytes();
      assertThat(now).hasToString(new String(golden, StandardCharsets.UTF_8));
    }
  }

  @Test
  void whatWasWrittenIsRead() throws WireException {
    for (TraceMessage message : MESSAGES.keySet()) {
      assertThat(TABLE.decode(TABLE.encode(message))).isEqualTo(message);
    }
  }

  @Test
  void theLongestPathFitsAndALongerOneIsRefused() throws WireException {
    Contact far = new Contact(B.id(), new Endpoint("h".repeat(Endpoint.MAX_HOST), 9));
    int most = Limits.DEFAULT.maxHops() + 1;
    Traced longest = new Traced(1, RouteEnd.ROOT, Collections.nCopies(most, far));
    assertThat(TABLE.decode(TABLE.encode(longest))).isEqualTo(longest);
    Trace tooLong = new Trace(1, Collections.nCopies(Limits.DEFAULT.maxContacts() + 1, A));
    assertThatThrownBy(() -> TABLE.encode(tooLong)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anEmptyPathOrAnUnknownEndIsRefused() {
    byte[] traced = TABLE.encode(new Traced(1, RouteEnd.ROOT, List.of(A)));
    traced[9] = 2; // the end follows the type and the id
    assertThatThrownBy(() -> TABLE.decode(traced)).hasMessageContaining("end 2 is not 0 or 1");
    byte[] empty = {(byte) 225, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0};
    assertThatThrownBy(() -> TABLE.decode(empty)).isInstanceOf(WireException.class);
  }
}
