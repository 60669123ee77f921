package org.spamwatch.agent.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.WireVectors;
import org.spamwatch.agent.peer.TraceMessage.Trace;
import org.spamwatch.agent.peer.TraceMessage.Traced;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.WireException;

/** The bytes of traces in version 1 of the protocol. */
class TraceWireTest {
  private static final MessageTable TABLE = PeerCore.messages(Limits.DEFAULT);
  private static final Contact A =
      new Contact(
          Id.ofHex("4378000000000000000000000000000000000001"), new Endpoint("192.0.2.7", 9460));
  private static final Contact B =
      new Contact(
          Id.ofHex("4228000000000000000000000000000000000002"), new Endpoint("2001:db8::1", 9461));
  private static final WireVectors<TraceMessage> VECTORS =
      new WireVectors<>(
          TraceWireTest.class,
          "traces-v1.txt",
          """
          # Test vectors of traces in protocol version 1 (docs/protocol.md): encoded messages in
          # hexadecimal, without the frame's length. Written by TraceWireTest.
          """,
          TABLE);

  static {
    VECTORS.put(new Trace(0x0102030405060708L, List.of()), "at its origin");
    VECTORS.put(new Trace(0x0102030405060708L, List.of(A)), "at the second node");
    VECTORS.put(new Traced(0x0102030405060708L, RouteEnd.ROOT, List.of(A, B)), "the root");
    VECTORS.put(new Traced(-1, RouteEnd.TTL, List.of(A)), "hops used up");
  }

  @Test
  void everyMessageKeepsItsBytes() throws Exception {
    VECTORS.assertKept();
    VECTORS.assertShown(TraceMessage.class);
  }

  @Test
  void whatWasWrittenIsReadAndWhatIsCutIsNot() throws Exception {
    VECTORS.assertRead();
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
