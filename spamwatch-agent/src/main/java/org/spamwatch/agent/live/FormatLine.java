package org.spamwatch.agent.live;

/**
 * The first line of a text file in the data directory: what the file is, the number of its format,
 * and what the format puts behind that. The number is read before anything else, so that a file of
 * a newer version is told from a damaged one, and one of the version before can be read by its own
 * rules ({@code docs/adr/0016-compatibility.md}).
 */
final class FormatLine {
  private FormatLine() {}

  /** The line that begins a file, without its end. */
  static String of(String kind, int format, String rest) {
    return rest.isEmpty() ? kind + " " + format : kind + " " + format + " " + rest;
  }

  /**
   * What follows the number.
   *
   * @param kind what the file is, one word
   * @param format the number that this version reads
   * @throws IllegalArgumentException in one line, if the file is of another kind or format
   */
  static String rest(String kind, int format, String line) {
    String[] words = line.split(" ", 3);
    if (words.length < 2 || !words[0].equals(kind) || !words[1].matches("[1-9][0-9]{0,3}")) {
      throw new IllegalArgumentException(
          "line 1 does not begin with '" + kind + " " + format + "'");
    }
    int number = Integer.parseInt(words[1]);
    if (number != format) {
      throw new IllegalArgumentException(
          "of format "
              + number
              + ", written by "
              + (number > format ? "a newer" : "a much older")
              + " version of SpamWatch");
    }
    return words.length == 3 ? words[2] : "";
  }
}
