package org.spamwatch.overlay.wire;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.RealmSignatures;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.lease.Refusal;
import org.spamwatch.overlay.lookup.LookupMessage;
import org.spamwatch.overlay.lookup.LookupMessage.ClosestFound;
import org.spamwatch.overlay.lookup.LookupMessage.FindClosest;
import org.spamwatch.overlay.node.OverlayMessage;
import org.spamwatch.overlay.node.OverlayMessage.Attach;
import org.spamwatch.overlay.node.OverlayMessage.AttachRefused;
import org.spamwatch.overlay.node.OverlayMessage.Attached;
import org.spamwatch.overlay.node.OverlayMessage.Detach;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.HostRefusal;
import org.spamwatch.overlay.node.OverlayMessage.Join;
import org.spamwatch.overlay.node.OverlayMessage.Leaves;
import org.spamwatch.overlay.node.OverlayMessage.NodeDown;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;
import org.spamwatch.overlay.node.OverlayMessage.ReachRequest;
import org.spamwatch.overlay.node.OverlayMessage.Reached;
import org.spamwatch.overlay.node.OverlayMessage.Relay;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.node.OverlayMessage.RowRequest;
import org.spamwatch.overlay.node.OverlayMessage.Rows;
import org.spamwatch.overlay.pointer.DolrMessage;
import org.spamwatch.overlay.pointer.DolrMessage.Locate;
import org.spamwatch.overlay.pointer.DolrMessage.LocationFailure;
import org.spamwatch.overlay.pointer.DolrMessage.PointerRefused;
import org.spamwatch.overlay.pointer.DolrMessage.Publish;
import org.spamwatch.overlay.pointer.DolrMessage.Replicate;
import org.spamwatch.overlay.pointer.DolrMessage.ToNode;
import org.spamwatch.overlay.pointer.DolrMessage.ToServer;
import org.spamwatch.overlay.pointer.Pointer;

/**
 * The bytes of every message in version 1 of the protocol, as published in {@code
 * docs/protocol.md}. They only ever change with the version. To write the file anew: {@code mvn -pl
 * overlay -am test -Dtest=GoldenMessagesTest -Dgolden.rewrite=true
 * -Dsurefire.failIfNoSpecifiedTests=false}, then read the difference.
 */
class GoldenMessagesTest {
  private static final String FILE = "messages-v1.txt";
  private static final Contact A =
      new Contact(
          Id.ofHex("4378000000000000000000000000000000000001"), new Endpoint("192.0.2.7", 9460));
  private static final Contact B =
      new Contact(
          Id.ofHex("fedcba9876543210fedcba9876543210fedcba98"), new Endpoint("2001:db8::1", 65535));
  private static final Id KEY = Id.ofHex("00112233445566778899aabbccddeeff01234567");
  private static final Note NOTE = new Note("é");
  private static final SigningKey SERVER_KEY = SigningKey.ofSeed(new byte[SigningKey.SEED_BYTES]);
  private static final Contact SERVER =
      new Contact(SERVER_KEY.verifyingKey().nodeId(), new Endpoint("192.0.2.7", 9460));
  private static final SigningKey AUTHORITY = SigningKey.ofSeed(seed(1));
  private static final Realm OPEN =
      Realm.open(Id.ofHex("aa00000000000000000000000000000000000000"));
  private static final Realm CLOSED = Realm.closed(AUTHORITY.verifyingKey());
  private static final Pointer LIVE =
      pointer(OPEN, Optional.empty(), 1_700_000_000_000_000L, 86_400_000, false);
  private static final Pointer TOMBSTONE =
      pointer(
          CLOSED,
          Optional.of(Membership.issue(AUTHORITY, SERVER_KEY.verifyingKey(), 0, 1_000_000)),
          2,
          0,
          true);

  private static final Map<Message, String> MESSAGES = new LinkedHashMap<>();

