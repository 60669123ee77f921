package org.spamwatch.sketch.counting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.spamwatch.sketch.HashFunctions;

/** Four cells in registers beside any number of cells. */
class FourCellsTest {
  /** What names a cell once more is no four, and means the same. */
  @Property(tries = 400)
  void fourAreRaisedAsAnyNumberIs(
      @ForAll @IntRange(min = 1, max = 300) int count,
      @ForAll @IntRange(min = 1, max = 8) int bits,
      @ForAll long seed) {
    PackedCells four = new PackedCells(count, bits);
    PackedCells any = new PackedCells(count, bits);
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 300; i++) {
      int[] positions = random.ints(7, 0, 1 + random.nextInt(count)).toArray();
      positions[6] = positions[2 + random.nextInt(4)];
      int by = random.nextInt(8) == 0 ? 1 + random.nextInt(300) : 1;
      assertThat(four.raise(positions, 2, 4, by, true))
          .isEqualTo(any.raise(positions, 2, 5, by, true));
    }
    assertThat(four).isEqualTo(any);
  }

  @Property(tries = 200)
  void anElementIsInsertedWhereItsPositionsAre(
      @ForAll @IntRange(min = 4, max = 300) int count,
      @ForAll @IntRange(min = 1, max = 8) int bits,
      @ForAll @IntRange(max = 3) int family,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int size = count / 4 * 4;
    HashFunctions functions =
        switch (family) {
          case 0 -> HashFunctions.doubleHashing(size, 4, seed);
          case 1 -> HashFunctions.partitioned(size, 4, seed);
          case 2 -> HashFunctions.universal(size, 4, random);
          default -> HashFunctions.digestChunks(size, 4, HashFunctions.Digest.MD5);
        };
    CountingFilter filter = CountingFilter.refined(functions, bits);
    CountingFilter byPositions = CountingFilter.refined(functions, bits);
    int[] at = new int[4];
    for (int i = 0; i < 100; i++) {
      long element = random.nextInt(60);
      functions.positions(element, at, 0);
      assertThat(filter.insert(element)).isEqualTo(byPositions.insertAt(at, 0, 1));
    }
    assertThat(filter).isEqualTo(byPositions);
  }

  @Property(tries = 2000)
  void aLongsNumberIsExact(
      @ForAll @IntRange(min = 1, max = 8) int bits,
      @ForAll @IntRange(max = CountingFilter.MAX_CELLS - 1) int cell) {
    int inWord = Long.SIZE / bits;
    int first = cell / inWord * inWord;
    assertThat(FourCells.word(cell, bits)).isEqualTo(cell / inWord);
    assertThat(FourCells.word(first, bits)).isEqualTo(first / inWord);
    assertThat(FourCells.word(first + inWord - 1, bits)).isEqualTo(first / inWord);
  }
}
