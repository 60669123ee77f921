package org.spamwatch.ata.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Postmarks by hand are those of regular expressions. */
class MboxLineTest {
  private static final Pattern POSTMARK =
      Pattern.compile("(?s)From .*?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun).*?[0-9]:[0-9]{2}.*?[0-9]{4}.*");

  private static final Pattern BEHIND_EMPTY_LINE =
      Pattern.compile("(?<=\\n\\r?\\n)From [^\\n]*\\n");

  @Provide
  Arbitrary<String> lines() {
    return Arbitraries.of(
            "From ",
            "joe@x ",
            "Mon",
            "Jan 1 ",
            "00:0",
            "0:00",
            "9:5",
            "2001",
            "200",
            "\n",
            "\r\n",
            "\n\n",
            "From joe Mon Jan 1 00:00:00 2001\n",
            "Fro",
            "F",
            " ")
        .list()
        .ofMaxSize(12)
        .map(parts -> String.join("", parts));
  }

  @Property
  void aPostmarkHasADayATimeAndAYear(@ForAll("lines") String line) {
    byte[] bytes = ("From " + line).getBytes(StandardCharsets.ISO_8859_1);
    assertThat(MboxLine.isPostmark(bytes, bytes.length))
        .isEqualTo(POSTMARK.matcher("From " + line).matches());
  }

  @Property
  void mailsBeginAtPostmarksBehindEmptyLines(
      @ForAll("lines") String one, @ForAll("lines") String two) {
    String mbox = one + "\n\nFrom joe Tue Feb  6 07:08:09 2001\nSubject: x\n\n" + two;
    List<Integer> expected = new ArrayList<>();
    for (Matcher m = BEHIND_EMPTY_LINE.matcher(mbox); m.find(); ) {
      if (POSTMARK.matcher(m.group()).matches()) {
        expected.add(m.start());
      }
    }
    byte[] bytes = mbox.getBytes(StandardCharsets.ISO_8859_1);
    List<Integer> found = new ArrayList<>();
    for (int at = MboxLine.nextPostmark(bytes, 0, bytes.length);
        at >= 0;
        at = MboxLine.nextPostmark(bytes, at, bytes.length)) {
      found.add(at);
    }
    assertThat(found).isEqualTo(expected).isNotEmpty();
  }
}
