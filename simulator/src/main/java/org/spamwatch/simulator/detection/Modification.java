package org.spamwatch.simulator.detection;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The changes that a spammer's program makes from copy to copy: text in, a whole mail out. */
public enum Modification {
  /** The text as it is under other headers. */
  NEW_HEADERS("exact text, new headers") {
    @Override
    String change(String text, RandomGenerator random) {
      return text;
    }
  },
  /** Ten characters in a row become others. */
  REPLACE_10("10 consecutive characters replaced") {
    @Override
    String change(String text, RandomGenerator random) {
      return replaced(text, 10, random);
    }
  },
  /** Fifty characters in a row become others. */
  REPLACE_50("50 consecutive characters replaced") {
    @Override
    String change(String text, RandomGenerator random) {
      return replaced(text, 50, random);
    }
  },
  /** Five words of five letters are written over the text at random places. */
  FIVE_WORDS("five 5-letter words overwritten") {
    @Override
    String change(String text, RandomGenerator random) {
      StringBuilder changed = new StringBuilder(text);
      for (int i = 0; i < 5; i++) {
        int at = random.nextInt(text.length() - 5);
        changed.replace(at, at + 5, Words.word(5, random));
      }
      return changed.toString();
    }
  },
  /** A hundred characters of random words somewhere inside. */
  PARAGRAPH_INSIDE("100-character paragraph inside") {
    @Override
    String change(String text, RandomGenerator random) {
      return inside(text, random);
    }
  },
  /** The same behind the text. */
  PARAGRAPH_APPENDED("100-character paragraph appended") {
    @Override
    String change(String text, RandomGenerator random) {
      return text + "\n\n" + Words.paragraph(100, random) + "\n";
    }
  },
  /** The same before the text. */
  PARAGRAPH_PREPENDED("100-character paragraph prepended") {
    @Override
    String change(String text, RandomGenerator random) {
      return Words.paragraph(100, random) + "\n\n" + text;
    }
  },
  /** One word in forty becomes another. */
  WORDS_40("1 word in 40 replaced") {
    @Override
    String change(String text, RandomGenerator random) {
      return Words.replaceSome(text, 40, random);
    }
  },
  /** One word in twenty becomes another. */
  WORDS_20("1 word in 20 replaced") {
    @Override
    String change(String text, RandomGenerator random) {
      return Words.replaceSome(text, 20, random);
    }
  },
  /** One word in ten becomes another. */
  WORDS_10("1 word in 10 replaced") {
    @Override
    String change(String text, RandomGenerator random) {
      return Words.replaceSome(text, 10, random);
    }
  },
  /** The plain text as HTML. */
  HTML("wrapped in HTML") {
    @Override
    String change(String text, RandomGenerator random) {
      return html(escaped(text));
    }

    @Override
    String type() {
      return "text/html";
    }
  },
  /** The same, and one word in three has a comment inside. */
  HTML_COMMENTS("HTML with comments inside words") {
    @Override
    String change(String text, RandomGenerator random) {
      Matcher words = Pattern.compile("(?<!&)(?<![\\p{L}#])\\p{L}{4,}").matcher(escaped(text));
      return html(
          words.replaceAll(
              found ->
                  random.nextInt(3) == 0
                      ? found.group().substring(0, 2)
                          + "<!-- "
                          + Words.word(6, random)
                          + " -->"
                          + found.group().substring(2)
                      : Matcher.quoteReplacement(found.group())));
    }

    @Override
    String type() {
      return "text/html";
    }
  },
  /** Another greeting and name in front, in the place of the one there was. */
  GREETING("name in the greeting changed") {
    @Override
    String change(String text, RandomGenerator random) {
      return greeted(text, random);
    }
  },
  /** The same words in lines of another length. */
  REWRAPPED("lines re-wrapped") {
    @Override
    String change(String text, RandomGenerator random) {
      return wrapped(text, 40 + random.nextInt(60));
    }
  },
  /** Every web address leads elsewhere. */
  URLS("all URLs changed") {
    @Override
    String change(String text, RandomGenerator random) {
      return otherUrls(text, random);
    }
  },
  /** The bytes in base64. */
  BASE64("base64") {
    @Override
    String change(String text, RandomGenerator random) {
      return text;
    }

    @Override
    String encoding() {
      return "base64";
    }
  },
  /** The bytes in quoted-printable, every other letter escaped. */
  QUOTED_PRINTABLE("quoted-printable") {
    @Override
    String change(String text, RandomGenerator random) {
      return text;
    }

    @Override
    String encoding() {
      return "quoted-printable";
    }
  },
  /** Thirty random words behind the text. */
  WORDS_APPENDED("30 random words appended") {
    @Override
    String change(String text, RandomGenerator random) {
      return text + "\n" + Words.words(30, random) + "\n";
    }
  },
  /** Greeting, web addresses, one word in forty and a paragraph inside, all at once. */
  COMBINED("greeting + URLs + 1 word in 40 + paragraph") {
    @Override
    String change(String text, RandomGenerator random) {
      String other = Words.replaceSome(otherUrls(text, random), 40, random);
      return greeted(inside(other, random), random);
    }
  },
  /** Every letter in upper case. */
  UPPER_CASE("ALL UPPER CASE") {
    @Override
    String change(String text, RandomGenerator random) {
      return text.toUpperCase(Locale.ROOT);
    }
  };

