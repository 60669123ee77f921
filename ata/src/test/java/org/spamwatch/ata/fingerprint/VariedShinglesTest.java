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

  @Property
  void whatIsKnownOfOneShingleIsTrueOfTheNext(@ForAll("shingles") byte[] text) {
    DistinctShingles taken = new DistinctShingles();
    taken.start(0);
    VariedShingles varied = new VariedShingles(taken);
    int expected = 0;
    for (int to = 50; to <= text.length; to += 7) {
      varied.offer(to, text, to - 50, to);
      String shingle = new String(text, to - 50, 50, StandardCharsets.ISO_8859_1);
      expected += shingle.chars().distinct().count() >= 8 ? 1 : 0;
    }
    assertThat(taken.size()).isEqualTo(expected);
    varied.start();
    varied.offer(1, new byte[50], 0, 50);
    assertThat(taken.size()).isEqualTo(expected);
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
