package org.spamwatch.statistics.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.statistics.TokenVisitor;

/**
 * Whatever bytes there are, reading ends without failing, and what is told is within the limits.
 */
class HostileMailTest {
  private static final String[] PIECES = {
    "Content-Type: multipart/mixed; boundary=",
    "b",
    "\"",
    "\n",
    "\n\n",
    "\r\n",
    "--b",
    "--b--",
    "--",
    "Content-Type: text/html; charset=",
    "Content-Transfer-Encoding: base64\n",
    "Content-Transfer-Encoding: quoted-printable\n",
    "Content-Type: message/rfc822\n\n",
    "iso-2022-jp",
    "utf-16",
    "big5",
    "gb2312",
    "euc-kr",
    "shift_jis",
    "utf-8",
    "koi8-r",
    "iso-2022-kr",
    "<",
    ">",
    "<a href=\"",
    "<!--",
    "-->",
    "<script>",
    "</script",
    "<style",
    "&",
    "&#",
    "&#x110000;",
    "&amp",
    "=?",
    "?q?",
    "?b?",
    "?=",
    "=?utf-8?b?4pyT?=",
    "=?iso-8859-1?q?=E9?=",
    "=",
    "=3D",
    "=\n",
    "\u001B$B",
    "\u001B(B",
    "Subject:",
    "Received: x id ",
    " ",
    "From ",
    ">",
    ";",
    "$1.",
    "1.2.3.",
    "word",
    "'",
    "-----BEGIN PGP SIGNATURE-----",
    "-----END PGP SIGNATURE-----",
    "\u00AD",
    "\u4F60",
    "charset=",
    "aGVsbG8gd29ybGQ",
    "====",
    "%41",
    "%",
    "name=",
    "\u0000",
    "x-spam:"
  };

  private static byte[] mail(SplittableRandom random, int most) {
    byte[] mail = new byte[random.nextInt(most) + 64];
    int end = 0;
    while (end < mail.length - 64) {
      if (random.nextInt(4) == 0) {
        mail[end++] = (byte) random.nextInt(256);
      } else {
        byte[] piece = PIECES[random.nextInt(PIECES.length)].getBytes(StandardCharsets.UTF_8);
        System.arraycopy(piece, 0, mail, end, piece.length);
        end += piece.length;
      }
    }
    for (int i = random.nextInt(20); i > 0 && end > 0; i--) {
      mail[random.nextInt(end)] = (byte) random.nextInt(256);
    }
    return Arrays.copyOf(mail, end);
  }

  /** Each byte as a character. */
  private static List<String> tokens(MailTokens reader, byte[] mail, int from, int to) {
    List<String> tokens = new ArrayList<>();
    reader.read(
        mail,
        from,
        to,
        (bytes, f, t) -> tokens.add(new String(bytes, f, t - f, StandardCharsets.ISO_8859_1)));
    return tokens;
  }

  /** Some 20 MB in all. */
  @Test
  void noBytesBreakIt() {
    SplittableRandom random = new SplittableRandom(18);
    MailTokens reader = new MailTokens(TokenLimits.DEFAULT);
    int[] told = new int[2];
    TokenVisitor visitor =
        (bytes, from, to) -> {
          told[0]++;
          told[1] += to - from < 2 || to - from > 30 ? 1 : 0;
        };
    for (int i = 0; i < 20_000; i++) {
      byte[] mail = mail(random, 2000);
      reader.read(mail, 0, mail.length, visitor);
    }
    assertThat(told[0]).isGreaterThan(100_000);
    assertThat(told[1]).as("tokens of another length").isZero();
  }

  @Property(tries = 2000)
  void whatStandsAroundAMailDoesNotMatter(
      @ForAll long seed,
      @ForAll @IntRange(max = 40) int before,
      @ForAll @IntRange(max = 40) int behind) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] mail = mail(random, 500);
    byte[] array = mail(random, 1);
    array = Arrays.copyOf(array, before + mail.length + behind);
    random.nextBytes(array);
    System.arraycopy(mail, 0, array, before, mail.length);
    MailTokens used = new MailTokens(TokenLimits.DEFAULT);
    assertThat(tokens(used, array, before, before + mail.length))
        .isEqualTo(tokens(new MailTokens(TokenLimits.DEFAULT), mail, 0, mail.length));
    assertThat(tokens(used, mail, 0, mail.length))
        .as("read again")
        .isEqualTo(tokens(new MailTokens(TokenLimits.DEFAULT), mail, 0, mail.length));
  }

  /** A quadratic reader would take minutes for one of these. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<",
        "<a b=\"",
        "<!--",
        "<!-->",
        "<!--x>",
        "&",
        "&#1",
        "</",
        "<script>",
        "<a '",
        "=?",
        "=?a?q?",
        "=?a?b?x",
        "--b\n",
        "--\n",
        "-----BEGIN PGP SIGNATURE-----\n",
        "a\u00AD",
        "$1.",
        "1.2.3.",
        "From \n",
        "\n\n",
        "word ",
        "'",
        "=\n",
        "a id ",
        "%4",
        "<x y=>",
        "\u4F60\u200B",
        "a-",
        "; a=b",
        "Content-Type: message/rfc822\n\n",
        "Content-Type: multipart/x; boundary=b\n\n--b\n"
      })
  void aMailOfOneThingRepeatedIsReadInLinearTime(String piece) {
    byte[] bytes = piece.repeat((256 << 10) / piece.length()).getBytes(StandardCharsets.UTF_8);
    for (String header :
        List.of(
            "",
            "\n",
            "Subject: ",
            "Received: ",
            "Content-Type: text/html; charset=x\n\n",
            "Content-Type: multipart/mixed; boundary=b\n\n",
            "Content-Type: multipart/mixed; boundary=\"b",
            "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n")) {
      byte[] mail =
          (header + new String(bytes, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
      int[] count = new int[1];
      new MailTokens(TokenLimits.DEFAULT)
          .read(mail, 0, mail.length, (array, from, to) -> count[0]++);
      assertThat(count[0]).isLessThanOrEqualTo(TokenLimits.DEFAULT.maxTokens());
    }
  }

  @Test
  void theSteadyStateAllocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    SplittableRandom random = new SplittableRandom(7);
    byte[][] mails = new byte[200][];
    Arrays.setAll(mails, i -> mail(random, 4000));
    MailTokens reader = new MailTokens(TokenLimits.DEFAULT);
    int[] count = new int[1];
    long allocated = Long.MAX_VALUE;
    TokenVisitor counter = (bytes, from, to) -> count[0]++;
    for (int round = 0; round < 20 && allocated > 0; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (byte[] mail : mails) {
        reader.read(mail, 0, mail.length, counter);
      }
      allocated = threads.getCurrentThreadAllocatedBytes() - before - overhead(threads);
    }
    assertThat(count[0]).isPositive();
    assertThat(allocated).isLessThanOrEqualTo(0);
  }

  private static long overhead(ThreadMXBean threads) {
    long before = threads.getCurrentThreadAllocatedBytes();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
