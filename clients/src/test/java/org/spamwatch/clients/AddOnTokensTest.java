package org.spamwatch.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.collect.Lists;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.spamwatch.statistics.TokenHash;
import org.spamwatch.statistics.mail.MailTokens;
import org.spamwatch.statistics.mail.TokenLimits;

/**
 * The tokens that Thunderbird's add-on finds in mails in JavaScript, and their hashes, are those
 * that a peer finds, in the same order. {@code -Dspamwatch.mails=DIRECTORY} adds every file below a
 * directory.
 */
final class AddOnTokensTest {
  private static final int AT_ONCE = 200;
  private static final int MOST_SHOWN = 10;
  private static final int CHANGED = 2_000;
  private static final int LONGEST_PIECE = 40;
  private static final String[] PIECES = {
    "=?utf-8?q?",
    "=?big5?b?",
    "?=",
    "\n\n",
    "\n--",
    "boundary=\"",
    "charset=koi8-r",
    "<a href='",
    "Content-Type: text/html; charset=shift_jis\n",
    "Content-Transfer-Encoding: base64\n",
    "&#x",
    "&eacute",
    "<!--",
    "-->",
    "</script",
    "<style>",
    "$9.95",
    "10.2.3.4",
    "中文",
    "Ａ",
    "\u00AD",
    "-----BEGIN PGP SIGNATURE-----",
    "Received: by x with y id ABC; now\n",
    "กขค",
    "’"
  };

  @BeforeAll
  static void node() throws IOException {
    DebianPackages.installed("nodejs");
  }

  private static Path addOn(String name) {
    return Scratch.ofProject("integrations/thunderbird/statistics").resolve(name);
  }

  private static List<Path> below(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static List<Path> golden() throws IOException {
    Path golden = Scratch.ofProject("ata/src/test/resources/org/spamwatch/ata");
    return below(golden).stream().filter(file -> file.toString().endsWith(".eml")).toList();
  }

  @Test
  void itsOwnTestsPass() throws Exception {
    Programs.run("node", "--test", addOn("").toString()).well();
  }

  @Test
  void goldenMailsHaveTheSameTokens() throws Exception {
    assertThat(different(golden())).isEmpty();
  }

  @Test
  void hostileMailsHaveTheSameTokens() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      List<Path> mails = new ArrayList<>();
      for (byte[] mail : HostileMails.all().values()) {
        mails.add(Files.write(scratch.path(mails.size() + ".eml"), mail));
      }
      assertThat(different(mails)).isEmpty();
    }
  }

  @Test
  void changedMailsHaveTheSameTokens() throws Exception {
    List<Path> golden = golden();
    Random random = new Random(1);
    try (Scratch scratch = Scratch.make()) {
      List<Path> mails = new ArrayList<>();
      for (int i = 0; i < CHANGED; i++) {
        byte[] mail = Files.readAllBytes(golden.get(random.nextInt(golden.size())));
        for (int changes = 1 + random.nextInt(20); changes > 0; changes--) {
          mail = changed(mail, random);
        }
        mails.add(Files.write(scratch.path(i + ".eml"), mail));
      }
      assertThat(different(mails)).isEmpty();
    }
  }

  /** With another byte, a piece of MIME, HTML or text more, or a stretch less. */
  private static byte[] changed(byte[] mail, Random random) {
    int at = random.nextInt(mail.length + 1);
    int behind = Math.min(mail.length, at + random.nextInt(LONGEST_PIECE));
    byte[] piece =
        switch (random.nextInt(3)) {
          case 0 -> new byte[] {(byte) random.nextInt(256)};
          case 1 -> PIECES[random.nextInt(PIECES.length)].getBytes(UTF_8);
          default -> new byte[0];
        };
    int from = piece.length > 1 ? at : behind;
    byte[] changed = Arrays.copyOf(mail, at + piece.length + mail.length - from);
    System.arraycopy(piece, 0, changed, at, piece.length);
    System.arraycopy(mail, from, changed, at + piece.length, mail.length - from);
    return changed;
  }

  @Test
  void mailsOfACorpusHaveTheSameTokens() throws Exception {
    String directory = System.getProperty("spamwatch.mails", "");
    assumeTrue(!directory.isEmpty(), "-Dspamwatch.mails names no directory");
    List<Path> mails = below(Path.of(directory));
    assertThat(different(mails)).as("%s mails of %s", mails.size(), directory).isEmpty();
  }

  /** Those of which the two make something else, but not more than a reader can take. */
  private static List<String> different(List<Path> mails) throws IOException {
    List<String> different = new ArrayList<>();
    for (List<Path> some : Lists.partition(mails, AT_ONCE)) {
      List<String> command = Lists.newArrayList("node", addOn("test/tokens.js").toString());
      some.forEach(mail -> command.add(mail.toString()));
      List<String> theirs =
          Programs.run(command.toArray(String[]::new)).well().out().lines().toList();
      assertThat(theirs).hasSameSizeAs(some);
      for (int i = 0; i < some.size() && different.size() < MOST_SHOWN; i++) {
        String ours = ours(Files.readAllBytes(some.get(i)));
        if (!ours.equals(theirs.get(i))) {
          different.add(some.get(i) + ": " + theirs.get(i) + ", not " + ours);
        }
      }
    }
    return different;
  }

  private static String ours(byte[] mail) {
    TokenHash hash = TokenHash.keyed(0x0123456789ABCDEFL, 0xFEDCBA9876543210L);
    long[] digest = new long[2]; // and how many
    new MailTokens(TokenLimits.DEFAULT)
        .read(
            mail,
            0,
            mail.length,
            (bytes, from, to) -> {
              digest[0] = digest[0] * 31 + hash.hash(bytes, from, to);
              digest[1]++;
            });
    return digest[1] + " " + Long.toUnsignedString(digest[0]);
  }
}
