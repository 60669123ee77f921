package org.spamwatch.ata.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class AttachmentEvidenceTest {
  private static String mail(String... files) {
    StringBuilder mail =
        new StringBuilder(
            """
            From: a@example.org
            MIME-Version: 1.0
            Content-Type: multipart/mixed; boundary=b

            --b
            Content-Type: text/plain

            The terms are in the file.
            """);
    for (String file : files) {
      mail.append("--b\nContent-Type: application/").append(file.length() % 7).append("\n\n");
      mail.append(file).append('\n');
    }
    return mail.append("--b--\n").toString();
  }

  @Test
  void aFileIsEvidenceByteForByte() {
    String file = "terms ".repeat(50);
    Set<Long> keys = Evidences.keys(EvidenceKind.ATTACHMENT, mail(file));
    assertThat(keys).hasSize(1);
    assertThat(Evidences.keys(EvidenceKind.ATTACHMENT, mail("other ".repeat(60), file)))
        .hasSize(2)
        .containsAll(keys);
    assertThat(Evidences.keys(EvidenceKind.ATTACHMENT, mail(file + "!")))
        .doesNotContainAnyElementsOf(keys);
  }

  @Test
  void aSmallFileIsAnybodys() {
    assertThat(Evidences.keys(EvidenceKind.ATTACHMENT, mail("terms ".repeat(40)))).isEmpty();
  }

  @Test
  void ofManyFilesAFewAreEvidence() {
    String[] files = new String[10];
    for (int i = 0; i < files.length; i++) {
      files[i] = ("file " + i + " ").repeat(50);
    }
    assertThat(Evidences.keys(EvidenceKind.ATTACHMENT, mail(files)))
        .hasSize(EvidenceKind.ATTACHMENT.most());
  }
}
