package org.spamwatch.simulator.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/**
 * Which build this is, as Maven has written it into a resource.
 *
 * @param version of the project
 * @param commit it was built from, 40 digits, with {@code -dirty} behind it if files differed from
 *     that; {@code unknown} where there was no git directory
 */
record Build(String version, String commit) {
  /** The one that runs. */
  static Build current() {
    Properties properties = new Properties();
    try (InputStream resource = Build.class.getResourceAsStream("build.properties")) {
      properties.load(Objects.requireNonNull(resource));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Build(property(properties, "version"), property(properties, "commit"));
  }

  /** Classes that were compiled without Maven have the names of its properties in the resource. */
  private static String property(Properties properties, String name) {
    String value = properties.getProperty(name, "");
    return value.isEmpty() || value.startsWith("${") ? "unknown" : value;
  }

  /** What {@code --version} prints. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      Build build = current();
      return new String[] {"spamwatch-sim " + build.version, "commit " + build.commit};
    }
  }
}
