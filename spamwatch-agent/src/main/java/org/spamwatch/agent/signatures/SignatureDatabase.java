package org.spamwatch.agent.signatures;

import com.google.common.hash.HashFunction;
import com.google.common.math.DoubleMath;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.digest.Digests;
import org.spamwatch.agent.digest.PeriodClock;
import org.spamwatch.agent.digest.Refusals;
import org.spamwatch.agent.request.RequestProblem;
import org.spamwatch.sketch.revocation.AgeingBloomFilter;
import org.spamwatch.sketch.revocation.SignatureFilter;
import org.spamwatch.sketch.revocation.SignatureFilter.Order;

/**
 * The signatures that people reported as spam and did not revoke, for a while after each was last
 * reported; after Yan and Cho, section III. What was reported is always found; of what was not, the
 * {@linkplain SignatureParameters#falsePositives share} that was chosen at most. A revocation holds
 * until it has aged out, whatever is reported meanwhile.
 *
 * <p>What another server holds is merged in by OR, period by period, so that nothing lives longer
 * for being merged to and fro. What does not fit, is too full or comes too often is refused and
 * counted by its reason, and changes nothing.
 *
 * <p>Safe for any thread: one lock, which a request of {@value Digests#MOST} digests holds for some
 * milliseconds.
 */
public final class SignatureDatabase {
  private final SignatureParameters parameters;
  private final PeriodClock clock;
  private final SignatureFilter filter;
  private final HashFunction keyed;
  private final Refusals refusals;
  private long changes;
  private long checks;
  private long spam;
  private long reports;
  private long revocations;
  private long merges;

  /** What another server is told of a merger. */
  public record Merged(long reported, long revoked) {}

  /**
   * A database without signatures.
   *
   * @param order which filter is looked at first
   */
  public SignatureDatabase(
      SignatureParameters parameters, PeriodClock clock, Refusals refusals, Order order) {
    this(parameters, clock, refusals, parameters.empty(clock.period(), order));
  }

  private SignatureDatabase(
      SignatureParameters parameters,
      PeriodClock clock,
      Refusals refusals,
      SignatureFilter filter) {
    this.parameters = parameters;
    this.clock = clock;
    this.refusals = refusals;
    this.filter = filter;
    keyed = Digests.keyed(parameters.seed());
  }

  /** What it is made for. */
  public SignatureParameters parameters() {
    return parameters;
  }

  /** What makes keys of digests here. */
  HashFunction keyed() {
    return keyed;
  }

  private void age() {
    filter.advanceTo(clock.period());
  }

  /**
   * Whether a digest, of 16 to 64 bytes, was reported and not revoked, or looks like it.
   *
   * @throws IllegalArgumentException if it is too short or too long
   */
  public synchronized boolean isSpam(byte[] digest) {
    age();
    return isSpam(Digests.key(keyed, digest));
  }

  /**
   * Reports a digest, of 16 to 64 bytes.
   *
   * @return whether it was new
   * @throws RequestProblem if the current period is full
   * @throws IllegalArgumentException if it is too short or too long
   */
  public synchronized boolean report(byte[] digest) throws RequestProblem {
    age();
    checkRoom(filter.reported(), parameters.perPeriod(), 1);
    return report(Digests.key(keyed, digest));
  }

  /** A signature that is reported again lives longer. */
  private boolean report(long key) {
    boolean isNew = !filter.isSpam(key);
    if (!filter.report(key)) {
      throw new IllegalStateException("a period with room is full");
    }
    reports++;
    changes++;
    return isNew;
  }

  /**
   * Takes back what was reported: a digest of 16 to 64 bytes. What was not is passed over, else
   * anybody could fill the filter of revocations.
   *
   * @return whether it was reported
   * @throws RequestProblem if the current period has no room for revocations
   * @throws IllegalArgumentException if it is too short or too long
   */
  public synchronized boolean revoke(byte[] digest) throws RequestProblem {
    age();
    checkRoom(filter.revoked(), parameters.revokedPerPeriod(), 1);
    return revoke(Digests.key(keyed, digest));
  }

  private boolean revoke(long key) {
    if (!filter.reported().mightContain(key)) {
      return false;
    }
    if (!filter.revoke(key)) {
      throw new IllegalStateException("a period with room is full");
    }
    revocations++;
    changes++;
    return true;
  }

  private boolean isSpam(long key) {
    boolean is = filter.isSpam(key);
    checks++;
    spam += is ? 1 : 0;
    return is;
  }

  /** Whether each of many is spam. */
  synchronized boolean[] areSpam(Digests asked) {
    age();
    boolean[] are = new boolean[asked.size()];
    for (int i = 0; i < are.length; i++) {
      are[i] = isSpam(asked.key(i));
    }
    return are;
  }

  /** Reports many, all or none; returns of each whether it was new. */
  synchronized boolean[] report(Digests reported) throws RequestProblem {
    age();
    checkRoom(filter.reported(), parameters.perPeriod(), reported.size());
    boolean[] are = new boolean[reported.size()];
    for (int i = 0; i < are.length; i++) {
      are[i] = report(reported.key(i));
    }
    return are;
  }

  /** Revokes many, all or none; returns of each whether it was reported. */
  synchronized boolean[] revoke(Digests revoked) throws RequestProblem {
    age();
    checkRoom(filter.revoked(), parameters.revokedPerPeriod(), revoked.size());
    boolean[] are = new boolean[revoked.size()];
    for (int i = 0; i < are.length; i++) {
      are[i] = revoke(revoked.key(i));
    }
    return are;
  }

  private void checkRoom(AgeingBloomFilter into, long most, int wanted) throws RequestProblem {
    double held = taken(into, most) * most;
    if (held + wanted > most) {
      throw refusals.refuse(
          "full",
          new RequestProblem(
              ProblemKind.FULL,
              "the current period has no room for %d more".formatted(wanted),
              most,
              "wait for the next period, or have a server of a larger --capacity"));
    }
  }

