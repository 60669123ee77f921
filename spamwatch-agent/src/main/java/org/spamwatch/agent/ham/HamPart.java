package org.spamwatch.agent.ham;

import static com.google.common.base.Preconditions.checkArgument;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.spamwatch.sketch.BloomFilter;

/**
 * A piece of a generation: a filter of learnt features and one of those of them that were forgotten
 * since, which wins. A feature that was forgotten is not learnt again by the same part but by the
 * next. What is kept as one file. Belongs to the node's turn.
 */
public final class HamPart {
  /** Bits a feature: about one in 2,200 looks known by mistake in a part that is full. */
  static final int BITS_PER_FEATURE = 16;

  private static final long LEAST_BITS = 1L << 18;
  private static final long MOST_BITS = 1L << 23;
  private static final int MAGIC = 0x53574800; // "SWH", and the number of the format
  private static final int FORMAT = '1';
  private static final int HEADER = 4 + 1 + 8 + 4 + 8 + 8 + 8 + 8 + 1;
  private static final int CHECKSUM = 4;

  /** The bytes of the longest serial form. */
  public static final int MAX_BYTES =
      HEADER + 2 * (int) BloomFilter.serialLength(MOST_BITS) + CHECKSUM;

  /**
   * What names a part.
   *
   * @param startMillis when its generation began
   * @param number 0 for the generation's first
   */
  public record Name(HamSource source, long startMillis, int number) implements Comparable<Name> {
    @Override
    public int compareTo(Name other) {
      int order = source.compareTo(other.source);
      order = order != 0 ? order : Long.compare(startMillis, other.startMillis);
      return order != 0 ? order : Integer.compare(number, other.number);
    }
  }

  private final Name name;
  private final BloomFilter learnt;
  private @Nullable BloomFilter forgotten;
  private long mails;
  private long features;
  private long forgottenCount;
  private long newestMillis;

  /**
   * An empty part: 32 KiB, and twice as much for each part of its generation that is full already,
   * up to 1 MiB.
   */
  HamPart(Name name, int full, long seed) {
    this(name, new BloomFilter(bits(full), hashes(), seed));
  }

  private HamPart(Name name, BloomFilter learnt) {
    this.name = name;
    this.learnt = learnt;
  }

  private static int hashes() {
    return BloomFilter.bestHashes(BITS_PER_FEATURE);
  }

  private static long bits(int full) {
    return Math.min(MOST_BITS, LEAST_BITS << Math.min(full, 8));
  }

  /** The bytes that a part takes before anything is forgotten. */
  static long bytes(int full) {
    return bits(full) / 8;
  }

  /** Whether most of its room is used. */
  boolean isFull() {
    return features > learnt.size() / BITS_PER_FEATURE / 2;
  }

  /** Which part it is. */
  public Name name() {
    return name;
  }

  boolean contains(long element) {
    return learnt.mightContain(element) && !hasForgotten(element);
  }

  boolean hasForgotten(long element) {
    return forgotten != null && forgotten.mightContain(element);
  }

  /** Whether a number of further features fit; any do into an empty part. */
  boolean hasRoom(int further) {
    return features == 0 || features + further <= learnt.size() / BITS_PER_FEATURE;
  }

  /** Learns the features of one mail; none may be forgotten here. */
  void learn(long[] elements, long nowMillis) {
    mails++;
    newestMillis = Math.max(newestMillis, nowMillis);
    for (long element : elements) {
      features += learnt.add(element) ? 1 : 0;
    }
  }

  /** Forgets a feature; returns whether it was known. */
  boolean forget(long element) {
    if (!contains(element)) {
      return false;
    }
    if (forgotten == null) {
      forgotten = new BloomFilter(learnt.functions());
    }
    forgotten.add(element);
    forgottenCount++;
    return true;
  }

  long bytes() {
    return (forgotten == null ? 1 : 2) * learnt.size() / 8;
  }

  long mails() {
    return mails;
  }

  long features() {
    return features;
  }

  long forgottenCount() {
    return forgottenCount;
  }

  long newestMillis() {
    return newestMillis;
  }

  double fill() {
    return learnt.fillRatio();
  }

  double falsePositiveRate() {
    return learnt.falsePositiveRate();
  }

  /**
   * The serial form, big-endian: "SWH1" (4), source (1), start of the generation in milliseconds
   * (8), number (4), mails (8), features (8), forgotten features (8), newest in milliseconds (8), 1
   * if there is a filter of forgotten features or 0 (1), the filters ({@link BloomFilter#write}),
   * CRC-32 of all before (4).
   */
  byte[] bytesToKeep() {
    long length = HEADER + BloomFilter.serialLength(learnt.size()) + CHECKSUM;
    length += forgotten == null ? 0 : BloomFilter.serialLength(forgotten.size());
    ByteBuffer out = ByteBuffer.allocate((int) length);
    out.putInt(MAGIC | FORMAT).put((byte) name.source().code()).putLong(name.startMillis());
    out.putInt(name.number()).putLong(mails).putLong(features).putLong(forgottenCount);
    out.putLong(newestMillis).put((byte) (forgotten == null ? 0 : 1));
    learnt.write(out);
    if (forgotten != null) {
      forgotten.write(out);
    }
    out.putInt(checksum(out.array(), out.position()));
    return out.array();
  }

  /**
   * Reads a serial form.
   *
   * @throws IllegalArgumentException in one line, if it is none or damaged
   */
  public static HamPart read(byte[] bytes) {
    if (bytes.length < HEADER + CHECKSUM || bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException(bytes.length + " bytes, cut off or too long");
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int head = in.getInt();
    checkArgument((head & ~0xFF) == MAGIC, "none of the own-ham filter");
    checkArgument((head & 0xFF) == FORMAT, "of another format, of a newer version of SpamWatch");
    if (in.getInt(bytes.length - CHECKSUM) != checksum(bytes, bytes.length - CHECKSUM)) {
      throw new IllegalArgumentException("the checksum does not fit");
    }
    in.limit(bytes.length - CHECKSUM);
    HamSource source =
        HamSource.ofCode(in.get() & 0xFF)
            .orElseThrow(() -> new IllegalArgumentException("of an unknown source"));
    Name name = new Name(source, in.getLong(), in.getInt());
    long mails = in.getLong();
    long features = in.getLong();
    long forgottenCount = in.getLong();
    long newestMillis = in.getLong();
    boolean hasForgotten = in.get() != 0;
    HamPart part = new HamPart(name, BloomFilter.read(in, MOST_BITS));
    if (hasForgotten) {
      part.forgotten = BloomFilter.read(in, MOST_BITS);
    }
    if (in.hasRemaining() || name.number() < 0 || mails < 0 || features < 0 || forgottenCount < 0) {
      throw new IllegalArgumentException("its numbers do not fit");
    }
    part.mails = mails;
    part.features = features;
    part.forgottenCount = forgottenCount;
    part.newestMillis = newestMillis;
    return part;
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32 crc = new CRC32();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
