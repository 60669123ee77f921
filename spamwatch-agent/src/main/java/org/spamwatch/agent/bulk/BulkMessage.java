package org.spamwatch.agent.bulk;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.wire.MessageType;

/** The conversation about bulk counts; defined in {@code docs/protocol.md}. */
public sealed interface BulkMessage extends Message {
  /** Their byte forms, for the message table. */
  List<MessageType<?>> TYPES = BulkWire.TYPES;

  /** Most bytes of a contribution in one message. */
  int MAX_PIECE = 12 << 10;

  /** Sent straight to a neighbour: the newest version of the sender's own counts, 0 without any. */
  record CountsKnown(long version) implements BulkMessage {
    /** Checks the number. */
    public CountsKnown {
      checkArgument(version >= 0, "a version is not negative: %s", version);
    }
  }

  /**
   * Asks whoever has told of them for its counts; answered with {@link CountsTold} if there are
   * later ones than the base.
   *
   * @param base the version that the sender holds, 0 for none
   * @param version of which it has some bytes, 0 if it has none yet
   * @param from how many of them
   */
  record CountsWanted(long base, long version, int from) implements BulkMessage {
    /** Checks the ranges. */
    public CountsWanted {
      checkArgument(base >= 0 && version >= 0 && from >= 0, "versions and bytes are not negative");
    }
  }

  /**
   * A piece of the sender's own counts.
   *
   * @param version of them, 1 or more
   * @param base since which they are, 0 for all; below the version
   * @param length bytes of the whole contribution
   * @param from where in it the piece is
   * @param piece 1 to {@value #MAX_PIECE} bytes
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by its bytes
  record CountsTold(long version, long base, int length, int from, byte[] piece)
      implements BulkMessage {
    /** Checks the ranges. */
    public CountsTold {
      checkArgument(base >= 0 && version > base, "version %s is not above %s", version, base);
      checkArgument(
          from >= 0 && piece.length > 0 && piece.length <= length - (long) from,
          "a piece of %s bytes from %s is not within %s",
          piece.length,
          from,
          length);
    }

    @Override
    public boolean equals(@Nullable Object object) {
      return object instanceof CountsTold other
          && version == other.version
          && base == other.base
          && length == other.length
          && from == other.from
          && Arrays.equals(piece, other.piece);
    }

    @Override
    public int hashCode() {
      return Objects.hash(version, base, length, from, Arrays.hashCode(piece));
    }
  }
}
