package org.spamwatch.topologies;

import java.io.IOException;
import java.io.Reader;
import java.util.List;

/**
 * The lines of a text that say something: numbered, split at white space, none longer than a bound.
 * Blank lines and those that begin with {@code #} are passed over.
 */
final class BoundedLines {
  private final Reader reader;
  private final int longest;
  private final StringBuilder line = new StringBuilder();
  private int number;

  /** Over a reader that buffers, of lines up to {@link TopologyLimits#LINE}. */
  BoundedLines(Reader reader) {
    this(reader, TopologyLimits.LINE);
  }

  /** Over a reader that buffers, of lines up to a number of characters. */
  BoundedLines(Reader reader, int longest) {
    this.reader = reader;
    this.longest = longest;
  }

  /** The number of the line read last, from 1. */
  int number() {
    return number;
  }

  /** The words of the next line, or none at the end of the text. */
  List<String> next() throws IOException, TopologyException {
    String text = nextText();
    return text.isEmpty() ? List.of() : List.of(text.split("\\s+"));
  }

  /** The next line without white space around it, empty at the end of the text. */
  String nextText() throws IOException, TopologyException {
    while (fill()) {
      String text = line.toString().strip();
      if (!text.isEmpty() && text.charAt(0) != '#') {
        return text;
      }
    }
    return "";
  }

  /** The words of the next line, of which there must be one. */
  List<String> expect(String what) throws IOException, TopologyException {
    List<String> words = next();
    if (words.isEmpty()) {
      throw TopologyException.atLine(number + 1, "the text ends where " + what + " is expected");
    }
    return words;
  }

  /** An integer between two bounds. */
  int integer(String word, String what, int least, int most) throws TopologyException {
    try {
      int value = Integer.parseInt(word);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below: too long and not a number are the same mistake.
    }
    throw wrong(word, what, "an integer from " + least + " to " + most);
  }

  /** A finite decimal number between two bounds. */
  double decimal(String word, String what, double least, double most) throws TopologyException {
    try {
      double value = Double.parseDouble(word);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw wrong(word, what, "a number from " + least + " to " + most);
  }

  /** What is wrong with the line read last. */
  TopologyException problem(String problem) {
    return TopologyException.atLine(number, problem);
  }

  private TopologyException wrong(String word, String what, String expected) {
    String shown = word.length() <= 40 ? word : word.substring(0, 40) + "...";
    return problem(what + " " + printable(shown) + " is not " + expected);
  }

  /** A word of a hostile file as it may be shown on a terminal. */
  static String printable(String word) {
    StringBuilder shown = new StringBuilder(word.length());
    word.codePoints().forEach(c -> shown.appendCodePoint(c >= 32 && c < 127 ? c : '?'));
    return shown.toString();
  }

  private boolean fill() throws IOException, TopologyException {
    line.setLength(0);
    int c = reader.read();
    if (c < 0) {
      return false;
    }
    number++;
    for (; c >= 0 && c != '\n'; c = reader.read()) {
      if (line.length() == longest) {
        throw problem("longer than " + longest + " characters");
      }
      line.append((char) c);
    }
    return true;
  }
}
