package org.spamwatch.ata.fingerprint;

import org.spamwatch.overlay.wire.WireException;
import org.spamwatch.overlay.wire.WireInput;
import org.spamwatch.overlay.wire.WireOutput;

/** The byte form of {@link FeatureVector}. */
public final class FeatureVectorWire {
  private FeatureVectorWire() {}

  /** Scheme (1 byte), 1 if it has a whole-text key or 0 (1), keys (count, 8 each). */
  public static void write(WireOutput out, FeatureVector vector) {
    out.u8(vector.scheme().id());
    out.bool(vector.wholeText());
    out.list(vector.keys(), FeatureVector.MAX_SIZE, (o, key) -> o.i64(key.high()));
  }

  /** Reads what {@link #write} writes. */
  public static FeatureVector read(WireInput in) throws WireException {
    return new FeatureVector(
        Scheme.of(in.u8("scheme")),
        in.bool("wholeText"),
        in.list("keys", FeatureVector.MAX_SIZE, i -> FeatureVector.key(i.i64("key"))));
  }
}
