package org.spamwatch.overlay.lookup;

import java.util.List;
import org.spamwatch.overlay.ReplicaLookup;
import org.spamwatch.overlay.lookup.LookupMessage.ClosestFound;
import org.spamwatch.overlay.lookup.LookupMessage.FindClosest;
import org.spamwatch.overlay.wire.MessageType;
import org.spamwatch.overlay.wire.WireOutput;

/** The byte forms of {@link LookupMessage}; type ids 38 and 39. */
final class LookupWire {
  static final List<MessageType<?>> TYPES =
      List.of(
          new MessageType<>(
              38,
              FindClosest.class,
              (out, wanted) -> {
                out.i64(wanted.number());
                out.id(wanted.key());
              },
              in -> new FindClosest(in.i64("number"), in.id("key"))),
          new MessageType<>(
              39,
              ClosestFound.class,
              (out, told) -> {
                out.i64(told.number());
                out.list(told.named(), ReplicaLookup.NAMED, WireOutput::contact);
              },
              in ->
                  new ClosestFound(
                      in.i64("number"),
                      in.list(
                          "named", ReplicaLookup.NAMED, contacts -> contacts.contact("named")))));

  private LookupWire() {}
}
