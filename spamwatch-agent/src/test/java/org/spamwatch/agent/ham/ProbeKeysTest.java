package org.spamwatch.agent.ham;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.fingerprint.Fingerprinter;
import org.spamwatch.ata.fingerprint.Probes;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

final class ProbeKeysTest {
  private static String text(int words, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return Stream.generate(() -> Long.toString(random.nextLong(1L << 40), 36))
        .limit(words)
        .collect(Collectors.joining(" "));
  }

  private static List<Id> naive(Probes probes) {
    return IntStream.range(probes.vector().size(), probes.size())
        .boxed()
        .sorted(Comparator.comparing(probes::selector, Long::compareUnsigned).reversed())
        .limit(ProbeKeys.MOST)
        .map(probes::key)
        .toList();
  }

  @Test
  void theHighestComeFirstAndNotTooMany() {
    for (Scheme scheme : Scheme.ACTIVE_BY_DEFAULT) {
      for (int words : new int[] {30, 1_000, 90_000}) {
        Probes probes = new Fingerprinter().probe(scheme, text(words, words)).orElseThrow();
        assertThat(ProbeKeys.of(probes).keys()).isEqualTo(naive(probes));
      }
    }
    Probes many =
        new Fingerprinter().probe(Scheme.ACTIVE_BY_DEFAULT.get(0), text(90_000, 7)).orElseThrow();
    assertThat(ProbeKeys.of(many).keys()).hasSize(ProbeKeys.MOST);
  }
}
