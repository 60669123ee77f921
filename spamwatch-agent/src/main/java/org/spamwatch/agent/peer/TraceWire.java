package org.spamwatch.agent.peer;

import java.util.List;
import org.spamwatch.agent.peer.TraceMessage.Trace;
import org.spamwatch.agent.peer.TraceMessage.Traced;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.wire.MessageType;
import org.spamwatch.overlay.wire.WireException;
import org.spamwatch.overlay.wire.WireInput;
import org.spamwatch.overlay.wire.WireOutput;

/** The byte forms of {@link TraceMessage}; type ids 224 to 239. */
final class TraceWire {
  static final List<MessageType<?>> TYPES =
      List.of(
          new MessageType<>(
              224,
              Trace.class,
              (out, trace) -> {
                out.i64(trace.traceId());
                writePath(out, trace.path());
              },
              in -> new Trace(in.i64("traceId"), readPath(in))),
          new MessageType<>(
              225,
              Traced.class,
              (out, traced) -> {
                out.i64(traced.traceId());
                out.u8(traced.end() == RouteEnd.ROOT ? 0 : 1);
                writePath(out, traced.path());
              },
              in -> new Traced(in.i64("traceId"), readEnd(in), readPath(in))));

  private TraceWire() {}

  private static void writePath(WireOutput out, List<Contact> path) {
    out.list(path, out.limits().maxContacts(), WireOutput::contact);
  }

  private static List<Contact> readPath(WireInput in) throws WireException {
    return in.list("path", in.limits().maxContacts(), each -> each.contact("hop"));
  }

  private static RouteEnd readEnd(WireInput in) throws WireException {
    int code = in.u8("end");
    if (code > 1) {
      throw new WireException("end " + code + " is not 0 or 1");
    }
    return code == 0 ? RouteEnd.ROOT : RouteEnd.TTL;
  }
}
