package org.spamwatch.agent.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * In which line of a TOML text each key stands. The parser keeps no positions of values, so that
 * errors found after parsing look here; keys inside an inline table are found by their table.
 */
public final class TomlLines {
  private static final Pattern TABLE = Pattern.compile("\\s*\\[\\[?([^\\[\\]]+)\\]\\]?\\s*(#.*)?");
  private static final Pattern KEY = Pattern.compile("\\s*([A-Za-z0-9_.\"' \\t-]+?)\\s*=.*");

  private final Map<String, Integer> lines = new LinkedHashMap<>();

  /** Looks at a text, which need not be TOML. */
  public TomlLines(String text) {
    String table = "";
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      Matcher header = TABLE.matcher(line.stripTrailing());
      Matcher key = KEY.matcher(line.stripTrailing());
      if (header.matches()) {
        table = plain(header.group(1));
        lines.putIfAbsent(table, number);
      } else if (key.matches()) {
        String name = plain(key.group(1));
        lines.putIfAbsent(table.isEmpty() ? name : table + "." + name, number);
      }
    }
  }

  /** The line of a dotted key, from 1, or of the nearest table around it; 1 if none is found. */
  public int of(String key) {
    String at = key;
    while (true) {
      Integer line = lines.get(at);
      if (line != null) {
        return line;
      }
      int dot = at.lastIndexOf('.');
      if (dot < 0) {
        return 1;
      }
      at = at.substring(0, dot);
    }
  }

  private static String plain(String key) {
    return key.replaceAll("[\"' \\t]", "");
  }
}
