package org.spamwatch.simulator.fuzz;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.live.Greetings;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.simulator.fuzz.Frames.Kind;
import org.spamwatch.simulator.fuzz.Target.Fate;

/**
 * Feeds frames by their numbers to a peer, a new one every so many frames, so that a frame at which
 * a peer fails can be come back to without those of all peers before it. Not thread-safe.
 */
public final class Fuzzing {
  /** Frames fed to one peer. */
  public static final int LIFE = 100_000;

  /** Frames at the beginning whose allocations are not judged: classes are loaded meanwhile. */
  private static final int WARM_UP = 20_000;

  private static final int FRAMES_BETWEEN_CALLS = 5_000;

  /**
   * What became of the frames of a kind.
   *
   * @param frames their kind
   * @param tried all of them
   * @param decoded those that were read as a message
   * @param unknown those of a type that the peer does not know
   * @param refused all others
   */
  public record Count(String frames, long tried, long decoded, long unknown, long refused) {
    private static Count of(Kind kind, Map<Fate, Long> fates) {
      return new Count(
          kind.name().toLowerCase(Locale.ROOT),
          fates.values().stream().mapToLong(Long::longValue).sum(),
          fates.getOrDefault(Fate.DECODED, 0L),
          fates.getOrDefault(Fate.UNKNOWN, 0L),
          fates.getOrDefault(Fate.REFUSED, 0L));
    }
  }

  private final MessageTable codec = PeerCore.messages(Limits.DEFAULT);
  private final Greetings greetings = new Greetings(codec);
  private final SeedCorpus village;
  private final Frames frames;
  private final Map<Kind, Map<Fate, Long>> counts = new EnumMap<>(Kind.class);
  private long tried;
  private long mostRead;
  private long mostTurn;

  /** Frames of a seed. */
  public Fuzzing(long seed) {
    village = new SeedCorpus(seed);
    List<byte[]> first = List.of(greetings.sample(true), greetings.sample(false));
    frames = new Frames(seed, village.contacts().get(0), village.frames(), first);
  }

  /**
   * Feeds frames, beginning with the life that the first belongs to.
   *
   * @param first the first frame's number, rounded down to a multiple of {@link #LIFE}
   * @param count how many numbers from there are fed
   * @param progress told of the next frame's number now and then; may throw to end the run
   * @throws FuzzFailure at the first frame that fails the peer
   */
  public void run(long first, long count, LongConsumer progress) throws FuzzFailure {
    warmUp();
    Target target = null;
    for (long number = first - first % LIFE; number < first + count; number++) {
      if (target == null || number % LIFE == 0) {
        note(target);
        target = new Target(village, codec, greetings);
      }
      Frames.Frame frame = frames.frame(number);
      Fate fate;
      try {
        fate = target.feed(frame.kind(), frame.bytes());
      } catch (FuzzFailure failure) {
        progress.accept(number);
        throw failure;
      }
      counts
          .computeIfAbsent(frame.kind(), kind -> new EnumMap<>(Fate.class))
          .merge(fate, 1L, Long::sum);
      tried++;
      if (tried % FRAMES_BETWEEN_CALLS == 0) {
        progress.accept(number + 1);
      }
    }
    note(target);
  }

  /** Feeds one frame to a new peer, as a message and as a greeting. */
  public String replay(byte[] frame) throws FuzzFailure {
    warmUp();
    Target target = new Target(village, codec, greetings);
    Fate asMessage = target.feed(Kind.VALID, frame);
    Fate asGreeting = target.feed(Kind.GREETING, frame);
    return "as a message " + asMessage + ", as a greeting " + asGreeting;
  }

  private void warmUp() {
    Target target = new Target(village, codec, greetings);
    for (long number = -WARM_UP; number < 0; number++) {
      Frames.Frame frame = frames.frame(number);
      try {
        target.feed(frame.kind(), frame.bytes());
      } catch (FuzzFailure failure) {
        // Frames of these numbers are of no account: the run's own are alike, and judged.
        target = new Target(village, codec, greetings);
      }
    }
  }

  private void note(@Nullable Target target) {
    if (target != null) {
      mostRead = Math.max(mostRead, target.mostRead());
      mostTurn = Math.max(mostTurn, target.mostTurn());
    }
  }

  /** Frames fed. */
  public long tried() {
    return tried;
  }

  /** Types of messages among the valid frames, by what envelopes carry. */
  public int types() {
    return village.types();
  }

  /** The most that reading a frame has allocated, in bytes. */
  public long mostRead() {
    return mostRead;
  }

  /** The most that a turn has allocated, in bytes. */
  public long mostTurn() {
    return mostTurn;
  }

  /** What became of the frames of each kind. */
  public List<Count> counts() {
    return Stream.of(Kind.values())
        .map(kind -> Count.of(kind, counts.getOrDefault(kind, Map.of())))
        .toList();
  }
}