  static {
    MESSAGES.put(new Route(0x0102030405060708L, A, -1, B, KEY, 1, 31, NOTE), "payload: a note");
    MESSAGES.put(new Route(5, B, 6, B, B.id(), 3, 29, new Join(B, List.of(A))), "payload: Join");
    MESSAGES.put(new Direct(0x0102030405060708L, A, B.id(), NOTE), "payload: a note");
    MESSAGES.put(new HopAck(0x0102030405060708L), "");
    MESSAGES.put(new Ping(9, A, true), "");
    MESSAGES.put(new Pong(9, B), "");
    MESSAGES.put(new Join(A, List.of()), "never sent alone, only in a Route");
    MESSAGES.put(
        new Rows(A, List.of(new Rows.Entry(A, 0), new Rows.Entry(B, 20_000))),
        "one never measured, one 20 ms away");
    MESSAGES.put(new Rows(A, List.of()), "no entry");
    MESSAGES.put(new RowRequest(A, 39, 60_000_000), "a minute away");
    MESSAGES.put(new Leaves(A, List.of(B), true), "an answer is wanted");
    MESSAGES.put(new NodeDown(A), "");
    MESSAGES.put(new Attach(9, A), "");
    MESSAGES.put(new Attached(9, A, 60, List.of(B)), "for a minute, one other host");
    MESSAGES.put(new AttachRefused(9, A, HostRefusal.GROUP_FULL, List.of()), "reason 2");
    MESSAGES.put(new Detach(A), "");
    MESSAGES.put(new Relay(0x0102030405060708L, A, B, NOTE), "payload: a note");
    MESSAGES.put(new ReachRequest(9, A), "");
    MESSAGES.put(new Reached(9, A, true), "");
    MESSAGES.put(new Publish(LIVE), "");
    MESSAGES.put(new Publish(TOMBSTONE), "a tombstone; of a closed realm, with a membership");
    MESSAGES.put(new Locate(KEY, A, NOTE), "payload: a note");
    MESSAGES.put(new ToServer(KEY, A, 2, NOTE), "payload: a note");
    MESSAGES.put(new ToNode(B.id(), NOTE), "payload: a note");
    MESSAGES.put(new LocationFailure(KEY, NOTE), "payload: a note");
    MESSAGES.put(new Replicate(List.of(LIVE)), "one pointer");
    MESSAGES.put(new FindClosest(7, KEY), "");
    MESSAGES.put(new ClosestFound(7, List.of(A, B)), "two contacts");
    MESSAGES.put(new PointerRefused(KEY, Refusal.AHEAD), "the server's clock is ahead");
  }

  private static byte[] seed(int number) {
    byte[] seed = new byte[SigningKey.SEED_BYTES];
    seed[0] = (byte) number;
    return seed;
  }

  private static Pointer pointer(
      Realm realm, Optional<Membership> membership, long sequence, long lease, boolean withdrawn) {
    return Pointer.signed(
        new RealmSignatures(SERVER_KEY, realm, membership, 1),
        KEY,
        SERVER,
        sequence,
        lease,
        withdrawn);
  }

  @Test
  void everyMessageOfVersionOneKeepsItsBytes() throws IOException {
    String now = render();
    if (Boolean.getBoolean("golden.rewrite")) {
      Files.writeString(
          Path.of("src/test/resources/org/spamwatch/overlay/wire", FILE),
          now,
          StandardCharsets.UTF_8);
      return;
    }
    assertThat(now).isEqualTo(golden());
  }

  @Test
  void theFileShowsEveryMessage() throws IOException {
    String golden = golden();
    Stream.of(OverlayMessage.class, DolrMessage.class, LookupMessage.class)
        .flatMap(conversation -> Stream.of(conversation.getPermittedSubclasses()))
        .flatMap(
            type -> type.isSealed() ? Stream.of(type.getPermittedSubclasses()) : Stream.of(type))
        .forEach(type -> assertThat(golden).contains("\n" + type.getSimpleName()));
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
      assertThat(WireMessages.TABLE.decode(vectors.get(next++))).isEqualTo(message);
    }
  }

  private static String golden() throws IOException {
    try (InputStream in = GoldenMessagesTest.class.getResourceAsStream(FILE)) {
      return new String(Objects.requireNonNull(in, FILE).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String render() {
    StringBuilder text =
        new StringBuilder(
            """
            # Test vectors of protocol version 1 (docs/protocol.md): encoded messages in hexadecimal,
            # without the frame's length. A is 4378...01 at 192.0.2.7:9460, B is fedcba98... at
            # [2001:db8::1]:65535, KEY is 00112233445566778899aabbccddeeff01234567. A note is the type
            # 240 of the tests: a text. Pointers are signed by the key of the seed of 32 zero bytes, in
            # the open realm aa00... or, with a membership, in that of the authority whose key is of
            # the seed 01 and 31 zero bytes. Written by GoldenMessagesTest.
            """);
    for (Map.Entry<Message, String> entry : MESSAGES.entrySet()) {
      String about = entry.getValue().isEmpty() ? "" : " (" + entry.getValue() + ")";
      text.append('\n')
          .append(entry.getKey().getClass().getSimpleName())
          .append(about)
          .append("\n  ")
          .append(HexFormat.of().formatHex(WireMessages.TABLE.encode(entry.getKey())))
          .append('\n');
    }
    return text.toString();
  }
}
