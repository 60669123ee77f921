package org.spamwatch.agent.counts;

import com.google.common.hash.HashFunction;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.List;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.contribution.Contribution;
import org.spamwatch.agent.contribution.OtherCounts.RefusedException;
import org.spamwatch.agent.contribution.OwnCounts;
import org.spamwatch.agent.digest.Digests;
import org.spamwatch.agent.digest.PeriodClock;
import org.spamwatch.agent.digest.Refusals;
import org.spamwatch.agent.request.RequestProblem;
import org.spamwatch.sketch.counting.AgeingCountingFilter;
import org.spamwatch.sketch.counting.CountingFilter;

/**
 * How often each digest was reported, here and at the servers that were merged, in the current
 * period and the one before; after Yan and Cho, section IV, with the refined counting filter. A
 * count is never too small, up to {@value #MOST_COUNT}, which stands for that many or more; it is
 * too high for few digests ({@link CountParameters}).
 *
 * <p>Servers tell each other what their own users reported, in full or since the last time. What
 * does not fit, overflows, is too full or comes too often is refused and counted by its reason, and
 * changes nothing.
 *
 * <p>Safe for any thread: one lock, which a request of {@value Digests#MOST} digests holds for some
 * milliseconds, and a merger for some tens.
 */
public final class CountDatabase {
  /** The largest count. */
  public static final int MOST_COUNT = 31;

  /** From which count on a mail is bulk, as DCC's users have it. */
  public static final int THRESHOLD = 20;

  private static final int SAMPLE = 1 << 20;

  private final CountParameters parameters;
  private final PeriodClock clock;
  private final Refusals refusals;
  private final HashFunction keyed;
  private final OtherServers others;
  private final OwnCounts own;
  private final AgeingCountingFilter counts;
  private final int[] at;

  private long changes;
  private long checks;
  private long reports;
  private long merges;

  /** What another server is told of a merger. */
  public record Merged(boolean news, long version) {}

  /**
   * A database without counts.
   *
   * @param server by which others know it: random
   */
  public CountDatabase(
      CountParameters parameters, PeriodClock clock, Refusals refusals, long server) {
    this(
        parameters,
        clock,
        refusals,
        new OwnCounts(parameters.ageing(clock.period()), server, 1),
        new OtherServers(parameters));
  }

  private CountDatabase(
      CountParameters parameters,
      PeriodClock clock,
      Refusals refusals,
      OwnCounts own,
      OtherServers others) {
    this.parameters = parameters;
    this.clock = clock;
    this.refusals = refusals;
    this.own = own;
    this.others = others;
    keyed = Digests.keyed(parameters.seed());
    counts = own.counts();
    at = new int[counts.functions().hashes()];
  }

  /** What it is made for. */
  public CountParameters parameters() {
    return parameters;
  }

  /** What makes keys of digests here. */
  HashFunction keyed() {
    return keyed;
  }

  /** Drops what is older than the last period. */
  private void age() {
    long period = clock.period();
    if (own.advanceTo(period)) {
      others.forgetBefore(period);
      changes++;
    }
  }

  // Counting -----------------------------------------------------------------------------------

  /**
   * How often a digest, of 16 to 64 bytes, was reported.
   *
   * @throws IllegalArgumentException if it is too short or too long
   */
  public synchronized int count(byte[] digest) {
    age();
    return count(Digests.key(keyed, digest));
  }

  private int count(long key) {
    checks++;
    counts.functions().positions(key, at, 0);
    return countAt();
  }

  private int countAt() {
    int count = MOST_COUNT;
    for (int cell : at) {
      count = Math.min(count, cell(cell));
    }
    return count;
  }

  /** Cell by cell, for so the sums of several servers are. */
  private int cell(int cell) {
    return counts.cell(cell) + others.sum().cell(cell);
  }

  /**
   * Reports a digest, of 16 to 64 bytes.
   *
   * @param times 1 to {@value #MOST_COUNT}
   * @return how often it was reported now
   * @throws RequestProblem if the current period is full
   * @throws IllegalArgumentException if the digest is too short or too long, or reported more often
   */
  public synchronized int report(byte[] digest, int times) throws RequestProblem {
    if (times < 1 || times > MOST_COUNT) {
      throw new IllegalArgumentException("a count is 1 to " + MOST_COUNT + ", not " + times);
    }
    age();
    long key = Digests.key(keyed, digest);
    checkRoom(isNew(key) ? 1 : 0);
    return report(key, times);
  }

  private int report(long key, int times) {
    counts.functions().positions(key, at, 0);
    counts.insertAt(at, times);
    own.isChanged();
    reports++;
    changes++;
    return countAt();
  }

  /** The counts of many. */
  synchronized int[] counts(Digests asked) {
    age();
    int[] counts = new int[asked.size()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = count(asked.key(i));
    }
    return counts;
  }

  /** Reports many, all or none; returns their counts. */
  synchronized int[] report(Digests reported) throws RequestProblem {
    age();
    int fresh = 0;
    for (int i = 0; i < reported.size(); i++) {
      fresh += isNew(reported.key(i)) ? 1 : 0;
    }
    checkRoom(fresh);
    int[] counts = new int[reported.size()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = report(reported.key(i), reported.count(i));
    }
    return counts;
  }

  /** Whether a key was not reported in this period. */
  private boolean isNew(long key) {
    counts.functions().positions(key, at, 0);
    return counts.currentAt(at) == 0;
  }

