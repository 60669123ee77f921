package org.spamwatch.clients;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs programs that end by themselves. */
final class Programs {
  private static final long MOST_SECONDS = 120;

  private Programs() {}

  /**
   * How a program ended.
   *
   * @param out its standard output, one character a byte
   * @param err its standard error
   */
  record Ended(int code, String out, String err) {
    /** Itself, if it ended with 0. */
    Ended well() {
      if (code != 0) {
        throw new AssertionError("exit code " + code + ": " + err + out);
      }
      return this;
    }
  }

  /** Runs one without input. */
  static Ended run(String... command) throws IOException {
    return run(List.of(command), new byte[0], Map.of());
  }

  /** Runs one that reads its input. */
  static Ended run(byte[] input, String... command) throws IOException {
    return run(List.of(command), input, Map.of());
  }

  /** Runs one with more variables in its environment. */
  static Ended run(List<String> command, byte[] input, Map<String, String> environment)
      throws IOException {
    Path out = Files.createTempFile("sw-out", null);
    Path err = Files.createTempFile("sw-err", null);
    try {
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().putAll(environment);
      Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
      try (OutputStream stdin = process.getOutputStream()) {
        stdin.write(input);
      } catch (IOException e) {
        // It need not read what it does not want.
      }
      if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError(command.get(0) + " does not end");
      }
      return new Ended(process.exitValue(), text(out), text(err));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      Files.deleteIfExists(out);
      Files.deleteIfExists(err);
    }
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }
}
