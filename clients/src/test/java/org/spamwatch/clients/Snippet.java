package org.spamwatch.clients;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.spamwatch.agent.cli.SpamWatch;

/** What {@code spamwatch integrate} prints for a program. */
record Snippet(String name, String text) {
  /** That of a program, for a peer that is a milter at a port of loopback. */
  static Snippet ofMilter(String name, int port) throws IOException {
    return of(name, Map.of("{milter.host}", "127.0.0.1", "{milter.port}", Integer.toString(port)));
  }

  /** That of a program, each name in braces replaced. */
  static Snippet of(String name, Map<String, String> values) throws IOException {
    try (var in = SpamWatch.class.getResourceAsStream("integrate/" + name + ".txt")) {
      if (in == null) {
        throw new IllegalArgumentException("no snippet " + name);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (Map.Entry<String, String> value : values.entrySet()) {
        text = text.replace(value.getKey(), value.getValue());
      }
      return new Snippet(name, text);
    }
  }

  /** Those lines that follow a comment which begins so, up to the next comment. */
  String part(String comment) {
    StringBuilder part = new StringBuilder();
    boolean isWanted = false;
    for (String line : text.split("\n", -1)) {
      if (line.startsWith("#")) {
        isWanted = line.startsWith("# " + comment);
      } else if (isWanted) {
        part.append(line).append('\n');
      }
    }
    if (part.length() == 0) {
      throw new IllegalArgumentException(name + " has no part \"" + comment + "\"");
    }
    return part.toString();
  }
}
