package org.spamwatch.overlay;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A payload of a type that this peer does not know: a newer peer's, for another newer peer. It is
 * passed on as the bytes that it came as; whoever it ends at skips it. Immutable, compared by
 * content.
 */
public final class NewerMessage implements Message {
  private final int typeId;
  private final byte[] fields;

  /**
   * Such a payload.
   *
   * @param typeId the byte that it begins with, 0 to 255
   * @param fields all that follows
   */
  public NewerMessage(int typeId, byte[] fields) {
    this.typeId = typeId;
    this.fields = fields.clone();
  }

  /** The byte that it begins with. */
  public int typeId() {
    return typeId;
  }

  /** A copy of all that follows. */
  public byte[] fields() {
    return fields.clone();
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return object instanceof NewerMessage other
        && typeId == other.typeId
        && Arrays.equals(fields, other.fields);
  }

  @Override
  public int hashCode() {
    return 31 * typeId + Arrays.hashCode(fields);
  }

  @Override
  public String toString() {
    return "message of type " + typeId + " (" + fields.length + " bytes)";
  }
}
