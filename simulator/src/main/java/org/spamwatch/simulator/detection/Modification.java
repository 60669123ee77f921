package org.spamwatch.simulator.detection;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The changes that a spammer's program makes from copy to copy: text in, a whole mail out. */
public enum Modification {
  /** The text as it is under other headers. */
  NEW_HEADERS("exact text, new headers", (text, random) -> text),
  /** Ten characters in a row become others. */
  REPLACE_10("10 consecutive characters replaced", (text, random) -> replaced(text, 10, random)),
  /** Fifty characters in a row become others. */
  REPLACE_50("50 consecutive characters replaced", (text, random) -> replaced(text, 50, random)),
  /** Five words of five letters are written over the text at random places. */
  FIVE_WORDS("five 5-letter words overwritten", Modification::overwritten),
  /** A hundred characters of random words somewhere inside. */
  PARAGRAPH_INSIDE("100-character paragraph inside", Modification::inside),
  /** A paragraph behind the text. */
  PARAGRAPH_APPENDED(
      "100-character paragraph appended",
      (text, random) -> text + "\n\n" + Words.paragraph(100, random) + "\n"),
  /** A paragraph before the text. */
  PARAGRAPH_PREPENDED(
      "100-character paragraph prepended",
      (text, random) -> Words.paragraph(100, random) + "\n\n" + text),
  /** One word in forty becomes another. */
  WORDS_40("1 word in 40 replaced", (text, random) -> Words.replaceSome(text, 40, random)),
  /** One word in twenty becomes another. */
  WORDS_20("1 word in 20 replaced", (text, random) -> Words.replaceSome(text, 20, random)),
  /** One word in ten becomes another. */
  WORDS_10("1 word in 10 replaced", (text, random) -> Words.replaceSome(text, 10, random)),
  /** The plain text as HTML. */
  HTML("wrapped in HTML", (text, random) -> html(escaped(text)), "text/html", "8bit"),
  /** The text as HTML in which one word in three has a comment inside. */
  HTML_COMMENTS(
      "HTML with comments inside words",
      (text, random) -> html(commented(escaped(text), random)),
      "text/html",
      "8bit"),
  /** Another greeting and name in front, in the place of the one there was. */
  GREETING("name in the greeting changed", Modification::greeted),
  /** The same words in lines of another length. */
  REWRAPPED("lines re-wrapped", (text, random) -> wrapped(text, 40 + random.nextInt(60))),
  /** Every web address leads elsewhere. */
  URLS("all URLs changed", Modification::otherUrls),
  /** The bytes in base64. */
  BASE64("base64", (text, random) -> text, "text/plain", "base64"),
  /** The bytes in quoted-printable, every other letter escaped. */
  QUOTED_PRINTABLE("quoted-printable", (text, random) -> text, "text/plain", "quoted-printable"),
  /** Thirty random words behind the text. */
  WORDS_APPENDED(
      "30 random words appended", (text, random) -> text + "\n" + Words.words(30, random) + "\n"),
  /** Greeting, web addresses, one word in forty and a paragraph inside, all at once. */
  COMBINED(
      "greeting + URLs + 1 word in 40 + paragraph",
      (text, random) -> {
        String other = Words.replaceSome(otherUrls(text, random), 40, random);
        return greeted(inside(other, random), random);
      }),
  /** Every letter in upper case. */
  UPPER_CASE("ALL UPPER CASE", (text, random) -> text.toUpperCase(Locale.ROOT));

  private static final Pattern URL = Pattern.compile("(?i)\\b(?:https?://|www\\.)[^\\s<>\"']+");
  // Not inside an entity.
  private static final Pattern LONG_WORD = Pattern.compile("(?<!&)(?<![\\p{L}#])\\p{L}{4,}");
  private static final Pattern GREETED =
      Pattern.compile("(?i)^\\s*(?:hi|hello|dear|hey|greetings)\\b[^\\n]{0,60}\\n");

  private final String label;

  @SuppressWarnings("ImmutableEnumChecker") // the functions above hold nothing
  private final BiFunction<String, RandomGenerator, String> change;

  private final String type;
  private final String encoding;

  Modification(String label, BiFunction<String, RandomGenerator, String> change) {
    this(label, change, "text/plain", "8bit");
  }

  Modification(
      String label,
      BiFunction<String, RandomGenerator, String> change,
      String type,
      String encoding) {
    this.label = label;
    this.change = change;
    this.type = type;
    this.encoding = encoding;
  }

  /** The change in words. */
  public String label() {
    return label;
  }

  String change(String text, RandomGenerator random) {
    return change.apply(text, random);
  }

  /** A mail with the changed text, under headers of its own. */
  byte[] mail(String text, RandomGenerator random) {
    return CopiedMail.of(change(text, random), type, encoding, random);
  }

  private static String overwritten(String text, RandomGenerator random) {
    StringBuilder changed = new StringBuilder(text);
    for (int i = 0; i < 5; i++) {
      int at = random.nextInt(text.length() - 5);
      changed.replace(at, at + 5, Words.word(5, random));
    }
    return changed.toString();
  }

  private static String commented(String escaped, RandomGenerator random) {
    Matcher words = LONG_WORD.matcher(escaped);
    return words.replaceAll(
        found ->
            random.nextInt(3) == 0
                ? found.group().substring(0, 2)
                    + "<!-- "
                    + Words.word(6, random)
                    + " -->"
                    + found.group().substring(2)
                : Matcher.quoteReplacement(found.group()));
  }

  private static String replaced(String text, int length, RandomGenerator random) {
    int at = random.nextInt(text.length() - length);
    return text.substring(0, at) + Words.paragraph(length, random) + text.substring(at + length);
  }

  private static String inside(String text, RandomGenerator random) {
    int at = text.indexOf(' ', random.nextInt(text.length()));
    at = at < 0 ? text.length() : at;
    return text.substring(0, at) + "\n" + Words.paragraph(100, random) + "\n" + text.substring(at);
  }

  private static String greeted(String text, RandomGenerator random) {
    String greeting = "Dear " + Words.word(7, random) + " " + Words.word(9, random) + ",\n";
    Matcher old = GREETED.matcher(text);
    return old.lookingAt() ? greeting + text.substring(old.end()) : greeting + text;
  }

  private static String otherUrls(String text, RandomGenerator random) {
    return URL.matcher(text)
        .replaceAll(
            (MatchResult found) ->
                "http://" + Words.word(9, random) + ".example/" + Words.word(12, random));
  }

  private static String wrapped(String text, int width) {
    List<String> lines = new ArrayList<>();
    for (String paragraph : text.split("\\n\\s*\\n", -1)) {
      StringBuilder line = new StringBuilder();
      for (String word : paragraph.trim().split("\\s+", -1)) {
        if (line.length() + word.length() >= width) {
          lines.add(line.toString());
          line.setLength(0);
        }
        line.append(line.length() == 0 ? "" : " ").append(word);
      }
      lines.add(line.toString());
      lines.add("");
    }
    return String.join("\n", lines);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String html(String escaped) {
    return "<html><head><title>news</title></head><body><p>"
        + escaped.replaceAll("\\n\\s*\\n", "</p>\n<p>").replace("\n", "<br>\n")
        + "</p></body></html>\n";
  }
}
