package org.spamwatch.overlay.node;

import java.util.List;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.NewerMessage;
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
import org.spamwatch.overlay.wire.MessageType;
import org.spamwatch.overlay.wire.WireException;
import org.spamwatch.overlay.wire.WireInput;
import org.spamwatch.overlay.wire.WireOutput;

/** The byte forms of {@link OverlayMessage}; type ids 1 to 31. */
final class OverlayWire {
  static final List<MessageType<?>> TYPES =
      List.of(
          new MessageType<>(1, Route.class, OverlayWire::writeRoute, OverlayWire::readRoute),
          new MessageType<>(2, Direct.class, OverlayWire::writeDirect, OverlayWire::readDirect),
          new MessageType<>(
              3,
              HopAck.class,
              (out, ack) -> out.i64(ack.hopId()),
              in -> new HopAck(in.i64("hopId"))),
          new MessageType<>(
              4,
              Ping.class,
              (out, ping) -> {
                probe(out, ping.nonce(), ping.sender());
                out.bool(ping.joined());
              },
              in -> new Ping(in.i64("nonce"), in.contact("sender"), in.bool("joined"))),
          new MessageType<>(
              5,
              Pong.class,
              (out, pong) -> probe(out, pong.nonce(), pong.sender()),
              in -> new Pong(in.i64("nonce"), in.contact("sender"))),
          new MessageType<>(
              6,
              Join.class,
              (out, join) -> {
                out.contact(join.joiner());
                writeContacts(out, join.contacts());
              },
              in -> new Join(in.contact("joiner"), readContacts(in))),
          new MessageType<>(7, Rows.class, OverlayWire::writeRows, OverlayWire::readRows),
          new MessageType<>(
              8, RowRequest.class, OverlayWire::writeRowRequest, OverlayWire::readRowRequest),
          new MessageType<>(9, Leaves.class, OverlayWire::writeLeaves, OverlayWire::readLeaves),
          new MessageType<>(
              10,
              NodeDown.class,
              (out, gone) -> out.contact(gone.node()),
              in -> new NodeDown(in.contact("node"))),
          new MessageType<>(
              11,
              Attach.class,
              (out, attach) -> probe(out, attach.nonce(), attach.sender()),
              in -> new Attach(in.i64("nonce"), in.contact("sender"))),
          new MessageType<>(
              12, Attached.class, OverlayWire::writeAttached, OverlayWire::readAttached),
          new MessageType<>(
              13, AttachRefused.class, OverlayWire::writeRefused, OverlayWire::readRefused),
          new MessageType<>(
              14,
              Detach.class,
              (out, detach) -> out.contact(detach.sender()),
              in -> new Detach(in.contact("sender"))),
          new MessageType<>(15, Relay.class, OverlayWire::writeRelay, OverlayWire::readRelay),
          new MessageType<>(
              16,
              ReachRequest.class,
              (out, request) -> probe(out, request.nonce(), request.sender()),
              in -> new ReachRequest(in.i64("nonce"), in.contact("sender"))),
          new MessageType<>(
              17,
              Reached.class,
              (out, reached) -> {
                probe(out, reached.nonce(), reached.sender());
                out.bool(reached.dialled());
              },
              in -> new Reached(in.i64("nonce"), in.contact("sender"), in.bool("dialled"))));

  private static final int LAST_OVERLAY_TYPE = 31;

  private OverlayWire() {}

  private static void writeRoute(WireOutput out, Route route) {
    out.i64(route.hopId());
    out.contact(route.sender());
    out.i64(route.messageId());
    out.contact(route.origin());
    out.id(route.key());
    out.u8(route.hops());
    out.u8(route.ttl());
    checkPayload(route.payload(), true);
    out.message(route.payload());
  }

  private static Route readRoute(WireInput in) throws WireException {
    return new Route(
        in.i64("hopId"),
        in.contact("sender"),
        in.i64("messageId"),
        in.contact("origin"),
        in.id("key"),
        in.u8("hops"),
        in.u8("ttl"),
        payload(in, true));
  }

  private static void writeDirect(WireOutput out, Direct direct) {
    out.i64(direct.hopId());
    out.contact(direct.sender());
    out.id(direct.target());
    checkPayload(direct.payload(), false);
    out.message(direct.payload());
  }

  private static Direct readDirect(WireInput in) throws WireException {
    return new Direct(in.i64("hopId"), in.contact("sender"), in.id("target"), payload(in, false));
  }

