package org.spamwatch.sketch;

import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** {@link HashFunctions#digestChunks} and {@link HashFunctions#partitionedDigestChunks}. */
final class DigestChunks implements HashFunctions {
  private final long size;
  private final int hashes;
  private final Digest digest;
  private final boolean inParts;
  private final MessageDigest computed;
  private final byte[] input = new byte[Long.BYTES];
  private final byte[] output;
  private long element; // whose digest the output is

  DigestChunks(long size, int hashes, Digest digest, boolean inParts) {
    HashFamily.check(size, hashes);
    if (inParts) {
      HashFamily.checkParts(size, hashes);
    }
    if (digest.bits % hashes != 0) {
      throw new IllegalArgumentException(
          "a Bloom filter has no %d chunks of equal length of the %d bits of %s"
              .formatted(hashes, digest.bits, digest));
    }
    this.size = size;
    this.hashes = hashes;
    this.digest = digest;
    this.inParts = inParts;
    this.output = new byte[digest.bits / Byte.SIZE];
    try {
      computed = MessageDigest.getInstance(digest.algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has " + digest, e);
    }
    digest(0);
  }

  private void digest(long of) {
    for (int i = 0; i < Long.BYTES; i++) {
      input[i] = (byte) (of >>> (Long.SIZE - Byte.SIZE * (i + 1)));
    }
    computed.update(input);
    try {
      computed.digest(output, 0, output.length);
    } catch (DigestException e) {
      throw new IllegalStateException("the digest does not fit its own length", e);
    }
    element = of;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public int hashes() {
    return hashes;
  }

  private long range() {
    return inParts ? size / hashes : size;
  }

  @Override
  public long position(long element, int index) {
    if (element != this.element) {
      digest(element);
    }
    long range = range();
    int bits = digest.bits / hashes;
    long remainder = 0;
    for (int bit = index * bits; bit < (index + 1) * bits; bit++) {
      int value = (output[bit >>> 3] >>> (7 - (bit & 7))) & 1;
      remainder = (2 * remainder + value) % range;
    }
    return (inParts ? index * range : 0) + remainder;
  }

  @Override
  public long reachable() {
    int bits = digest.bits / hashes;
    long ofRange = bits >= Long.SIZE - 1 ? range() : Math.min(range(), 1L << bits);
    return inParts ? hashes * ofRange : ofRange;
  }

  @Override
  public int serialLength() {
    return HashFamily.HEADER + 2;
  }

  @Override
  public void write(ByteBuffer out) {
    HashFamily.writeHeader(out, HashFamily.DIGEST, this)
        .put((byte) (digest == Digest.MD5 ? 0 : 1))
        .put((byte) (inParts ? 1 : 0));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DigestChunks that
        && size == that.size
        && hashes == that.hashes
        && digest == that.digest
        && inParts == that.inParts;
  }

  @Override
  public int hashCode() {
    return (Long.hashCode(size) * 31 + hashes) * 31 + digest.bits;
  }

  @Override
  public String toString() {
    return "chunks of " + digest + (inParts ? " in parts" : "") + ", k = " + hashes;
  }
}
