package org.spamwatch.agent.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.config.ConfigurationException;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.config.SettingsReader;
import picocli.CommandLine.Option;

/** Which file a peer's settings are read from. */
final class ConfigOption {
  @Option(names = "--config", paramLabel = "FILE", description = "settings in TOML")
  private @Nullable Path config;

  /** The defaults, and over them the file that is named, or else the usual one if it exists. */
  SettingsReader reader(Console console) throws ConfigurationException {
    SettingsReader reader = new SettingsReader(Settings.DEFAULTS);
    Path usual = console.places().configurationFile();
    if (config != null) {
      reader.file(config);
    } else if (Files.exists(usual)) {
      reader.file(usual);
    }
    return reader;
  }

  /** The file that is read, also if it does not exist yet. */
  Path file(Console console) {
    return config == null ? console.places().configurationFile() : config;
  }
}
