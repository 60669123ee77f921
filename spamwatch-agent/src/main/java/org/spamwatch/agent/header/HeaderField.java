package org.spamwatch.agent.header;

import java.util.List;

/**
 * A field to be added to a mail's header.
 *
 * @param lines of its value, each without white space at its ends and of ASCII characters that
 *     print; at least one
 */
public record HeaderField(String name, List<String> lines) {
  /** Copies the list. */
  public HeaderField {
    lines = List.copyOf(lines);
  }

  /** A field of one line. */
  public HeaderField(String name, String line) {
    this(name, List.of(line));
  }

  /**
   * The value with its folds.
   *
   * @param lineEnd what ends a line where it is written: CR LF in a mail on its way, LF in a file
   *     and to a mail server's milter
   */
  public String value(String lineEnd) {
    return String.join(lineEnd + "\t", lines);
  }

  /** The whole field, its last line ended as well. */
  public String text(String lineEnd) {
    return name + ": " + value(lineEnd) + lineEnd;
  }
}