  // Overlay messages act on the tables of whoever a link says sent them: none may come in wrapped,
  // past the checks for that, those of newer peers either. A join alone is routed.
  private static Message payload(WireInput in, boolean joinAllowed) throws WireException {
    Message payload = in.message("payload");
    checkPayload(payload, joinAllowed);
    return payload;
  }

  private static void checkPayload(Message payload, boolean joinAllowed) {
    if (payload instanceof NewerMessage newer && newer.typeId() <= LAST_OVERLAY_TYPE) {
      throw new IllegalArgumentException("payload is an overlay message, type " + newer.typeId());
    }
    if (payload instanceof OverlayMessage && !(joinAllowed && payload instanceof Join)) {
      throw new IllegalArgumentException(
          "payload is an overlay message, " + payload.getClass().getSimpleName());
    }
  }

  private static void probe(WireOutput out, long nonce, Contact sender) {
    out.i64(nonce);
    out.contact(sender);
  }

  private static void writeRows(WireOutput out, Rows rows) {
    out.contact(rows.sender());
    out.list(rows.entries(), out.limits().maxContacts(), OverlayWire::writeEntry);
  }

  private static Rows readRows(WireInput in) throws WireException {
    return new Rows(
        in.contact("sender"),
        in.list("entries", in.limits().maxContacts(), OverlayWire::readEntry));
  }

  private static void writeEntry(WireOutput out, Rows.Entry entry) {
    out.contact(entry.contact());
    out.varint(entry.roundTripMicros(), OverlayMessage.MAX_ROUND_TRIP_MICROS);
  }

  private static Rows.Entry readEntry(WireInput in) throws WireException {
    return new Rows.Entry(
        in.contact("contact"), in.varint("roundTripMicros", OverlayMessage.MAX_ROUND_TRIP_MICROS));
  }

  private static void writeRowRequest(WireOutput out, RowRequest request) {
    out.contact(request.sender());
    out.u8(request.row());
    out.varint(request.roundTripMicros(), OverlayMessage.MAX_ROUND_TRIP_MICROS);
  }

  private static RowRequest readRowRequest(WireInput in) throws WireException {
    return new RowRequest(
        in.contact("sender"),
        in.u8("row"),
        in.varint("roundTripMicros", OverlayMessage.MAX_ROUND_TRIP_MICROS));
  }

  private static void writeLeaves(WireOutput out, Leaves leaves) {
    out.contact(leaves.sender());
    writeContacts(out, leaves.contacts());
    out.bool(leaves.answerWanted());
  }

  private static Leaves readLeaves(WireInput in) throws WireException {
    return new Leaves(in.contact("sender"), readContacts(in), in.bool("answerWanted"));
  }

  private static void writeContacts(WireOutput out, List<Contact> contacts) {
    out.list(contacts, out.limits().maxContacts(), WireOutput::contact);
  }

  private static List<Contact> readContacts(WireInput in) throws WireException {
    return in.list("contacts", in.limits().maxContacts(), each -> each.contact("contact"));
  }

  private static void writeAttached(WireOutput out, Attached attached) {
    probe(out, attached.nonce(), attached.sender());
    out.u16(attached.leaseSeconds());
    writeHosts(out, attached.others());
  }

  private static Attached readAttached(WireInput in) throws WireException {
    return new Attached(
        in.i64("nonce"), in.contact("sender"), in.u16("leaseSeconds"), readHosts(in));
  }

  private static void writeRefused(WireOutput out, AttachRefused refused) {
    probe(out, refused.nonce(), refused.sender());
    out.u8(refused.reason().code());
    writeHosts(out, refused.others());
  }

  private static AttachRefused readRefused(WireInput in) throws WireException {
    return new AttachRefused(
        in.i64("nonce"), in.contact("sender"), HostRefusal.ofCode(in.u8("reason")), readHosts(in));
  }

  private static void writeHosts(WireOutput out, List<Contact> hosts) {
    out.list(hosts, OverlayMessage.MAX_HOSTS_TOLD, WireOutput::contact);
  }

  private static List<Contact> readHosts(WireInput in) throws WireException {
    return in.list("others", OverlayMessage.MAX_HOSTS_TOLD, each -> each.contact("contact"));
  }

  private static void writeRelay(WireOutput out, Relay relay) {
    out.i64(relay.hopId());
    out.contact(relay.sender());
    out.contact(relay.origin());
    checkPayload(relay.payload(), false);
    out.message(relay.payload());
  }

  private static Relay readRelay(WireInput in) throws WireException {
    return new Relay(
        in.i64("hopId"), in.contact("sender"), in.contact("origin"), payload(in, false));
  }
}
