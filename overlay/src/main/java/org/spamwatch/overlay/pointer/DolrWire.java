package org.spamwatch.overlay.pointer;

import java.util.List;
import org.spamwatch.overlay.identity.ProofWire;
import org.spamwatch.overlay.lease.Refusal;
import org.spamwatch.overlay.pointer.DolrMessage.Locate;
import org.spamwatch.overlay.pointer.DolrMessage.LocationFailure;
import org.spamwatch.overlay.pointer.DolrMessage.PointerRefused;
import org.spamwatch.overlay.pointer.DolrMessage.Publish;
import org.spamwatch.overlay.pointer.DolrMessage.Replicate;
import org.spamwatch.overlay.pointer.DolrMessage.ToNode;
import org.spamwatch.overlay.pointer.DolrMessage.ToServer;
import org.spamwatch.overlay.wire.MessageType;
import org.spamwatch.overlay.wire.WireException;
import org.spamwatch.overlay.wire.WireInput;
import org.spamwatch.overlay.wire.WireOutput;

/** The byte forms of {@link DolrMessage}; type ids 32 to 37 and 40 to 63. */
final class DolrWire {
  static final List<MessageType<?>> TYPES =
      List.of(
          new MessageType<>(
              32,
              Publish.class,
              (out, publish) -> writePointer(out, publish.pointer()),
              in -> new Publish(readPointer(in))),
          new MessageType<>(33, Locate.class, DolrWire::writeLocate, DolrWire::readLocate),
          new MessageType<>(34, ToServer.class, DolrWire::writeToServer, DolrWire::readToServer),
          new MessageType<>(35, ToNode.class, DolrWire::writeToNode, DolrWire::readToNode),
          new MessageType<>(
              36, LocationFailure.class, DolrWire::writeFailure, DolrWire::readFailure),
          new MessageType<>(37, Replicate.class, DolrWire::writeReplicate, DolrWire::readReplicate),
          new MessageType<>(
              40, PointerRefused.class, DolrWire::writeRefused, DolrWire::readRefused));

  private DolrWire() {}

  private static void writePointer(WireOutput out, Pointer pointer) {
    out.id(pointer.guid());
    out.contact(pointer.server());
    out.i64(pointer.sequence());
    out.i64(pointer.leaseMillis());
    out.bool(pointer.withdrawn());
    ProofWire.write(out, pointer.proof());
  }

  private static Pointer readPointer(WireInput in) throws WireException {
    return new Pointer(
        in.id("guid"),
        in.contact("server"),
        in.i64("sequence"),
        in.i64("leaseMillis"),
        in.bool("withdrawn"),
        ProofWire.read(in));
  }

  private static void writeLocate(WireOutput out, Locate locate) {
    out.id(locate.guid());
    out.contact(locate.origin());
    out.message(locate.payload());
  }

  private static Locate readLocate(WireInput in) throws WireException {
    return new Locate(in.id("guid"), in.contact("origin"), in.message("payload"));
  }

  private static void writeToServer(WireOutput out, ToServer toServer) {
    out.id(toServer.guid());
    out.contact(toServer.origin());
    out.u8(toServer.hops());
    out.message(toServer.payload());
  }

  private static ToServer readToServer(WireInput in) throws WireException {
    return new ToServer(in.id("guid"), in.contact("origin"), in.u8("hops"), in.message("payload"));
  }

  private static void writeToNode(WireOutput out, ToNode toNode) {
    out.id(toNode.nodeId());
    out.message(toNode.payload());
  }

  private static ToNode readToNode(WireInput in) throws WireException {
    return new ToNode(in.id("nodeId"), in.message("payload"));
  }

  private static void writeFailure(WireOutput out, LocationFailure failure) {
    out.id(failure.guid());
    out.message(failure.payload());
  }

  private static LocationFailure readFailure(WireInput in) throws WireException {
    return new LocationFailure(in.id("guid"), in.message("payload"));
  }

  private static void writeReplicate(WireOutput out, Replicate replicate) {
    out.list(replicate.pointers(), Replicate.MAX_POINTERS, DolrWire::writePointer);
  }

  private static Replicate readReplicate(WireInput in) throws WireException {
    return new Replicate(in.list("pointers", Replicate.MAX_POINTERS, DolrWire::readPointer));
  }

  private static void writeRefused(WireOutput out, PointerRefused refused) {
    out.id(refused.guid());
    out.u8(refused.reason().code());
  }

  private static PointerRefused readRefused(WireInput in) throws WireException {
    return new PointerRefused(in.id("guid"), in.code("reason", Refusal::ofCode, "in 1 to 5"));
  }
}
