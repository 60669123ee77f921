package org.spamwatch.overlay.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.NewerMessage;
import org.spamwatch.overlay.lookup.LookupMessage;
import org.spamwatch.overlay.node.OverlayMessage;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.Join;
import org.spamwatch.overlay.node.OverlayMessage.NodeDown;
import org.spamwatch.overlay.node.OverlayMessage.Pong;
import org.spamwatch.overlay.node.OverlayMessage.Relay;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.node.OverlayMessage.Rows;
import org.spamwatch.overlay.pointer.DolrMessage;
import org.spamwatch.overlay.pointer.DolrMessage.ToNode;
import org.spamwatch.overlay.pointer.DolrMessage.ToServer;

class MessageTableTest {
  private static final MessageTable TABLE = WireMessages.TABLE;
  private static final Contact CONTACT =
      new Contact(Id.ofHex("4378"), new Endpoint("192.0.2.7", 9460));

  static Stream<Class<?>> messages() {
    return Stream.of(OverlayMessage.class, DolrMessage.class, LookupMessage.class)
        .flatMap(conversation -> Stream.of(conversation.getPermittedSubclasses()))
        .flatMap(
            type -> type.isSealed() ? Stream.of(type.getPermittedSubclasses()) : Stream.of(type));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void everyMessageOfEverySealedConversationIsRegistered(Class<? extends Message> type) {
    assertThat(TABLE.knows(type)).isTrue();
  }

  @Test
  void typeIdsKeepToTheRangeOfTheirConversation() {
    assertThat(OverlayMessage.TYPES).allMatch(type -> type.id() >= 1 && type.id() <= 31);
    assertThat(DolrMessage.TYPES).allMatch(type -> type.id() >= 32 && type.id() <= 63);
    assertThat(LookupMessage.TYPES).allMatch(type -> type.id() >= 32 && type.id() <= 63);
  }

  @Test
  void refusesATypeIdGivenTwice() {
    MessageType<Note> three =
        new MessageType<>(3, Note.class, Note.TYPE.writer(), Note.TYPE.reader());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MessageTable.of(Limits.DEFAULT, OverlayMessage.TYPES, List.of(three)))
        .withMessageContaining("message type 3")
        .withMessageContaining("HopAck")
        .withMessageContaining("Note");
  }

