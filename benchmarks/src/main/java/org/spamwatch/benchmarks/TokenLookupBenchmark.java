package org.spamwatch.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.spamwatch.sketch.ValueBloomFilter.Choice;
import org.spamwatch.sketch.ValueBloomFilter.Layout;
import org.spamwatch.statistics.Combination;
import org.spamwatch.statistics.CountTable;
import org.spamwatch.statistics.FilterParameters;
import org.spamwatch.statistics.FilterParameters.Scale;
import org.spamwatch.statistics.FilterTrainer;
import org.spamwatch.statistics.HashBatch;
import org.spamwatch.statistics.SpamminessLookup;
import org.spamwatch.statistics.TokenHash;

/**
 * How spammy a token is, given its bytes: by a statistical filter of 512 KB with the paper's h = 4
 * and q = 8, by its exact twin, by LMDB (a B+ tree in a mapped file, read within one transaction)
 * and by a HashMap of strings. All hold 320,976 tokens of 4 to 13 letters, as many as the paper's
 * training made. An operation is one look-up, of tokens drawn evenly, hashing included.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED"
    })
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TokenLookupBenchmark {
  private static final int TOKENS = 320_976;
  private static final int PROBES = 1 << 16;
  private static final int ROW = 256; // that are looked up together
  private static final int MOST_BYTES = 16; // of a token, which has 4 to 13
  private static final FilterParameters PAPER =
      FilterParameters.PUBLISHED.with(Layout.ROTATED, Choice.CONSERVATIVE, Scale.LOG_ODDS);

  private final TokenHash hash = TokenHash.keyed(1, 2);
  private final byte[][] present = new byte[PROBES][];
  private final byte[] presentText;
  private final byte[] absentText;
  private final long[] hashes = new long[ROW];
  private int hashed;
  private final HashBatch batch = new HashBatch(hash, this::take);
  private final long[] known = new long[ROW];
  private final int[] levels = new int[ROW];
  private final byte[][] absent = new byte[PROBES][];
  private final Map<String, Integer> map = new HashMap<>();
  private final SpamminessLookup filter;
  private final SpamminessLookup exact;
  private final LmdbDictionary lmdb;

  /** Tells all of them the tokens. */
  public TokenLookupBenchmark() {
    SplittableRandom random = new SplittableRandom(1);
    CountTable counts = new CountTable();
    List<byte[]> tokens = new ArrayList<>();
    while (tokens.size() < TOKENS) {
      byte[] token = word(random);
      if (map.putIfAbsent(new String(token, UTF_8), tokens.size()) == null) {
        long[] mail = {hash.hash(token, 0, token.length)};
        for (int mails = random.nextInt(10) < 7 ? 1 : 5; mails > 0; mails--) {
          counts.learn(mail, 1, tokens.size() % 2 == 0);
        }
        tokens.add(token);
      }
    }
    try {
      lmdb = new LmdbDictionary(tokens);
    } catch (IOException e) {
      throw new UncheckedIOException("LMDB cannot write its files", e);
    }
    filter = new FilterTrainer(PAPER).train(counts, List.of(), 0, 1).filter().lookup();
    exact = SpamminessLookup.exact(counts, Combination.BOGOFILTER);
    for (int i = 0; i < PROBES; i++) {
      present[i] = tokens.get(random.nextInt(TOKENS)).clone();
      do {
        absent[i] = word(random);
      } while (map.containsKey(new String(absent[i], UTF_8)));
    }
    presentText = text(present);
    absentText = text(absent);
  }

  /** Looks everything up. */
  @Setup
  public void check() {
    for (int found : new int[] {lmdbPresent(), mapPresent(), exactPresent(), filterPresent()}) {
      if (found != PROBES) {
        throw new IllegalStateException("of " + PROBES + " tokens " + found + " are found");
      }
    }
  }

  /** As tokens stand in a mail, of whose text they are a part. */
  private static byte[] text(byte[][] probes) {
    byte[] text = new byte[(PROBES + 1) * MOST_BYTES];
    for (int i = 0; i < PROBES; i++) {
      System.arraycopy(probes[i], 0, text, i * MOST_BYTES, probes[i].length);
    }
    return text;
  }

  private void take(long[] some, int count) {
    System.arraycopy(some, 0, hashes, hashed, count);
    hashed += count;
  }

  private static byte[] word(SplittableRandom random) {
    byte[] word = new byte[4 + random.nextInt(10)];
    for (int i = 0; i < word.length; i++) {
      word[i] = (byte) ('a' + random.nextInt(26));
    }
    return word;
  }

  /** Ends LMDB and deletes its files. */
  @TearDown
  public void end() throws IOException {
    lmdb.close();
  }

  /** The filter, of what it was told. */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public int filterPresent() {
    return level(filter, present, presentText);
  }

  /** The filter, of what it was not told. */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public int filterAbsent() {
    return level(filter, absent, absentText);
  }

  /** The exact twin, of what it was told. */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public int exactPresent() {
    return level(exact, present, presentText);
  }

  /** The exact twin, of what it was not told. */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public int exactAbsent() {
    return level(exact, absent, absentText);
  }

  private int level(SpamminessLookup lookup, byte[][] probes, byte[] text) {
    int found = 0;
    for (int from = 0; from < PROBES; from += ROW) { // as a mail's tokens are judged
      hashed = 0;
      for (int i = from; i < from + ROW; i++) {
        batch.token(text, i * MOST_BYTES, i * MOST_BYTES + probes[i].length);
      }
      batch.finish();
      found += lookup.find(hashes, 0, ROW, known, levels);
    }
    return found;
  }

  /** LMDB, of what it was told. */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public int lmdbPresent() {
    return lmdb(present);
  }

  /** LMDB, of what it was not told. */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public int lmdbAbsent() {
    return lmdb(absent);
  }

  private int lmdb(byte[][] probes) {
    int found = 0;
    for (byte[] probe : probes) {
      found += lmdb.get(probe) >= 0 ? 1 : 0;
    }
    return found;
  }

  /** A map, of what it was told. */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public int mapPresent() {
    return map(present);
  }

  /** A map, of what it was not told. */
  @Benchmark
  @OperationsPerInvocation(PROBES)
  public int mapAbsent() {
    return map(absent);
  }

  private int map(byte[][] probes) {
    int found = 0;
    for (byte[] probe : probes) {
      found += map.get(new String(probe, UTF_8)) == null ? 0 : 1;
    }
    return found;
  }
}
