package org.spamwatch.simulator.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.simulator.corpus.Corpus.Mail;

class CorpusTest {
  private static final String HEADER = "path\tlabel\tdate\tsub\tcluster_jac\texact_text\n";

  @TempDir Path directory;

  private void manifest(String text) throws IOException {
    Files.writeString(directory.resolve("manifest.tsv"), text);
  }

  @Test
  void mailsComeByDateThenPath() throws Exception {
    manifest(
        HEADER
            + "b.eml\tspam\t2002-01-02\tlist\tJ1\tX1\n"
            + "c.eml\tham\t2002-01-01\tlist\t-\t-\n"
            + "a.eml\tspam\t2002-01-02\tlist\tJ1\tX2\n");
    Corpus corpus = Corpus.open(directory);
    assertThat(corpus.mails())
        .extracting(mail -> mail.path().getFileName().toString())
        .containsExactly("c.eml", "a.eml", "b.eml");
    assertThat(corpus.spam()).extracting(Mail::exactText).containsExactly("X2", "X1");
    assertThat(corpus.someHam(5)).extracting(Mail::cluster).containsExactly("");
  }

  @Test
  void someHamIsSpreadEvenly() throws Exception {
    StringBuilder lines = new StringBuilder(HEADER);
    for (int i = 0; i < 100; i++) {
      lines.append(String.format("%02d.eml\tham\t2002-01-01\tx\t\t\n", i));
    }
    manifest(lines.toString());
    assertThat(Corpus.open(directory).someHam(4))
        .extracting(mail -> mail.path().getFileName().toString())
        .containsExactly("00.eml", "25.eml", "50.eml", "75.eml");
  }

  @Test
  void whatIsWrongIsToldWithItsLine() throws Exception {
    assertThatExceptionOfType(CorpusException.class)
        .isThrownBy(() -> Corpus.open(directory))
        .withMessageContaining("manifest.tsv: cannot be read");
    manifest("path\tlabel\n");
    assertThatExceptionOfType(CorpusException.class)
        .isThrownBy(() -> Corpus.open(directory))
        .withMessageContaining("manifest.tsv:1: there is no column 'date'");
    manifest(HEADER + "a.eml\tspam\n");
    assertThatExceptionOfType(CorpusException.class)
        .isThrownBy(() -> Corpus.open(directory))
        .withMessageContaining("manifest.tsv:2: 2 columns are too few");
    manifest(HEADER + "../a.eml\tspam\t2002\tx\t\t\n");
    assertThatExceptionOfType(CorpusException.class)
        .isThrownBy(() -> Corpus.open(directory))
        .withMessageContaining("manifest.tsv:2: the path leaves the directory");
  }
}
