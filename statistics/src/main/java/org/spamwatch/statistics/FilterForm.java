package org.spamwatch.statistics;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;
import org.spamwatch.sketch.LloydMaxQuantiser;
import org.spamwatch.sketch.ValueBloomFilter;
import org.spamwatch.sketch.ValueBloomFilter.Choice;
import org.spamwatch.statistics.Combination.Method;
import org.spamwatch.statistics.StatisticalFilter.TrainingRecord;

/** The serial form of a filter: {@link StatisticalFilter#bytes}. */
final class FilterForm {
  private static final int MAGIC = 0x53575346; // "SWSF"
  private static final byte VERSION = 2;
  private static final byte BEFORE = 1; // without corrections
  private static final int COUNTS_ONCE = 1;
  private static final int LEARNS_ASSUMED = 2;
  private static final int HEADER =
      4 + 4 + 4 + 6 * Double.BYTES + 2 * Integer.BYTES + 3 * Long.BYTES;
  private static final List<Method> METHODS =
      List.of(Method.CHI_SQUARE, Method.GEOMETRIC_MEAN, Method.LOGIT);
  private static final List<Choice> CHOICES =
      List.of(Choice.CONSERVATIVE, Choice.RANDOM, Choice.AGGRESSIVE);
  private static final int CHECKSUM = Integer.BYTES;

  private FilterForm() {}

  private static int length(ValueBloomFilter values, Corrections corrections) {
    return Math.toIntExact(
        HEADER
            + (long) Double.BYTES * values.levels()
            + values.serialLength()
            + corrections.serialLength()
            + CHECKSUM);
  }

  static byte[] bytes(
      StatisticalFilter filter, ValueBloomFilter values, Choice choice, Corrections corrections) {
    ByteBuffer out = ByteBuffer.allocate(length(values, corrections));
    Combination combination = filter.combination();
    out.putInt(MAGIC).put(VERSION);
    out.put((byte) METHODS.indexOf(combination.method()));
    out.put(
        (byte)
            ((combination.countsOnce() ? COUNTS_ONCE : 0)
                | (combination.learnsAssumed() ? LEARNS_ASSUMED : 0)));
    out.put((byte) CHOICES.indexOf(choice)).putInt(values.levels());
    out.putDouble(combination.strength());
    out.putDouble(combination.assumed());
    out.putDouble(combination.leastDeviation());
    Thresholds thresholds = filter.thresholds();
    out.putDouble(thresholds.spam()).putDouble(thresholds.ham()).putDouble(thresholds.leastKnown());
    TrainingRecord record = filter.record();
    out.putInt(record.spamMails()).putInt(record.hamMails()).putLong(record.tokens());
    out.putLong(record.built()).putLong(record.key());
    for (double spamminess : filter.lookup().spamminess()) {
      out.putDouble(spamminess);
    }
    values.write(out);
    corrections.write(out);
    return out.putInt(checksum(out.array(), out.position())).array();
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  static StatisticalFilter read(byte[] bytes, int mostBytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    if (bytes.length < HEADER + CHECKSUM) {
      throw refused("is cut off: it has " + bytes.length + " bytes");
    }
    if (in.getInt() != MAGIC) {
      throw refused("is none: it does not begin with SWSF");
    }
    int version = in.get() & 0xFF;
    if (version != VERSION && version != BEFORE) {
      throw refused(
          "has version " + version + ", and this program reads " + BEFORE + " and " + VERSION);
    }
    int sum = in.getInt(bytes.length - CHECKSUM);
    if (sum != checksum(bytes, bytes.length - CHECKSUM)) {
      throw refused("is damaged or cut off: its checksum does not hold");
    }
    in.limit(bytes.length - CHECKSUM);
    int method = below(in.get(), METHODS.size(), "method");
    int flags = below(in.get(), 4, "flags");
    int choice = below(in.get(), CHOICES.size(), "choice");
    int levels = in.getInt();
    double strength = in.getDouble();
    double assumed = in.getDouble();
    double leastDeviation = in.getDouble();
    Thresholds thresholds = new Thresholds(in.getDouble(), in.getDouble(), in.getDouble());
    Combination combination =
        new Combination(
            METHODS.get(method),
            (flags & COUNTS_ONCE) != 0,
            strength,
            assumed,
            leastDeviation,
            (flags & LEARNS_ASSUMED) != 0,
            thresholds);
    TrainingRecord record =
        new TrainingRecord(in.getInt(), in.getInt(), in.getLong(), in.getLong(), in.getLong());
    double[] spamminess = spamminess(in, levels);
    ValueBloomFilter values = ValueBloomFilter.read(in, mostBytes, StatisticalFilter.MOST_FILL);
    if (values.levels() != levels) {
      throw refused("has " + levels + " values for " + values.levels() + " levels");
    }
    Corrections corrections = version == BEFORE ? Corrections.none() : Corrections.read(in, levels);
    if (in.hasRemaining()) {
      throw refused("has " + in.remaining() + " bytes too many");
    }
    return new StatisticalFilter(
        values, spamminess, CHOICES.get(choice), corrections, combination, thresholds, record);
  }

  private static double[] spamminess(ByteBuffer in, int levels) {
    if (levels < LloydMaxQuantiser.MIN_LEVELS
        || levels > LloydMaxQuantiser.MAX_LEVELS
        || in.remaining() < levels * Double.BYTES) {
      throw refused("has " + levels + " levels, or is cut off in them");
    }
    double[] spamminess = new double[levels];
    double least = 0;
    for (int level = 0; level < levels; level++) {
      double value = in.getDouble();
      if (!(value > 0 && value < 1 && value >= least)) {
        throw refused("has the spamminess " + value + " after " + least);
      }
      spamminess[level] = value;
      least = value;
    }
    return spamminess;
  }

  private static int below(byte value, int most, String what) {
    if ((value & 0xFF) >= most) {
      throw refused("has the unknown " + what + " " + (value & 0xFF));
    }
    return value;
  }

  private static IllegalArgumentException refused(String why) {
    return new IllegalArgumentException("a statistical filter " + why);
  }
}
