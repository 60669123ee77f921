package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Joiner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.MailBody;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.proof.SenderProof;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.mail.NotAMailException;

/**
 * What Thunderbird's add-on makes of mails in JavaScript is what a peer makes of them, to the byte.
 * {@code -Dspamwatch.mails=DIRECTORY} adds every file below a directory.
 */
final class AddOnFingerprintTest {
  private static final SenderProof PROOF = ProvenMails.PROOF;
  private static final ApproximateText ATA = ApproximateText.standard().withEvidence();
  private static final AddOnScript NAMES =
      new AddOnScript(
          "fingerprint",
          "test/bodies.js",
          Map.of("SPAMWATCH_PROOF", ApiJson.line(PROOF)),
          AddOnFingerprintTest::ours);

  @BeforeAll
  static void node() throws IOException {
    DebianPackages.installed("nodejs");
  }

  @Test
  void itsOwnTestsPass() throws Exception {
    NAMES.test();
  }

  @Test
  void goldenMailsAreNamedAlike() throws Exception {
    assertThat(NAMES.differing(AddOnScript.golden())).isEmpty();
  }

  @Test
  void hostileMailsAreNamedAlike() throws Exception {
    assertThat(NAMES.differingOf(HostileMails.all().values())).isEmpty();
  }

  @Test
  void whoIsProvenToHaveSentAMailIsFoundAlike() throws Exception {
    List<byte[]> mails = ProvenMails.some(2_000);
    int proven = 0;
    for (byte[] mail : mails) {
      proven += PROOF.domain(ATA.read(mail).header()).isPresent() ? 1 : 0;
    }
    assertThat(proven).isGreaterThan(100);
    assertThat(NAMES.differingOf(mails)).isEmpty();
  }

  @Test
  void mailsOfACorpusAreNamedAlike() throws Exception {
    List<Path> mails = AddOnScript.corpus();
    assertThat(NAMES.differing(mails)).as("%s mails", mails.size()).isEmpty();
  }

  private static String ours(byte[] mail) {
    try {
      AddressedMail addressed = PROOF.address(ATA, mail);
      List<String> digests = new ArrayList<>();
      for (FeatureVector vector : addressed.vectors()) {
        digests.add(vector.digest().toString());
      }
      String guid = addressed.guid().map(Object::toString).orElse("null");
      String body = ApiJson.line(MailBody.of(MailFeatures.of(addressed)));
      return guid + " " + Joiner.on(',').join(digests) + " " + body;
    } catch (NotAMailException e) {
      return e.reason().toString();
    }
  }
}
