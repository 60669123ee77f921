package org.spamwatch.ata.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import com.google.common.primitives.Longs;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Against Guava's. */
class Sha256Test {
  private static long first(HashCode sum) {
    return Longs.fromByteArray(sum.asBytes());
  }

  private static HashCode sum(String text) {
    return Hashing.sha256().hashString(text, StandardCharsets.UTF_8);
  }

  private static long chained(String text, int rounds) {
    HashCode sum = sum(text);
    for (int round = 1; round < rounds; round++) {
      sum = Hashing.sha256().hashBytes(sum.asBytes());
    }
    return first(sum);
  }

  @Property(tries = 200)
  void aTextHasOneSumHoweverOftenItIsAskedFor(@ForAll String text) {
    assertThat(Sha256.of(text)).isEqualTo(first(sum(text))).isEqualTo(Sha256.of(text));
  }

  @Test
  void whatIsRememberedIsWhatComesOutAnew() {
    Random random = new Random(1);
    for (int i = 0; i < 6000; i++) { // far more often than there are places, for fewer texts
      String text = "person" + random.nextInt(3000) + "@one.net";
      assertThat(Sha256.chained(text, 5)).isEqualTo(chained(text, 5));
    }
  }
}
