package org.spamwatch.ata.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class VariedShinglesTest {
  @Property
  void shinglesOfEightDifferentBytesAreTaken(@ForAll("shingles") byte[] shingle) {
    DistinctShingles taken = new DistinctShingles();
    taken.start(0);
    new VariedShingles(taken).offer(1, shingle, 0, shingle.length);
    long different = new String(shingle, StandardCharsets.ISO_8859_1).chars().distinct().count();
    assertThat(taken.size()).isEqualTo(different >= 8 ? 1 : 0);
  }

  /** Of few values, some of which share their lower six bits. */
  @Provide
  Arbitrary<byte[]> shingles() {
    return Arbitraries.bytes()
        .between((byte) -128, (byte) 127)
        .list()
        .ofMinSize(1)
        .ofMaxSize(12)
        .flatMap(values -> Arbitraries.of(values).array(byte[].class).ofMinSize(1).ofMaxSize(200));
  }
}