  private static final Pattern URL = Pattern.compile("(?i)\\b(?:https?://|www\\.)[^\\s<>\"']+");
  private static final Pattern GREETED =
      Pattern.compile("(?i)^\\s*(?:hi|hello|dear|hey|greetings)\\b[^\\n]{0,60}\\n");

  private final String label;

  Modification(String label) {
    this.label = label;
  }

  /** The change in words. */
  public String label() {
    return label;
  }

  abstract String change(String text, RandomGenerator random);

  String type() {
    return "text/plain";
  }

  String encoding() {
    return "8bit";
  }

  /** A mail with the changed text, under headers of its own. */
  byte[] mail(String text, RandomGenerator random) {
    return mail(change(text, random), type(), encoding(), random);
  }

  /** A mail with a text as it is. */
  static byte[] plain(String text, RandomGenerator random) {
    return mail(text, "text/plain", "8bit", random);
  }

  private static byte[] mail(String text, String type, String encoding, RandomGenerator random) {
    String headers =
        "From: %s <%s@%s.example>%nTo: <%s@peer.example>%nSubject: %s%nMessage-ID: <%s@%s.example>%n"
                .formatted(
                    Words.word(6, random),
                    Words.word(8, random),
                    Words.word(9, random),
                    Words.word(7, random),
                    Words.words(4, random),
                    Words.word(20, random),
                    Words.word(9, random))
            + "Date: Thu, 1 Jan 2026 00:%02d:%02d +0000%nMIME-Version: 1.0%n"
                .formatted(random.nextInt(60), random.nextInt(60))
            + "Content-Type: %s; charset=utf-8%nContent-Transfer-Encoding: %s%n%n"
                .formatted(type, encoding);
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    String encoded =
        switch (encoding) {
          case "base64" -> Base64.getMimeEncoder(76, new byte[] {'\n'}).encodeToString(body) + "\n";
          case "quoted-printable" -> quotedPrintable(body);
          default -> text;
        };
    return (headers.replace("\r\n", "\n") + encoded).getBytes(StandardCharsets.UTF_8);
  }

  private static String quotedPrintable(byte[] body) {
    StringBuilder encoded = new StringBuilder(2 * body.length);
    int column = 0;
    for (int i = 0; i < body.length; i++) {
      int b = body[i] & 0xFF;
      if (b == '\n') {
        encoded.append('\n');
        column = 0;
        continue;
      }
      if (column > 70) {
        encoded.append("=\n");
        column = 0;
      }
      boolean literal = b > ' ' && b < 127 && b != '=' && i % 2 == 0;
      String written = literal ? String.valueOf((char) b) : String.format("=%02X", b);
      encoded.append(written);
      column += written.length();
    }
    return encoded.append('\n').toString();
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
