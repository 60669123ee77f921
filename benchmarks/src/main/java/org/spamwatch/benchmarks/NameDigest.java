package org.spamwatch.benchmarks;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Probes;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.mail.MailLimits;
import org.spamwatch.ata.mail.NotAMailException;

/**
 * One digest of what all mails under some directories are named by: GUIDs, vectors and probes of
 * all schemes of text, and keys of evidence. Whoever makes naming faster compares it before and
 * after: these are published and must not change. Of each mail a damaged copy is named, too.
 *
 * <p>{@code java -cp benchmarks.jar org.spamwatch.benchmarks.NameDigest DIR...}
 */
public final class NameDigest {
  private static final int MOST_DAMAGES = 12;

  private final ApproximateText ata =
      new ApproximateText(MailLimits.DEFAULT, Scheme.ofText()).withEvidence();
  private final ApproximateText asWritten = ApproximateText.standard().withoutLookalikes();
  private final Hasher names = Hashing.sha256().newHasher();
  private int mails;
  private int refused;
  private int addressable;
  private int evident;

  private NameDigest() {}

  /**
   * Prints a line for each directory.
   *
   * @param arguments the directories
   */
  public static void main(String[] arguments) {
    for (String directory : arguments) {
      NameDigest digest = new NameDigest();
      try (Stream<Path> files = Files.walk(Path.of(directory))) {
        files.filter(Files::isRegularFile).sorted().forEach(digest::take);
      } catch (IOException | UncheckedIOException e) {
        System.err.println(directory + ": cannot be read; a directory of mails is expected");
        System.exit(65);
      }
      System.out.printf(
          "%s: %d mails, with a damaged copy of each; of these %d are none, %d addressable, %d with"
              + " evidence; %s%n",
          directory,
          digest.mails,
          digest.refused,
          digest.addressable,
          digest.evident,
          digest.names.hash());
    }
  }

  private void take(Path file) {
    byte[] mail;
    try {
      mail = Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    name(mail);
    name(damaged(mail, new SplittableRandom(mails)));
    mails++;
  }

  private void name(byte[] mail) {
    try {
      name(ata.address(mail));
      say(asWritten.address(mail).vectors().toString());
    } catch (NotAMailException e) {
      refused++;
      say(e.reason().toString());
    }
  }

  private void name(AddressedMail named) {
    addressable += named.isAddressable() ? 1 : 0;
    evident += named.vector(Scheme.EVIDENCE).isPresent() ? 1 : 0;
    say(named.guid().toString());
    for (FeatureVector vector : named.vectors()) {
      say(vector.toString());
    }
    for (Probes probes : named.probes()) {
      for (int i = 0; i < probes.size(); i++) {
        names.putLong(probes.selector(i));
      }
    }
  }

  private void say(String name) {
    names.putString(name, StandardCharsets.UTF_8).putByte((byte) '\n');
  }

  /** Bytes changed, taken out, said twice, and the end cut off. */
  private static byte[] damaged(byte[] mail, SplittableRandom random) {
    byte[] copy = mail.clone();
    List<Byte> marks = List.of((byte) '<', (byte) '=', (byte) '\n', (byte) '&', (byte) '@');
    int damages = mail.length == 0 ? 0 : random.nextInt(1, MOST_DAMAGES);
    for (int i = 0; i < damages && copy.length > 0; i++) {
      int at = random.nextInt(copy.length);
      int to = Math.min(copy.length, at + random.nextInt(40));
      switch (random.nextInt(6)) {
        case 0 -> copy[at] = (byte) random.nextInt(256);
        case 1 -> copy[at] = marks.get(random.nextInt(marks.size()));
        case 2 -> Arrays.fill(copy, at, to, (byte) random.nextInt(256));
        case 3 -> System.arraycopy(copy, random.nextInt(at + 1), copy, at, to - at);
        case 4 -> {
          byte[] shorter = Arrays.copyOf(copy, copy.length - (to - at));
          System.arraycopy(copy, to, shorter, at, copy.length - to);
          copy = shorter;
        }
        default -> copy = Arrays.copyOf(copy, copy.length - random.nextInt(copy.length / 16 + 1));
      }
    }
    return copy;
  }
}
