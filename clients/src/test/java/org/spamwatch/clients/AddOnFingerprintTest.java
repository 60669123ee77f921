package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.base.Joiner;
import com.google.common.collect.Lists;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
  private static final int AT_ONCE = 200;
  private static final int MOST_SHOWN = 10;
  private static final SenderProof PROOF = ProvenMails.PROOF;
  private static final ApproximateText ATA = ApproximateText.standard().withEvidence();

  @BeforeAll
  static void node() throws IOException {
    DebianPackages.installed("nodejs");
  }

  private static Path addOn(String name) {
    return Scratch.ofProject("integrations/thunderbird/fingerprint").resolve(name);
  }

  private static List<Path> below(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  @Test
  void itsOwnTestsPass() throws Exception {
    Programs.run("node", "--test", addOn("").toString()).well();
  }

  @Test
  void goldenMailsAreNamedAlike() throws Exception {
    Path golden = Scratch.ofProject("ata/src/test/resources/org/spamwatch/ata");
    List<Path> mails =
        below(golden).stream().filter(file -> file.toString().endsWith(".eml")).toList();
    assertThat(different(mails)).isEmpty();
  }

  @Test
  void hostileMailsAreNamedAlike() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      List<Path> mails = new ArrayList<>();
      for (Map.Entry<String, byte[]> mail : HostileMails.all().entrySet()) {
        mails.add(Files.write(scratch.path(mail.getKey()), mail.getValue()));
      }
      assertThat(different(mails)).isEmpty();
    }
  }

  @Test
  void whoIsProvenToHaveSentAMailIsFoundAlike() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      List<Path> mails = new ArrayList<>();
      int proven = 0;
      for (byte[] mail : ProvenMails.some(2_000)) {
        mails.add(Files.write(scratch.path(mails.size() + ".eml"), mail));
        proven += PROOF.domain(ATA.read(mail).header()).isPresent() ? 1 : 0;
      }
      assertThat(proven).isGreaterThan(100);
      assertThat(different(mails)).isEmpty();
    }
  }

  @Test
  void mailsOfACorpusAreNamedAlike() throws Exception {
    String directory = System.getProperty("spamwatch.mails", "");
    assumeTrue(!directory.isEmpty(), "-Dspamwatch.mails names no directory");
    List<Path> mails = below(Path.of(directory));
    assertThat(different(mails)).as("%s mails of %s", mails.size(), directory).isEmpty();
  }

  /** Those of which the two make something else, but not more than a reader can take. */
  private static List<String> different(List<Path> mails) throws IOException {
    List<String> different = new ArrayList<>();
    for (List<Path> some : Lists.partition(mails, AT_ONCE)) {
      List<String> command = Lists.newArrayList("node", addOn("test/bodies.js").toString());
      some.forEach(mail -> command.add(mail.toString()));
      List<String> theirs =
          Programs.run(command, new byte[0], Map.of("SPAMWATCH_PROOF", ApiJson.line(PROOF)))
              .well()
              .out()
              .lines()
              .toList();
      assertThat(theirs).hasSameSizeAs(some);
      for (int i = 0; i < some.size() && different.size() < MOST_SHOWN; i++) {
        String ours = ours(Files.readAllBytes(some.get(i)));
        if (!ours.equals(theirs.get(i))) {
          different.add(some.get(i) + ": " + brief(theirs.get(i)) + ", not " + brief(ours));
        }
      }
    }
    return different;
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

  private static String brief(String line) {
    return line.substring(0, Math.min(line.length(), 300));
  }
}