  @Test
  void refusesAClassRegisteredTwice() {
    MessageType<Note> other =
        new MessageType<>(241, Note.class, Note.TYPE.writer(), Note.TYPE.reader());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MessageTable.of(Limits.DEFAULT, List.of(Note.TYPE, other)))
        .withMessageContaining("registered twice");
  }

  @Test
  void refusesATypeIdOfMoreThanAByte() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new MessageType<>(256, Note.class, Note.TYPE.writer(), Note.TYPE.reader()));
  }

  @Test
  void tellsAnUnknownTypeFromABrokenMessage() {
    assertThatExceptionOfType(UnknownTypeException.class)
        .isThrownBy(() -> TABLE.decode(new byte[] {(byte) 200, 1, 2, 3}))
        .matches(e -> e.typeId() == 200);
  }

  @Test
  void aPayloadOfUnknownTypeIsPassedOnAsItCame() throws WireException {
    MessageTable older = MessageTable.of(Limits.DEFAULT, OverlayMessage.TYPES, DolrMessage.TYPES);
    Note note = new Note("newer");
    for (Message message :
        List.of(
            new Direct(1, CONTACT, Id.ZERO, note),
            new Route(1, CONTACT, 2, CONTACT, Id.ZERO, 1, 31, note),
            new Relay(1, CONTACT, CONTACT, note),
            new Route(1, CONTACT, 2, CONTACT, Id.ZERO, 1, 31, new ToNode(Id.ZERO, note)),
            new Direct(1, CONTACT, Id.ZERO, new ToServer(Id.ZERO, CONTACT, 3, note)))) {
      byte[] bytes = TABLE.encode(message);
      List<Integer> newer = new ArrayList<>();
      Message read = older.decode(bytes, newer::add);
      assertThat(newer).containsExactly(240);
      assertThat(older.encode(read)).isEqualTo(bytes);
    }
    Direct direct =
        (Direct) older.decode(TABLE.encode(new Direct(1, CONTACT, Id.ZERO, new Note("a"))));
    assertThat(direct.payload()).isEqualTo(new NewerMessage(240, new byte[] {1, 'a'}));
    assertThat(direct.payload()).isNotEqualTo(new NewerMessage(241, new byte[] {1, 'a'}));
  }

  @Test
  void anOverlayMessageOfANewerPeerIsNoPayload() {
    byte[] bytes = TABLE.encode(new Direct(1, CONTACT, Id.ZERO, new Note("")));
    bytes[bytes.length - 2] = 31;
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> TABLE.decode(bytes))
        .withMessageContaining("payload is an overlay message, type 31");
  }

  @Test
  void refusesToEncodeWhatIsNotInTheTable() {
    record Stranger() implements Message {}

    assertThatIllegalArgumentException()
        .isThrownBy(() -> TABLE.encode(new Stranger()))
        .withMessageContaining("Stranger is not in the message table");
  }

  @Test
  void refusesOverlayMessagesWrappedAsPayload() {
    Message wrapped = new Direct(1, CONTACT, Id.ZERO, new NodeDown(CONTACT));
    assertThatIllegalArgumentException().isThrownBy(() -> TABLE.encode(wrapped));
    byte[] bytes = TABLE.encode(new Direct(1, CONTACT, Id.ZERO, new Note("")));
    byte[] ack = TABLE.encode(new HopAck(7));
    byte[] forged = new byte[bytes.length - 2 + ack.length];
    System.arraycopy(bytes, 0, forged, 0, bytes.length - 2);
    System.arraycopy(ack, 0, forged, bytes.length - 2, ack.length);
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> TABLE.decode(forged))
        .withMessageContaining("payload is an overlay message, HopAck");
  }

  @Test
  void routesCarryJoins() throws WireException {
    Message route = new Route(1, CONTACT, 2, CONTACT, Id.ZERO, 1, 31, new Join(CONTACT, List.of()));
    assertThat(TABLE.decode(TABLE.encode(route))).isEqualTo(route);
  }

  @Test
  void messagesNestFourLevelsDeepAndNoDeeper() throws WireException {
    Message four = new ToNode(Id.ZERO, new ToNode(Id.ZERO, new ToNode(Id.ZERO, new Note("x"))));
    assertThat(TABLE.decode(TABLE.encode(four))).isEqualTo(four);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TABLE.encode(new ToNode(Id.ZERO, four)))
        .withMessageContaining("deeper than 4");
    byte[] deep = new byte[16_000]; // ToNode in ToNode in ToNode ...
    for (int i = 0; i < deep.length; i += 21) {
      deep[i] = 35;
    }
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> TABLE.decode(deep))
        .withMessageContaining("deeper than 4");
  }

  @Test
  void refusesMoreContactsThanTheLimitBeforeReadingThem() {
    Limits limits = Limits.DEFAULT;
    Rows rows =
        new Rows(
            CONTACT, Collections.nCopies(limits.maxContacts() + 1, new Rows.Entry(CONTACT, 0)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TABLE.encode(rows))
        .withMessageContaining("0 to 64, not 65");
    byte[] bytes = TABLE.encode(new Rows(CONTACT, List.of()));
    bytes[bytes.length - 1] = 65;
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> TABLE.decode(bytes))
        .withMessage("entries count 65 exceeds the limit of 64");
  }

  @Test
  void refusesACountThatTheBytesLeftCannotHold() {
    byte[] bytes = TABLE.encode(new Rows(CONTACT, List.of()));
    bytes[bytes.length - 1] = 64;
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> TABLE.decode(bytes))
        .withMessage("entries needs 64 bytes, 0 are left");
  }

  @Test
  void refusesAMessageLongerThanTheLimitInBothDirections() {
    String longHost = "h".repeat(Endpoint.MAX_HOST);
    Contact contact = new Contact(Id.ZERO, new Endpoint(longHost, 1));
    Rows rows = new Rows(contact, Collections.nCopies(64, new Rows.Entry(contact, 0)));
    assertThatExceptionOfType(MessageTooLongException.class)
        .isThrownBy(() -> TABLE.encode(rows))
        .withMessage("Rows exceeds the limit of 16384 bytes a message");
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> TABLE.decode(new byte[16_385]))
        .withMessage("message has 16385 bytes; the limit is 16384");
  }

  @Test
  void reportsAValueThatTheMessageItselfRefuses() {
    byte[] bytes = TABLE.encode(new Pong(1, CONTACT));
    bytes[bytes.length - 1] = 0;
    bytes[bytes.length - 2] = 0;
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> TABLE.decode(bytes))
        .withMessage("message is invalid: port 0 is not in 1 to 65535");
  }
}
