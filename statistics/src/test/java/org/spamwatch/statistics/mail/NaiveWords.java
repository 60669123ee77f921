package org.spamwatch.statistics.mail;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@link Words} by regular expressions over characters. */
final class NaiveWords {
  private static final String UNSPACED =
      "\\u0E00-\\u0EFF\\u1000-\\u11FF\\u1780-\\u17FF\\u3005-\\u3007\\u3021-\\u9FFF\\uAC00-\\uD7FF"
          + "\\uF900-\\uFAFF\\uFF66-\\uFFDC\\x{20000}-\\x{3FFFF}";
  private static final String IGNORED = "[\\p{Cf}\\u034F\\uFE00-\\uFE0F]";
  private static final String ALPHABETIC = "[\\p{L}\\p{M}\\p{Nl}&&[^\\u034F\\uFE00-\\uFE0F]]";
  private static final String LETTER =
      "(?:[A-Za-z]|[" + ALPHABETIC + "&&[^" + UNSPACED + "\\p{ASCII}]])";
  private static final String PUNCTUATION = "!'\\-._`~";
  private static final String WIDE_PUNCTUATION =
      "\\uFF01\\uFF07\\u2019\\uFF0D\\uFF0E\\uFF3F\\uFF40\\uFF5E";
  private static final String INSIDE =
      "(?:" + LETTER + "|[\\p{Nd}" + PUNCTUATION + WIDE_PUNCTUATION + "]|" + IGNORED + ")";
  private static final String PAIRED = "[" + ALPHABETIC + "&&[" + UNSPACED + "]]";
  private static final String BYTE = "(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]?[0-9])";
  private static final Pattern TOKENS =
      Pattern.compile(
          "(?<word>%s%s*+)|(?<pairs>%s(?:%s|%s)*+)|(?<price>\\$[0-9]++(?:\\.[0-9]++)?)"
                  .formatted(LETTER, INSIDE, PAIRED, PAIRED, IGNORED)
              + "|(?<address>%s(?![0-9])(?:\\.%s(?![0-9])){3})|(?<number>[0-9]++)"
                  .formatted(BYTE, BYTE));

  private NaiveWords() {}

  static List<String> of(String tag, String text, int maxBytes) {
    List<String> tokens = new ArrayList<>();
    for (Matcher m = TOKENS.matcher(text); m.find(); ) {
      if (m.group("word") != null) {
        StringBuilder folded = new StringBuilder();
        m.group()
            .replaceAll(IGNORED, "")
            .codePoints()
            .map(Characters::folded)
            .forEach(folded::appendCodePoint);
        tokens.add(folded.toString().replaceAll("[-._'`~]+$", ""));
      } else if (m.group("pairs") != null) {
        int[] characters = m.group().replaceAll(IGNORED, "").codePoints().toArray();
        if (characters.length == 1) {
          tokens.add(new String(characters, 0, 1));
        }
        for (int i = 0; i + 1 < characters.length; i++) {
          tokens.add(new String(characters, i, 2));
        }
      } else if (m.group("number") == null) {
        tokens.add(m.group());
      }
    }
    tokens.removeIf(
        token -> bytes(token) < (token.startsWith("$") ? 2 : 3) || bytes(tag + token) > maxBytes);
    tokens.replaceAll(token -> tag + token);
    return tokens;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
