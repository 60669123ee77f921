package org.spamwatch.agent.revocation;

import java.util.List;
import org.spamwatch.agent.revocation.RevocationMessage.ListKnown;
import org.spamwatch.agent.revocation.RevocationMessage.ListTold;
import org.spamwatch.overlay.identity.RevocationList;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.wire.MessageType;
import org.spamwatch.overlay.wire.WireException;
import org.spamwatch.overlay.wire.WireInput;
import org.spamwatch.overlay.wire.WireOutput;

/** The byte forms of {@link RevocationMessage}; type ids 128 to 135. */
final class RevocationWire {
  static final List<MessageType<?>> TYPES =
      List.of(
          new MessageType<>(
              128,
              ListKnown.class,
              (out, known) -> out.i64(known.sequence()),
              in -> new ListKnown(in.i64("sequence"))),
          new MessageType<>(
              129,
              ListTold.class,
              (out, told) -> write(out, told.list()),
              in -> new ListTold(read(in))));

  private RevocationWire() {}

  private static void write(WireOutput out, RevocationList list) {
    out.i64(list.sequence());
    out.i64(list.issuedMillis());
    out.list(list.nodes(), RevocationList.MAX_ENTRIES, WireOutput::id);
    out.list(list.voters(), RevocationList.MAX_ENTRIES, WireOutput::id);
    out.fixedBytes(list.signature(), VerifyingKey.SIGNATURE_BYTES);
  }

  private static RevocationList read(WireInput in) throws WireException {
    return new RevocationList(
        in.i64("sequence"),
        in.i64("issued"),
        in.list("nodes", RevocationList.MAX_ENTRIES, each -> each.id("node")),
        in.list("voters", RevocationList.MAX_ENTRIES, each -> each.id("voter")),
        in.fixedBytes("signature", VerifyingKey.SIGNATURE_BYTES));
  }
}
