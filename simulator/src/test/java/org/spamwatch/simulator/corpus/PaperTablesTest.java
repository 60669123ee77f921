package org.spamwatch.simulator.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.ata.fingerprint.Fingerprinter;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.text.Normalization;
import org.spamwatch.ata.text.Utf8Text;
import org.spamwatch.simulator.corpus.PaperTables.Classes;
import org.spamwatch.simulator.corpus.PaperTables.Row;

class PaperTablesTest {
  private static final String HEADER = "path\tlabel\tdate\tsub\tcluster_jac\texact_text\n";

  @TempDir Path directory;

  private static String text(long seed, int length, String letters) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    return text.toString();
  }

  @Test
  void windowsOfFiftyAreThePapersScheme() {
    Fingerprinter fingerprinter = new Fingerprinter();
    HighestWindows windows = new HighestWindows(50, 10);
    for (String letters : List.of("abc d", "abcäß€ d")) {
      for (int length : List.of(49, 50, 55, 700)) {
        String text = text(length, length, letters).strip();
        Utf8Text normalised = new Utf8Text();
        Normalization.PAPER.normalize(text, normalised);
        long[] expected =
            fingerprinter
                .fingerprint(Scheme.RABIN50, text)
                .map(vector -> vector.keys().stream().mapToLong(Scheme::selector).toArray())
                .orElse(new long[0]);
        assertThat(windows.of(normalised)).as("%d of %s", length, letters).isEqualTo(expected);
      }
    }
  }

  private void mail(StringBuilder manifest, String name, String rest, String text)
      throws IOException {
    manifest.append(name).append('\t').append(rest).append('\n');
    Files.writeString(directory.resolve(name), "Subject: x\n\n" + text + "\n");
  }

  @Test
  void copiesAndPairsAreCounted() throws Exception {
    String one = text(1, 400, "abcdefgh ij");
    String other = text(2, 400, "abcdefgh ij");
    StringBuilder manifest = new StringBuilder(HEADER);
    mail(manifest, "1", "spam\t2001\tx\tJ1\tX1", one);
    mail(manifest, "2", "spam\t2002\tx\tJ1\tX1", one);
    mail(manifest, "3", "spam\t2003\tx\tJ1\tX2", other);
    mail(manifest, "4", "spam\t2004\tx\tJ1\tX3", other + "zz");
    mail(manifest, "5", "spam\t2005\tx\t-\tX4", text(3, 400, "klmno pqrs"));
    mail(manifest, "6", "ham\t2001\tx\t-\tX5", text(4, 300, "tuvw xyz"));
    mail(manifest, "7", "ham\t2001\tx\t-\tX6", one);
    Files.writeString(directory.resolve("manifest.tsv"), manifest);

    PaperTables tables =
        new PaperTables(Corpus.open(directory), List.of(50), List.of(2, 10), 39, 2);
    PaperTables.Result result = tables.run();

    assertThat(result.classes()).isEqualTo(new Classes(5, 2, 2, 1, 1));
    assertThat(result.bytes()).startsWith(5, 0);
    assertThat(List.of(result.groups(), result.least(), result.most())).containsExactly(1, 2, 2);
    assertThat(result.rows())
        .containsExactly(
            new Row(50, 2, 2, List.of(0, 0, 0), List.of(0, 0, 0), 4, List.of(0L, 1L, 0L), 0),
            new Row(50, 10, 2, List.of(0, 0, 0), List.of(1, 1, 1), 4, List.of(0L, 0L, 1L), 1));

    Files.delete(directory.resolve("6"));
    assertThatExceptionOfType(CorpusException.class)
        .isThrownBy(tables::run)
        .withMessage(directory.resolve("6") + ": cannot be read");
  }
}
