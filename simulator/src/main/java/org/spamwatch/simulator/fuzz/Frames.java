package org.spamwatch.simulator.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.agent.vote.VoteMessage.VotesWanted;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.pointer.DolrMessage.Locate;
import org.spamwatch.overlay.pointer.DolrMessage.ToNode;
import org.spamwatch.overlay.pointer.DolrMessage.ToServer;

/**
 * Hostile frames. Each follows from the seed and its own number alone, so that any can be made
 * again without those before it.
 */
final class Frames {
  /** How a frame is made. */
  enum Kind {
    /** What a peer said, unchanged. */
    VALID,
    /** Random bytes. */
    RANDOM,
    /** A type that exists, and random bytes. */
    TYPED,
    /** Some bits turned over. */
    FLIPPED,
    /** Cut short, or with bytes behind. */
    CUT,
    /** The beginning of one and the end of another. */
    SPLICED,
    /** Bytes replaced by those that counts and lengths lie with. */
    LYING,
    /** Envelopes in envelopes. */
    NESTED,
    /** A greeting with bits flipped, cut, with false lengths, or spliced. */
    GREETING
  }

  private static final Kind[] KINDS = {
    Kind.VALID, Kind.RANDOM, Kind.TYPED, Kind.FLIPPED, Kind.FLIPPED, Kind.FLIPPED, Kind.CUT,
    Kind.SPLICED, Kind.SPLICED, Kind.LYING, Kind.LYING, Kind.LYING, Kind.NESTED, Kind.NESTED,
    Kind.GREETING, Kind.GREETING
  };

  private static final byte[][] LIES = {
    {0},
    {1},
    {2},
    {0x7F},
    {(byte) 0x80},
    {(byte) 0xFF},
    {(byte) 0x80, 0},
    {(byte) 0x80, 1},
    {(byte) 0xFF, 0x7F},
    {(byte) 0xFF, (byte) 0xFF},
    {0x7F, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF},
    {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x07},
    {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF},
    {(byte) 0x80, 0, 0, 0},
    {64},
    {65},
    {(byte) 0xFD},
    {(byte) 0xFE}
  };

  /** A frame and how it was made. */
  @SuppressWarnings("ArrayRecordComponent") // used at once, never compared
  record Frame(Kind kind, byte[] bytes) {}

  private final long seed;
  private final List<byte[]> valid;
  private final List<byte[]> envelopes;
  private final List<byte[]> greetings;
  private final int[] types;

  /**
   * Frames made from valid ones.
   *
   * @param self the node that they are to reach
   * @param valid what peers say
   * @param greetings what links begin with
   */
  Frames(long seed, Contact self, List<byte[]> valid, List<byte[]> greetings) {
    this.seed = seed;
    this.valid = valid;
    this.greetings = greetings;
    this.envelopes = envelopes(self);
    this.types = valid.stream().mapToInt(frame -> frame[0]).distinct().toArray();
  }

  /** What stands before the payload in each message that carries one. */
  private static List<byte[]> envelopes(Contact self) {
    Message payload = new VotesWanted(0, List.of());
    Id id = self.id();
    return List.<Message>of(
            new Route(1, self, 2, self, id, 1, 20, payload),
            new Direct(1, self, id, payload),
            new Direct(1, self, id, new ToServer(id, self, 1, payload)),
            new Route(1, self, 2, self, id, 1, 20, new Locate(id, self, payload)),
            new Route(1, self, 2, self, id, 1, 20, new ToNode(id, payload)))
        .stream()
        .map(PeerCore.messages(Limits.DEFAULT)::encode)
        .map(bytes -> Arrays.copyOf(bytes, bytes.length - 1 - Long.BYTES))
        .toList();
  }

  /** The frame of a number. */
  Frame frame(long number) {
    SplittableRandom random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + number);
    Kind kind = KINDS[random.nextInt(KINDS.length)];
    byte[] bytes =
        switch (kind) {
          case VALID -> any(random);
          case RANDOM -> noise(random, random.nextInt(32) == 0 ? 17_000 : 600);
          case TYPED -> typed(random);
          case FLIPPED -> flipped(any(random), random);
          case CUT -> cut(any(random), random);
          case SPLICED -> spliced(any(random), any(random), random);
          case LYING -> lying(any(random), random);
          case NESTED -> nested(random);
          case GREETING -> greeting(random);
        };
    return new Frame(kind, bytes);
  }

  private byte[] any(SplittableRandom random) {
    return valid.get(random.nextInt(valid.size())).clone();
  }

  private static byte[] noise(SplittableRandom random, int most) {
    byte[] bytes = new byte[random.nextInt(most)];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] typed(SplittableRandom random) {
    byte[] bytes = noise(random, 400);
    byte[] frame = Arrays.copyOf(bytes, bytes.length + 1);
    frame[0] = (byte) types[random.nextInt(types.length)];
    return frame;
  }

  private static byte[] flipped(byte[] bytes, SplittableRandom random) {
    for (int i = random.nextInt(8); i >= 0 && bytes.length > 0; i--) {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return bytes;
  }

  private static byte[] cut(byte[] bytes, SplittableRandom random) {
    if (random.nextInt(4) > 0) {
      return Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
    }
    return joined(bytes, noise(random, 40));
  }

  private static byte[] spliced(byte[] first, byte[] second, SplittableRandom random) {
    byte[] head = Arrays.copyOf(first, random.nextInt(first.length + 1));
    int from = Math.min(head.length, random.nextInt(second.length + 1));
    return joined(head, Arrays.copyOfRange(second, from, second.length));
  }

  private static byte[] lying(byte[] bytes, SplittableRandom random) {
    for (int i = random.nextInt(3); i >= 0 && bytes.length > 0; i--) {
      byte[] lie = LIES[random.nextInt(LIES.length)];
      int at = random.nextInt(bytes.length);
      System.arraycopy(lie, 0, bytes, at, Math.min(lie.length, bytes.length - at));
    }
    return bytes;
  }

  private byte[] nested(SplittableRandom random) {
    byte[] bytes = random.nextInt(8) == 0 ? noise(random, 200) : any(random);
    for (int i = random.nextInt(6); i >= 0; i--) {
      bytes = joined(envelopes.get(random.nextInt(envelopes.size())), bytes);
    }
    return bytes;
  }

  private byte[] greeting(SplittableRandom random) {
    byte[] bytes = greetings.get(random.nextInt(greetings.size())).clone();
    return switch (random.nextInt(4)) {
      case 0 -> flipped(bytes, random);
      case 1 -> cut(bytes, random);
      case 2 -> lying(bytes, random);
      default -> spliced(bytes, any(random), random);
    };
  }

  private static byte[] joined(byte[] head, byte[] tail) {
    byte[] both = Arrays.copyOf(head, head.length + tail.length);
    System.arraycopy(tail, 0, both, head.length, tail.length);
    return both;
  }
}
