package org.spamwatch.simulator.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another account of this host, which root can act for. */
final class OtherAccount {
  /** The number of an account that no host has. */
  static final String NUMBER = "61234";

  /** In no group but its own. */
  static final OtherAccount OUTSIDER = new OtherAccount(NUMBER);

  /** In the group whose files root makes. */
  static final OtherAccount OF_ROOTS_GROUP = new OtherAccount("0");

  private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

  private final String group;

  private OtherAccount(String group) {
    this.group = group;
  }

  /** Whether this process can act for it. */
  static boolean canBePlayed() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)
        && Files.isExecutable(SETPRIV);
  }

  /**
   * What a program of that account prints.
   *
   * @param input its input, a byte a character
   */
  String answered(List<String> program, String input) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(SETPRIV.toString(), "--reuid=" + NUMBER, "--regid=" + group, "--clear-groups"));
    command.addAll(program);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try {
      try (var in = process.getOutputStream()) {
        in.write(input.getBytes(ISO_8859_1));
      }
      return new String(process.getInputStream().readAllBytes(), ISO_8859_1);
    } finally {
      process.destroyForcibly();
    }
  }
}
