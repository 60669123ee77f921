package org.spamwatch.ata.mail;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What lies where a mail is read to, against one that takes a text apart into lines. */
final class MboxReaderTest {
  private static final List<String> PIECES =
      List.of(
          "From a@b.example Mon Jan  1 10:00:00 2024\n",
          "From here to there\n",
          "\n",
          "\r\n",
          ">From quoted\n",
          ">>From quoted twice\r\n",
          "Subject: x\n",
          "a line of text that is a little longer\n",
          "no end");
  private static final List<Integer> LIMITS = List.of(60, 400, 1 << 20);

  @Property(tries = 300)
  void mailsAreThoseOfTheLines(
      @ForAll @Size(max = 40) List<@IntRange(max = 8) Integer> pieces,
      @ForAll boolean isMbox,
      @ForAll @IntRange(min = 1, max = 400) int times,
      @ForAll @IntRange(max = 2) int limit,
      @ForAll @IntRange(min = 1, max = 9_000) int atOnce) {
    StringBuilder some = new StringBuilder();
    pieces.forEach(piece -> some.append(PIECES.get(piece)));
    String text = (isMbox ? PIECES.get(0) : "") + some.toString().repeat(times);
    List<String> found = new ArrayList<>();
    MailVisitor<RuntimeException> visitor =
        new MailVisitor<>() {
          @Override
          public void mail(String name, byte[] mail) {
            found.add(name + " " + new String(mail, ISO_8859_1));
          }

          @Override
          public void problem(String name, String reason) {
            found.add(name + " is refused");
          }
        };
    MailLimits limits = MailLimits.DEFAULT.withMaxBytes(LIMITS.get(limit));
    new Mailbox(limits).visit(slow(text, atOnce), "m", visitor);
    assertThat(found).isEqualTo(naive(text, LIMITS.get(limit)));
  }

  /** Gives so many bytes at once. */
  private static InputStream slow(String text, int atOnce) {
    return new ByteArrayInputStream(text.getBytes(ISO_8859_1)) {
      @Override
      public synchronized int read(byte[] into, int from, int length) {
        return super.read(into, from, Math.min(length, atOnce));
      }
    };
  }

  private static List<String> naive(String text, int limit) {
    if (!text.startsWith("From ")) {
      return text.isEmpty() || text.length() > limit
          ? List.of("m is refused")
          : List.of("m " + text);
    }
    List<StringBuilder> mails = new ArrayList<>();
    List<Integer> lengths = new ArrayList<>(); // with the empty line behind
    String before = "";
    for (String line : Splitter.onPattern("(?<=\n)").split(text)) {
      boolean isFirst = mails.isEmpty();
      if (isFirst || (before.isBlank() && line.equals(PIECES.get(0)))) {
        if (!isFirst) {
          StringBuilder last = mails.get(mails.size() - 1);
          lengths.add(last.length());
          last.setLength(last.length() - before.length());
        }
        mails.add(new StringBuilder());
        before = "not empty";
      } else {
        mails
            .get(mails.size() - 1)
            .append(line.matches("(?s)>+From .*") ? line.substring(1) : line);
        before = line;
      }
    }
    lengths.add(mails.get(mails.size() - 1).length());
    List<String> told = new ArrayList<>();
    for (int i = 0; i < mails.size(); i++) {
      String name = mails.size() == 1 ? "m " : "m#" + (i + 1) + " ";
      told.add(name + (lengths.get(i) > limit ? "is refused" : mails.get(i).toString()));
    }
    return told;
  }
}
