package org.spamwatch.simulator.load;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.spamwatch.agent.digest.PeriodClock;
import org.spamwatch.agent.digest.Refusals;
import org.spamwatch.agent.request.RequestProblem;
import org.spamwatch.agent.signatures.SignatureDatabase;
import org.spamwatch.agent.signatures.SignatureParameters;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.sketch.revocation.SignatureFilter.Order;

/**
 * A signature database that is full, looked up in both orders, beside an exact hash table of the
 * same signatures: a map of digests to periods, and one of what was revoked. One thread, in this
 * process, without a network.
 */
public final class SignatureStorage {
  private static final int TIMED = 1 << 20;
  private static final int WARM = 3;

  private final SignatureParameters parameters;
  private final int held;
  private final int revoked;
  private final int strangers;
  private final long seed;
  private final StoredDigests digests;

  /** What is asked about. */
  public enum Asked {
    /** What nobody has reported. */
    UNKNOWN,
    /** What was reported. */
    SPAM,
    /** What was revoked. */
    REVOKED
  }

  /**
   * What came of one table.
   *
   * @param bytes of memory for a signature that was reported, all else included
   * @param nanos of processor time for a look-up, by what is asked about
   * @param strangers of which {@code wrong} were called spam
   * @param missed reported signatures, not revoked, that were not found
   * @param kept revoked signatures that were found
   */
  public record Stored(
      String table,
      double bytes,
      Map<Asked, Double> nanos,
      long strangers,
      long wrong,
      long missed,
      long kept) {
    /** Copies the map. */
    public Stored {
      nanos = Map.copyOf(nanos);
    }
  }

  /**
   * What is stored.
   *
   * @param strangers signatures asked about that nobody has reported
   */
  public SignatureStorage(SignatureParameters parameters, int strangers, long seed) {
    this.parameters = parameters;
    // A period is called full when its estimate says so, which errs by less than a hundredth.
    this.held = (int) (parameters.capacity() * 99 / 100);
    this.revoked = held / 10;
    this.strangers = strangers;
    this.seed = seed;
    this.digests = new StoredDigests(seed);
  }

  /** A digest as an exact table has it. */
  private record Digest(long high, long middle, int low) {
    static Digest of(byte[] bytes) {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      return new Digest(in.getLong(), in.getLong(), in.getInt());
    }
  }

  private byte[] digest(int kind, long number) {
    return digests.of(kind, number);
  }

  private byte[] reported(long number) {
    return digest(0, number);
  }

  /** Fills the tables and looks everything up. */
  public List<Stored> run() throws ProcessException {
    List<Stored> rows = new ArrayList<>();
    for (Order order : Order.values()) {
      SignatureDatabase database = filled(order);
      double bytes = (double) database.status().bytes() / held;
      String name = order == Order.REPORTED_FIRST ? "SBF first" : "RBF first";
      rows.add(stored(name, bytes, database::isSpam));
    }
    rows.add(exact());
    return rows;
  }

  private SignatureDatabase filled(Order order) throws ProcessException {
    Instant[] date = {Instant.EPOCH};
    long[] nanos = {0};
    PeriodClock clock = new PeriodClock(parameters.period(), () -> date[0], () -> nanos[0]);
    SignatureDatabase database =
        new SignatureDatabase(parameters, clock, new Refusals(() -> nanos[0]), order);
    int periods = parameters.generations();
    try {
      for (int period = 0; period < periods; period++) {
        for (long i = (long) held * period / periods;
            i < (long) held * (period + 1) / periods;
            i++) {
          database.report(reported(i));
          if (i % 10 == 0) {
            database.revoke(reported(i));
          }
        }
        Duration passes = parameters.period();
        date[0] = date[0].plus(passes);
        nanos[0] += passes.toNanos();
      }
      return database;
    } catch (RequestProblem e) {
      throw new ProcessException("the database is full too soon: " + e.getMessage(), e);
    }
  }

  private Stored exact() {
    long before = StoredDigests.usedBytes();
    Map<Digest, Integer> spam = new HashMap<>();
    Map<Digest, Integer> withdrawn = new HashMap<>();
    for (int i = 0; i < held; i++) {
      spam.put(Digest.of(reported(i)), i);
      if (i % 10 == 0) {
        withdrawn.put(Digest.of(reported(i)), i);
      }
    }
    double bytes = (double) (StoredDigests.usedBytes() - before) / held;
    return stored(
        "exact table",
        bytes,
        bytesOf -> {
          Digest digest = Digest.of(bytesOf);
          return spam.containsKey(digest) && !withdrawn.containsKey(digest);
        });
  }

  private Stored stored(String name, double bytes, Predicate<byte[]> isSpam) {
    long wrong = 0;
    for (long i = 0; i < strangers; i++) {
      wrong += isSpam.test(digest(1, i)) ? 1 : 0;
    }
    long missed = 0;
    long kept = 0;
    for (int i = 0; i < held; i++) {
      boolean is = isSpam.test(reported(i));
      missed += i % 10 != 0 && !is ? 1 : 0;
      kept += i % 10 == 0 && is ? 1 : 0;
    }
    Map<Asked, Double> nanos =
        Map.of(
            Asked.UNKNOWN, nanos(isSpam, 1, strangers, 1),
            Asked.SPAM, nanos(isSpam, 0, held - 1, 10),
            Asked.REVOKED, nanos(isSpam, 0, held / 10, 0));
    return new Stored(name, bytes, nanos, strangers, wrong, missed, kept);
  }

  /** Of a look-up among digests made before, the best of some rounds. */
  private double nanos(Predicate<byte[]> isSpam, int kind, int of, int which) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[][] digests = new byte[Math.min(TIMED, of)][];
    for (int i = 0; i < digests.length; i++) {
      long number = random.nextInt(of);
      // Every tenth was revoked.
      long chosen =
          which == 0 ? 10 * number : which == 10 && number % 10 == 0 ? number + 1 : number;
      digests[i] = digest(kind, chosen);
    }
    double best = Double.MAX_VALUE;
    for (int round = 0; round < WARM; round++) {
      long start = StoredDigests.cpuNanos();
      int found = 0;
      for (byte[] digest : digests) {
        found += isSpam.test(digest) ? 1 : 0;
      }
      best = Math.min(best, (double) (StoredDigests.cpuNanos() - start) / digests.length);
      if (found > digests.length) {
        throw new IllegalStateException("more found than asked");
      }
    }
    return best;
  }

  /** Signatures that were reported. */
  public int held() {
    return held;
  }

  /** How many of them were revoked. */
  public int revoked() {
    return revoked;
  }
}
