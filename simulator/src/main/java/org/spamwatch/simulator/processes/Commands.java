package org.spamwatch.simulator.processes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs the system's own short commands. */
final class Commands {
  private Commands() {}

  /** Runs one to its end; what it complains of is the exception's line. */
  static void run(List<String> command) throws ProcessException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      int code = process.waitFor();
      if (code != 0) {
        throw new ProcessException(
            String.join(" ", command) + ": " + (said.isEmpty() ? "exit code " + code : said));
      }
    } catch (IOException e) {
      throw new ProcessException(String.join(" ", command) + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProcessException("interrupted", e);
    }
  }
}
