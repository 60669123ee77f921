package org.spamwatch.statistics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.spamwatch.statistics.StatisticalFilter.Classification;

/**
 * A {@link Judge} of tokens as they are read, which remembers of some thousand short ones what
 * their hash is, what the filter says of them, and in which mail they came last: most tokens of a
 * mail are neither hashed nor looked up. Says the same as the other, whatever is remembered: what
 * stands in its table is compared byte by byte, and who chooses tokens can only make it be of no
 * use.
 *
 * <p>A scratch object of one thread, of 128 KiB; used again for every mail, and allocates nothing
 * then.
 */
public final class MemoJudge implements TokenVisitor {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int SLOT_BITS = 12;

  /** Of a slot: the token's bytes, zeros behind them; its hash; and its level and last mail. */
  private static final int SLOT_LONGS = 4;

  private static final int HASH = 2;
  private static final int STATE = 3;

  /**
   * A longer token is none of those remembered. Fewer than a slot has, so that masks are simple.
   */
  private static final int MOST_BYTES = 2 * Long.BYTES - 1;

  private static final int LEVEL_BITS = 8;
  private static final int UNKNOWN = (1 << LEVEL_BITS) - 1;

  private final TokenHash hash;
  private final StatisticalFilter filter;
  private final boolean countsOnce;
  private final Pruning pruning;
  private final SpamminessLookup lookup;
  private final Scoring scoring;
  private final long[] slots = new long[SLOT_LONGS << SLOT_BITS];
  private final byte[] copy = new byte[2 * Long.BYTES];
  private long mail = 1;
  private int tokens;
  private int known;

  /**
   * One of a filter.
   *
   * @param hash that of the filter's tokens
   */
  public MemoJudge(StatisticalFilter filter, TokenHash hash) {
    this.filter = filter;
    this.hash = hash;
    countsOnce = filter.combination().countsOnce();
    pruning = countsOnce ? Pruning.exact() : Pruning.none();
    lookup = filter.lookup();
    scoring = Scoring.byTable(filter.combination(), lookup.spamminess());
  }

  /** Begins a mail. */
  public void begin() {
    pruning.clear();
    scoring.clear();
    tokens = 0;
    known = 0;
    mail++;
  }

  @Override
  public void token(byte[] bytes, int from, int to) {
    if (to - from > MOST_BYTES) {
      long token = hash.hash(bytes, from, to);
      if (pruning.isNew(token)) {
        add(level(token));
      }
    } else if (from + 2 * Long.BYTES <= bytes.length) {
      shortToken(bytes, from, to);
    } else {
      System.arraycopy(bytes, from, copy, 0, to - from);
      shortToken(copy, 0, to - from);
    }
  }

  /** Behind whose first byte at least 15 stand in the array. */
  private void shortToken(byte[] bytes, int from, int to) {
    int length = to - from;
    int first = Math.min(length, Long.BYTES);
    long word0 = (long) LONGS.get(bytes, from) & (-1L >>> (Long.SIZE - Byte.SIZE * first));
    long word1 =
        (long) LONGS.get(bytes, from + Long.BYTES) & ~(-1L << (Byte.SIZE * (length - first)));
    long mixed = (word0 ^ word1 * 0xBF58476D1CE4E5B9L) * 0x9E3779B97F4A7C15L;
    int slot = (int) ((mixed ^ (mixed << 23)) >>> (Long.SIZE - SLOT_BITS)) * SLOT_LONGS;
    if (slots[slot] != word0 || slots[slot + 1] != word1) {
      remember(slot, word0, word1, hash.hash(bytes, from, to));
      return;
    }
    long state = slots[slot + STATE];
    if (state >>> LEVEL_BITS != mail || !countsOnce) {
      int level = (int) state & UNKNOWN;
      slots[slot + STATE] = (mail << LEVEL_BITS) | level;
      add(level);
    }
  }

  /** A token takes the place of another, which is then known to the pruning alone. */
  private void remember(int slot, long word0, long word1, long token) {
    if (slots[slot + STATE] >>> LEVEL_BITS == mail) {
      boolean unused = pruning.isNew(slots[slot + HASH]);
    }
    int level = level(token);
    if (pruning.isNew(token)) {
      add(level);
    }
    slots[slot] = word0;
    slots[slot + 1] = word1;
    slots[slot + HASH] = token;
    slots[slot + STATE] = (mail << LEVEL_BITS) | level;
  }

  private int level(long token) {
    return lookup.level(token) & UNKNOWN;
  }

  private void add(int level) {
    tokens++;
    if (level != UNKNOWN) {
      known++;
      scoring.add(level);
    }
  }

  /**
   * What the mail's tokens say together: 0 for ham to 1 for spam; {@link Thresholds#UNSURE} if too
   * few of them count.
   */
  public double indicator() {
    boolean few = known < filter.thresholds().leastKnown() * tokens;
    return few ? Thresholds.UNSURE : scoring.indicator();
  }

  /** What the indicator says. */
  public Classification classification() {
    return filter.classification(indicator());
  }
}