  /** How much of the newest period's room is taken, from 0 on. */
  private double taken(AgeingBloomFilter of, long most) {
    double distinct =
        -Math.log1p(-of.fillRatio()) * of.functions().size() / of.functions().hashes();
    return distinct / most;
  }

  /** All that is held, for another server ({@link SignatureFilter#write}). */
  synchronized byte[] serial() {
    age();
    ByteBuffer out = ByteBuffer.allocate(serialLength());
    filter.write(out);
    return out.array();
  }

  /** The bytes of that, here and of servers with which this one can merge. */
  int serialLength() {
    return Math.toIntExact(filter.serialLength());
  }

  /**
   * Merges what another server holds.
   *
   * @throws RequestProblem if it is no such thing, not of these parameters, of a later period, too
   *     full, or comes too soon after the one before; nothing has changed then
   */
  synchronized Merged merge(ByteBuffer in) throws RequestProblem {
    age();
    refusals.checkRate();
    SignatureFilter other = read(in);
    if (!filter.isCompatible(other)) {
      throw refusals.refuse(
          "other parameters",
          new RequestProblem(
              ProblemKind.CONFLICT,
              "the filters are of other sizes, generations or hash functions than this server's",
              "start both with the same --capacity, --keep, --generations and --seed"));
    }
    long period = filter.reported().period();
    if (other.reported().period() > period) {
      throw refusals.refuse(
          "later period",
          new RequestProblem(
              ProblemKind.CONFLICT,
              "the filters are of period %d, and here it is %d"
                  .formatted(other.reported().period(), period),
              "try again later; else one of the clocks is wrong"));
    }
    long reported = distinct(filter.reported());
    long revoked = distinct(filter.revoked());
    try {
      filter.merge(other);
    } catch (IllegalArgumentException e) {
      throw refusals.refuse(
          "too full",
          new RequestProblem(
              ProblemKind.FULL,
              String.valueOf(e.getMessage()),
              "if the other server is sound, have servers of a larger --capacity"));
    }
    merges++;
    changes++;
    return new Merged(distinct(filter.reported()) - reported, distinct(filter.revoked()) - revoked);
  }

  private SignatureFilter read(ByteBuffer in) throws RequestProblem {
    try {
      SignatureFilter other =
          SignatureFilter.read(
              in, parameters.mostBits(), parameters.mostFill(), Order.REPORTED_FIRST);
      if (in.hasRemaining()) {
        throw new IllegalArgumentException("there is more behind the filters");
      }
      return other;
    } catch (IllegalArgumentException e) {
      throw refusals.refuse(
          "unreadable",
          RequestProblem.badRequest(
              String.valueOf(e.getMessage()), "send what GET /v1/signatures/filter answers"));
    }
  }

  private static long distinct(AgeingBloomFilter of) {
    return DoubleMath.roundToLong(of.approximateCount(), RoundingMode.HALF_EVEN);
  }

  /** What it has done and holds. */
  public synchronized SignatureStatus status() {
    age();
    return new SignatureStatus(
        parameters.capacity(),
        parameters.generations(),
        parameters.period().toSeconds(),
        filter.reported().period(),
        distinct(filter.reported()),
        distinct(filter.revoked()),
        taken(filter.reported(), parameters.perPeriod()),
        filter.reported().falsePositiveRate(),
        filter.bytes(),
        checks,
        spam,
        reports,
        revocations,
        merges,
        refusals.counted(),
        clock.wrong());
  }

  // What is kept -------------------------------------------------------------------------------

  /** How often it has changed. */
  synchronized long changes() {
    age();
    return changes + filter.reported().period();
  }

  /**
   * Its state, big-endian: the parameters (36), the period (8), for how many milliseconds the
   * server has run since that began (8), and the filters ({@link SignatureFilter#write}).
   */
  synchronized byte[] state() {
    age();
    int head = SignatureParameters.serialLength() + 2 * Long.BYTES;
    ByteBuffer out = ByteBuffer.allocate(head + serialLength());
    parameters.write(out);
    PeriodClock.Kept kept = clock.kept();
    out.putLong(kept.period()).putLong(kept.ranMillis());
    filter.write(out);
    return out.array();
  }

  /**
   * The parameters of a state, which begins with them.
   *
   * @throws IllegalArgumentException in one line, if it is none
   */
  public static SignatureParameters parameters(ByteBuffer state) {
    if (state.remaining() < SignatureParameters.serialLength()) {
      throw new IllegalArgumentException("is no state of a signature server");
    }
    return SignatureParameters.read(state.duplicate());
  }

  /**
   * The database that a state is of.
   *
   * @param clock which goes on from the state's period
   * @throws IllegalArgumentException in one line, if it is none
   */
  public static SignatureDatabase restored(
      ByteBuffer state, PeriodClock clock, Refusals refusals, Order order) {
    SignatureParameters parameters = parameters(state);
    ByteBuffer in = state.duplicate();
    in.position(in.position() + SignatureParameters.serialLength());
    if (in.remaining() < 2 * Long.BYTES) {
      throw new IllegalArgumentException("is no state of a signature server");
    }
    clock.restore(new PeriodClock.Kept(in.getLong(), in.getLong()));
    SignatureFilter filter =
        SignatureFilter.read(in, parameters.mostBits(), parameters.mostFill(), order);
    if (!filter.isCompatible(parameters.empty(0, order)) || in.hasRemaining()) {
      throw new IllegalArgumentException("holds filters of other parameters than it says");
    }
    return new SignatureDatabase(parameters, clock, refusals, filter);
  }
}
