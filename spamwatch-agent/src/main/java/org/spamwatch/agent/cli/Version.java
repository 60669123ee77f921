package org.spamwatch.agent.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
final class Version implements IVersionProvider {
  static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    return "spamwatch " + (version == null ? "(not from a jar)" : version);
  }

  @Override
  public String[] getVersion() {
    return new String[] {text()};
  }
}