  private void checkRoom(int fresh) throws RequestProblem {
    if (fresh > 0 && counts.distinct() + fresh > parameters.capacity()) {
      throw refusals.refuse(
          "full",
          new RequestProblem(
              ProblemKind.FULL,
              "the current period has no room for %d more digests".formatted(fresh),
              parameters.capacity(),
              "wait for the next period, or have a server of a larger --capacity"));
    }
  }

  // Several servers ----------------------------------------------------------------------------

  /**
   * What was counted here, for another server.
   *
   * @param since the version that it holds; 0 for none
   * @return nothing if that is all
   */
  synchronized byte[] contribution(long since) {
    age();
    own.newVersion();
    return own.since(since).map(Contribution::serial).orElseGet(() -> new byte[0]);
  }

  /** The most bytes of another's. */
  int mostBytes() {
    return Contribution.mostBytes(parameters.cells(), CountParameters.CELL_BITS);
  }

  /**
   * Takes in what another server has counted.
   *
   * @throws RequestProblem if it cannot be; nothing has changed then
   */
  synchronized Merged merge(ByteBuffer in) throws RequestProblem {
    age();
    refusals.checkRate();
    Contribution other;
    try {
      other = Contribution.read(in, parameters.cells());
    } catch (IllegalArgumentException e) {
      throw refusals.refuse(
          "unreadable",
          RequestProblem.badRequest(
              String.valueOf(e.getMessage()), "send what GET /v1/counts/contribution answers"));
    }
    try {
      if (other.origin() == own.origin()) {
        throw new RefusedException("own", "the counts are this server's own");
      }
      boolean news = others.take(other, counts.period());
      merges += news ? 1 : 0;
      changes += news ? 1 : 0;
      return new Merged(news, other.version());
    } catch (RefusedException e) {
      boolean isFull = e.why().startsWith("too");
      throw refusals.refuse(
          e.why(),
          new RequestProblem(
              isFull ? ProblemKind.FULL : ProblemKind.CONFLICT,
              String.valueOf(e.getMessage()),
              e.why().equals("no base")
                  ? "send all that it has counted (since=0)"
                  : "start both with the same --capacity, --period and --seed, each in its --data"));
    }
  }

  /** What it has done and holds. */
  public synchronized CountStatus status() {
    age();
    List<CountStatus.Other> held =
        others.apart().held().entrySet().stream()
            .map(
                each ->
                    new CountStatus.Other(
                        hex(each.getKey()), each.getValue().version(), each.getValue().period()))
            .toList();
    return new CountStatus(
        hex(own.origin()),
        parameters.capacity(),
        parameters.period().toSeconds(),
        counts.period(),
        counts.distinct(),
        falsePositiveRate(),
        parameters.bytesOfPeriod() * (3 + held.size() + own.kept()),
        checks,
        reports,
        merges,
        held,
        refusals.counted(),
        clock.wrong());
  }

  private static String hex(long server) {
    return "%016x".formatted(server);
  }

  /** By a sample of the cells. */
  private double falsePositiveRate() {
    int stride = (parameters.cells() + SAMPLE - 1) / SAMPLE;
    int high = 0;
    int looked = 0;
    for (int cell = 0; cell < parameters.cells(); cell += stride) {
      high += cell(cell) >= THRESHOLD ? 1 : 0;
      looked++;
    }
    return Math.pow((double) high / looked, at.length);
  }

  // What is kept -------------------------------------------------------------------------------

  /** How often it has changed. */
  synchronized long changes() {
    age();
    return changes;
  }

  /**
   * Its state, big-endian: the parameters (24), the period (8), for how many milliseconds the
   * server has run since that began (8), by what others know it (8), how often it was started (8),
   * the counts of this period and the last ({@link CountingFilter#write}), and those of others.
   */
  synchronized byte[] state() {
    age();
    int head = CountParameters.serialLength() + 2 * Long.BYTES;
    ByteBuffer out =
        ByteBuffer.allocate(
            Math.toIntExact(head + own.serialLength() + others.apart().serialLength()));
    parameters.write(out);
    PeriodClock.Kept kept = clock.kept();
    out.putLong(kept.period()).putLong(kept.ranMillis());
    own.write(out);
    others.apart().write(out);
    return out.array();
  }

  /**
   * The parameters of a state, which begins with them.
   *
   * @throws IllegalArgumentException in one line, if it is none
   */
  public static CountParameters parameters(ByteBuffer state) {
    if (state.remaining() < CountParameters.serialLength()) {
      throw new IllegalArgumentException("is no state of a count server");
    }
    return CountParameters.read(state.duplicate());
  }

  /**
   * The database that a state is of, started once more.
   *
   * @param clock which goes on from the state's period
   * @throws IllegalArgumentException in one line, if it is none
   */
  public static CountDatabase restored(ByteBuffer state, PeriodClock clock, Refusals refusals) {
    CountParameters parameters = parameters(state);
    ByteBuffer in = state.duplicate();
    in.position(in.position() + CountParameters.serialLength());
    try {
      PeriodClock.Kept kept = new PeriodClock.Kept(in.getLong(), in.getLong());
      OwnCounts own = OwnCounts.read(in, parameters.ageing(kept.period()), kept.period(), 1);
      OtherServers others = new OtherServers(parameters);
      others.read(in);
      if (in.hasRemaining()) {
        throw new IllegalArgumentException("holds more than it says");
      }
      clock.restore(kept);
      return new CountDatabase(parameters, clock, refusals, own, others);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("is no state of a count server", e);
    }
  }
}
