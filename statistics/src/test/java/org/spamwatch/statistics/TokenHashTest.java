package org.spamwatch.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TokenHashTest {
  private static final long KEY0 = 0x0706050403020100L;
  private static final long KEY1 = 0x0F0E0D0C0B0A0908L;

  enum Kind {
    KEYED,
    MD5,
    SIMPLIFIED_MD5,
    THIN;

    TokenHash with(long key0, long key1) {
      return switch (this) {
        case KEYED -> TokenHash.keyed(key0, key1);
        case MD5 -> TokenHash.md5(key0, key1);
        case SIMPLIFIED_MD5 -> TokenHash.simplifiedMd5(key0, key1);
        case THIN -> TokenHash.thin(key0, key1);
      };
    }
  }

  @Property
  void md5IsThatOfTheJdk(@ForAll byte[] token, @ForAll long key0, @ForAll long key1)
      throws NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("MD5");
    digest.update(
        ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putLong(key0).putLong(key1).flip());
    long expected = ByteBuffer.wrap(digest.digest(token)).order(ByteOrder.LITTLE_ENDIAN).getLong();
    assertThat(TokenHash.md5(key0, key1).hash(token, 0, token.length)).isEqualTo(expected);
  }

  @Property
  void keyedIsSipHashWithOneRoundAndThree(
      @ForAll byte[] token, @ForAll long key0, @ForAll long key1) {
    assertThat(PlainSipHash.hash(2, 4, key0, key1, token))
        .isEqualTo(Hashing.sipHash24(key0, key1).hashBytes(token).asLong());
    assertThat(TokenHash.keyed(key0, key1).hash(token, 0, token.length))
        .isEqualTo(PlainSipHash.hash(1, 3, key0, key1, token));
  }

  @Property
  void itIsTheSameWhereverTheTokenStands(
      @ForAll byte[] token,
      @ForAll @IntRange(max = 20) int before,
      @ForAll @IntRange(max = 20) int behind,
      @ForAll Kind kind) {
    byte[] array = new byte[before + token.length + behind];
    new SplittableRandom(before).nextBytes(array);
    System.arraycopy(token, 0, array, before, token.length);
    TokenHash hash = kind.with(KEY0, KEY1);
    assertThat(hash.hash(array, before, before + token.length))
        .isEqualTo(hash.hash(token, 0, token.length));
  }

  @ParameterizedTest
  @EnumSource
  void wordsDoNotCollide(Kind kind) {
    TokenHash hash = kind.with(KEY0, KEY1);
    Set<Long> hashes = new HashSet<>();
    int words = 100_000;
    for (int i = 0; i < words; i++) {
      byte[] word = Integer.toString(i, 36).getBytes(StandardCharsets.US_ASCII);
      hashes.add(hash.hash(word, 0, word.length));
    }
    assertThat(hashes).hasSize(words);
  }

  @ParameterizedTest
  @EnumSource
  void anotherKeyGivesOtherHashes(Kind kind) {
    byte[] token = "head:word".getBytes(StandardCharsets.US_ASCII);
    Set<Long> hashes = new HashSet<>();
    for (int bit = 0; bit < 64; bit++) {
      hashes.add(kind.with(KEY0 ^ 1L << bit, KEY1).hash(token, 0, token.length));
      hashes.add(kind.with(KEY0, KEY1 ^ 1L << bit).hash(token, 0, token.length));
    }
    assertThat(hashes).hasSize(128);
  }

  /** A bit of the token changes each bit of the hash half the time; of thin, only all together. */
  @ParameterizedTest
  @EnumSource
  void aBitOfTheTokenChangesHalfOfTheHash(Kind kind) {
    SplittableRandom random = new SplittableRandom(1);
    TokenHash hash = kind.with(KEY0, KEY1);
    int[] changed = new int[64];
    int trials = 4096;
    for (int i = 0; i < trials; i++) {
      byte[] token = new byte[12];
      random.nextBytes(token);
      long before = hash.hash(token, 0, token.length);
      // In the first half: thin has no more than its last bytes' shifts for those behind.
      int bit = random.nextInt(token.length * 4);
      token[bit >>> 3] ^= (byte) (1 << (bit & 7));
      long difference = before ^ hash.hash(token, 0, token.length);
      for (int b = 0; b < 64; b++) {
        changed[b] += (int) (difference >>> b & 1);
      }
    }
    // Five standard deviations of a fair coin: 5 * sqrt(4096) / 2 = 160.
    double slack = kind == Kind.THIN ? 0.2 * trials : 160;
    assertThat(Arrays.stream(changed).boxed())
        .allSatisfy(
            count ->
                assertThat((double) count).isBetween(trials / 2.0 - slack, trials / 2.0 + slack));
  }
}
