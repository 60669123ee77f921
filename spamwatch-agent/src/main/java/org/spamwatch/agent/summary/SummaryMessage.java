package org.spamwatch.agent.summary;

import java.util.List;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.wire.MessageType;

/** The conversation about announcements; defined in {@code docs/protocol.md}. */
public sealed interface SummaryMessage extends Message {
  /** Their byte forms, for the message table. */
  List<MessageType<?>> TYPES = SummaryWire.TYPES;

  /** Most runs named in one message. */
  int MAX_KNOWN = 300;

  /** Most blocks of one message. */
  int MAX_BLOCKS = 32;

  /** Parts into which origins are divided by the first digit of their ids. */
  int RANGES = Id.BASE;

  /**
   * A run of blocks of one origin and epoch.
   *
   * @param first 1 or more
   * @param last not below the first
   */
  record Known(Id origin, long epoch, int first, int last) {
    /** Checks the numbers. */
    public Known {
      if (first < 1 || last < first) {
        throw new IllegalArgumentException(
            "blocks " + first + " to " + last + " are no run of numbers from 1 on");
      }
    }
  }

  /** Sent straight to a neighbour: blocks that the sender has and can be asked for. */
  record BlocksKnown(List<Known> known) implements SummaryMessage {
    /** Copies the list. */
    public BlocksKnown {
      known = List.copyOf(known);
    }
  }

  /** Asks whoever has told of them for blocks; answered with those that are held. */
  record BlocksWanted(Known wanted) implements SummaryMessage {}

  /** Blocks of one origin and epoch that were asked for, in the order of their numbers. */
  record BlocksTold(List<Block> blocks) implements SummaryMessage {
    /** Copies the list. */
    public BlocksTold {
      blocks = List.copyOf(blocks);
    }
  }

  /**
   * Asks a neighbour to compare: for each first digit of an origin's id a digest over the runs that
   * the sender has. Answered with {@link LogsHeld}.
   */
  record LogDigests(List<Long> digests) implements SummaryMessage {
    /** Checks the number. */
    public LogDigests {
      digests = List.copyOf(digests);
      if (digests.size() != RANGES) {
        throw new IllegalArgumentException(RANGES + " digests are told, not " + digests.size());
      }
    }
  }

  /**
   * Answers {@link LogDigests} with the runs that the sender has in those ranges whose digests
   * differ.
   *
   * @param ranges those ranges, one bit each, the lowest for digit 0
   * @param last whether no more follow
   */
  record LogsHeld(int ranges, boolean last, List<Known> known) implements SummaryMessage {
    /** Checks the range of the bits and copies the list. */
    public LogsHeld {
      known = List.copyOf(known);
      if (ranges < 0 || ranges >= 1 << RANGES) {
        throw new IllegalArgumentException("ranges are " + RANGES + " bits, not " + ranges);
      }
    }
  }
}
