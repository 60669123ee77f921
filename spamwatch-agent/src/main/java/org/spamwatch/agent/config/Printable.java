package org.spamwatch.agent.config;

import java.util.regex.Pattern;

/**
 * Text of others as it may reach a terminal: what would move the cursor, colour or reorder what
 * stands around it is a question mark. That are the control characters, C1 (U+0080 to U+009F) among
 * them, the line and paragraph separators and the marks that set, override or isolate a direction.
 */
public final class Printable {
  private static final String MARKS = "\\u061C\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069";
  private static final Pattern LINE = Pattern.compile("[\\p{Cc}" + MARKS + "]");
  private static final Pattern TEXT = Pattern.compile("[\\p{Cc}" + MARKS + "&&[^\\n\\t]]");

  private Printable() {}

  /** Text that is to stand in one line or column. */
  public static String line(String text) {
    return LINE.matcher(text).replaceAll("?");
  }

  /** Text whose own line ends and tabs stay. */
  public static String text(String text) {
    return TEXT.matcher(text).replaceAll("?");
  }
}
