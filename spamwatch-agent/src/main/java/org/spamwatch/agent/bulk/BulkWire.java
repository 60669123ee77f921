package org.spamwatch.agent.bulk;

import java.util.List;
import org.spamwatch.agent.bulk.BulkMessage.CountsKnown;
import org.spamwatch.agent.bulk.BulkMessage.CountsTold;
import org.spamwatch.agent.bulk.BulkMessage.CountsWanted;
import org.spamwatch.overlay.wire.MessageType;

/** The byte forms of {@link BulkMessage}; type ids 160 to 167. */
final class BulkWire {
  static final List<MessageType<?>> TYPES =
      List.of(
          new MessageType<>(
              160,
              CountsKnown.class,
              (out, known) -> out.i64(known.version()),
              in -> new CountsKnown(in.i64("version"))),
          new MessageType<>(
              161,
              CountsWanted.class,
              (out, wanted) -> {
                out.i64(wanted.base());
                out.i64(wanted.version());
                out.i32(wanted.from());
              },
              in -> new CountsWanted(in.i64("base"), in.i64("version"), in.i32("from"))),
          new MessageType<>(
              162,
              CountsTold.class,
              (out, told) -> {
                out.i64(told.version());
                out.i64(told.base());
                out.i32(told.length());
                out.i32(told.from());
                out.bytes(told.piece(), BulkMessage.MAX_PIECE);
              },
              in ->
                  new CountsTold(
                      in.i64("version"),
                      in.i64("base"),
                      in.i32("length"),
                      in.i32("from"),
                      in.bytes("piece", BulkMessage.MAX_PIECE))));

  private BulkWire() {}
}
