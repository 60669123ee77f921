package org.spamwatch.ata.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.mail.NotAMailException;
import org.spamwatch.ata.text.Normalization;
import org.spamwatch.ata.text.Utf8Text;
import org.spamwatch.benchmarks.GeneratedTexts;

/** What is compared gives the same answer, or the ratio would mean nothing. */
class TopTenTest {
  private final TopTen topTen = new TopTen();

  @Test
  void selectingAndSortingAllAgreeOnTheGeneratedTexts() {
    for (String text : new GeneratedTexts(1).texts(64)) {
      Utf8Text normalized = new Utf8Text();
      Normalization.PAPER.normalize(text, normalized);
      assertThat(normalized.isAscii()).isTrue();
      assertThat(normalized.length()).isBetween(1_990, 5_000);
      long[] sorted = topTen.sorted(normalized);
      HighestFingerprints selected = topTen.selected(normalized);
      assertThat(sorted).hasSize(10);
      for (int rank = 0; rank < 10; rank++) {
        assertThat(selected.value(rank)).isEqualTo(sorted[rank]);
      }
      assertThat(topTen.sha1(normalized).size()).isEqualTo(10);
    }
  }

  @Test
  void theGeneratedMailsHaveAFullVector() throws NotAMailException {
    for (byte[] mail : new GeneratedTexts(2).htmlMails(64)) {
      assertThat(ApproximateText.standard().address(mail).vectors())
          .hasSize(2)
          .allSatisfy(vector -> assertThat(vector.size()).isBetween(12, 60));
    }
  }
}
