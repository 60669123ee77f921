package org.spamwatch.agent.config;

import java.nio.file.Path;

/**
 * A Unix domain socket.
 *
 * @param group whether the file's group may connect, and not its owner alone
 */
public record SocketFile(Path file, boolean group) {
  private static final String GROUP = " mode=0660";

  /** The longest path in characters: systems take about 100 bytes, and it is bound beside it. */
  private static final int LONGEST = 80;

  /** As an operator writes it. */
  static final Allowed<SocketFile> ALLOWED =
      Allowed.one(
          "a file's absolute path of at most 80 characters; behind it mode=0660 for its group too",
          SocketFile::parse);

  private static SocketFile parse(String text) {
    boolean group = text.endsWith(GROUP);
    String path = group ? text.substring(0, text.length() - GROUP.length()) : text;
    Path file = Path.of(ValueParser.visible(path, LONGEST));
    if (!file.isAbsolute()) {
      throw new IllegalArgumentException("not an absolute path");
    }
    return new SocketFile(file, group);
  }
}
