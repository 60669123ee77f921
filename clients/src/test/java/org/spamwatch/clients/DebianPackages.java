package org.spamwatch.clients;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** The programs under test, from the distribution's packages. */
final class DebianPackages {
  private static boolean listsAreNew;

  private DebianPackages() {}

  /**
   * Has packages installed that are not, without starting their services; otherwise the test is
   * skipped and says why. For root on a machine that is there for tests.
   */
  static synchronized void installed(String... packages) throws IOException {
    List<String> missing = new ArrayList<>();
    for (String name : packages) {
      if (!isInstalled(name)) {
        missing.add(name);
      }
    }
    if (missing.isEmpty()) {
      return;
    }
    needRoot("install " + String.join(" ", missing));
    if (!listsAreNew) {
      apt("update");
      listsAreNew = true;
    }
    List<String> install = new ArrayList<>(List.of("install", "-y", "--no-install-recommends"));
    install.addAll(missing);
    apt(install.toArray(new String[0]));
  }

  /**
   * The files of a package that need not be installed, in a directory of their own: for programs
   * that cannot stand beside those of another package. What it depends on is taken for installed.
   */
  static synchronized Path unpacked(String name, Scratch scratch) throws IOException {
    Path directory = scratch.directory(name + "-package");
    String script =
        "cd '"
            + directory
            + "' && apt-get -q download "
            + name
            + " && dpkg -x "
            + name
            + "_*.deb .";
    Programs.Ended ended = Programs.run("sh", "-c", script);
    Assumptions.assumeTrue(
        ended.code() == 0, () -> "cannot get the package " + name + ": " + ended.err().strip());
    return directory;
  }

  private static boolean isInstalled(String name) throws IOException {
    try {
      return Programs.run("dpkg-query", "-W", "-f", "${db:Status-Status}", name)
          .out()
          .equals("installed");
    } catch (IOException e) {
      Assumptions.abort("needs " + name + " and a system of Debian's packages");
      throw e;
    }
  }

  private static void apt(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("apt-get", "-q"));
    command.addAll(List.of(arguments));
    // In runlevel 1 a package's services are not started.
    Programs.Ended ended =
        Programs.run(
            command, new byte[0], Map.of("DEBIAN_FRONTEND", "noninteractive", "RUNLEVEL", "1"));
    Assumptions.assumeTrue(
        ended.code() == 0, () -> String.join(" ", command) + ": " + ended.err().strip());
  }

  /** Skips the test for anybody else. */
  static void needRoot(String why) {
    Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "only root can " + why);
  }
}
