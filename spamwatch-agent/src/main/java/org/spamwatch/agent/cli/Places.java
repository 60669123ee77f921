package org.spamwatch.agent.cli;

import java.nio.file.Path;
import java.util.Map;

/**
 * Where this machine keeps SpamWatch's files. Under systemd (which sets {@code STATE_DIRECTORY})
 * and for root these are the system's places; for anybody else the XDG base directories, so that a
 * peer and a command line work without privileges.
 *
 * @param configurationFile read by a peer if it exists and no other is named
 * @param dataDirectory a peer's keys and store
 * @param userDirectory the keys with which the command line's user signs votes
 */
record Places(Path configurationFile, Path dataDirectory, Path userDirectory) {
  /**
   * The places for a user.
   *
   * @param environment the process's environment variables
   * @param userName the name of the user the process runs as
   * @param home that user's home directory
   */
  static Places of(Map<String, String> environment, String userName, Path home) {
    Path configuration =
        absolute(environment.get("XDG_CONFIG_HOME"), home.resolve(".config")).resolve("spamwatch");
    // systemd separates several state directories by a colon; the first one is ours.
    String state = environment.getOrDefault("STATE_DIRECTORY", "").split(":", 2)[0];
    if (!state.isEmpty() || userName.equals("root")) {
      Path data = absolute(state, Path.of("/var/lib/spamwatch"));
      return new Places(Path.of("/etc/spamwatch/spamwatch.toml"), data, configuration);
    }
    Path data = absolute(environment.get("XDG_DATA_HOME"), home.resolve(".local/share"));
    return new Places(
        configuration.resolve("spamwatch.toml"), data.resolve("spamwatch"), configuration);
  }

  /** The places of the user this process runs as. */
  static Places ofThisProcess() {
    return of(
        System.getenv(),
        System.getProperty("user.name", ""),
        Path.of(System.getProperty("user.home", ".")));
  }

  /** The XDG specification ignores relative paths. */
  private static Path absolute(@org.jspecify.annotations.Nullable String text, Path otherwise) {
    return text == null || !text.startsWith("/") ? otherwise : Path.of(text);
  }
}
