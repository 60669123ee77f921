package org.spamwatch.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
  private static final AddOnScript TOKENS =
      new AddOnScript("statistics", "test/tokens.js", Map.of(), AddOnTokensTest::ours);
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

  @Test
  void itsOwnTestsPass() throws Exception {
    TOKENS.test();
  }

  @Test
  void goldenMailsHaveTheSameTokens() throws Exception {
    assertThat(TOKENS.differing(AddOnScript.golden())).isEmpty();
  }

  @Test
  void hostileMailsHaveTheSameTokens() throws Exception {
    assertThat(TOKENS.differingOf(HostileMails.all().values())).isEmpty();
  }

  @Test
  void changedMailsHaveTheSameTokens() throws Exception {
    List<Path> golden = AddOnScript.golden();
    Random random = new Random(1);
    List<byte[]> mails = new ArrayList<>();
    for (int i = 0; i < CHANGED; i++) {
      byte[] mail = Files.readAllBytes(golden.get(random.nextInt(golden.size())));
      for (int changes = 1 + random.nextInt(20); changes > 0; changes--) {
        mail = changed(mail, random);
      }
      mails.add(mail);
    }
    assertThat(TOKENS.differingOf(mails)).isEmpty();
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
    List<Path> mails = AddOnScript.corpus();
    assertThat(TOKENS.differing(mails)).as("%s mails", mails.size()).isEmpty();
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
