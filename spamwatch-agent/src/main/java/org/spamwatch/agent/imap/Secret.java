package org.spamwatch.agent.imap;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.file.OwnerOnly;

/**
 * Where the password of an account comes from; it is read for each login and never kept.
 *
 * @param source what is asked
 * @param words the command and its arguments, the file, or the variable's name
 * @param token whether it is an OAuth 2.0 access token, for XOAUTH2
 */
record Secret(Source source, List<String> words, boolean token) {
  private static final int MOST_BYTES = 16 * 1024;
  private static final long COMMAND_SECONDS = 60;

  Secret {
    words = List.copyOf(words);
  }

  /** What is asked for it. */
  enum Source {
    COMMAND,
    FILE,
    ENVIRONMENT
  }

  @Override
  public String toString() {
    return source + " (not shown)";
  }

  /**
   * The first line of what the source says.
   *
   * @throws SecretException if there is none
   */
  String read(Map<String, String> environment) throws SecretException {
    String text =
        switch (source) {
          case COMMAND -> ofCommand();
          case FILE -> ofFile(Path.of(words.get(0)));
          case ENVIRONMENT -> environment.getOrDefault(words.get(0), "");
        };
    String line = text.lines().findFirst().orElse("");
    if (line.isEmpty()) {
      throw new SecretException(named() + ": says nothing");
    }
    return line;
  }

  private String named() {
    return switch (source) {
      case COMMAND -> "the command " + words.get(0);
      case FILE -> words.get(0);
      case ENVIRONMENT -> "$" + words.get(0);
    };
  }

  private String ofFile(Path file) throws SecretException {
    try {
      OwnerOnly.check(file);
      if (Files.size(file) > MOST_BYTES) {
        throw new SecretException(file + ": longer than " + MOST_BYTES + " bytes");
      }
      return Files.readString(file);
    } catch (IOException e) {
      throw new SecretException(file + ": " + AtomicFile.reason(e));
    }
  }

  private String ofCommand() throws SecretException {
    Process process;
    try {
      process =
          new ProcessBuilder(words)
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
    } catch (IOException e) {
      throw new SecretException(named() + " cannot be run");
    }
    // One that says nothing and does not end would hold the account up for ever.
    process
        .onExit()
        .orTimeout(COMMAND_SECONDS, TimeUnit.SECONDS)
        .exceptionally(late -> process.destroyForcibly());
    try (InputStream said = process.getInputStream()) {
      byte[] bytes = said.readNBytes(MOST_BYTES);
      said.transferTo(OutputStream.nullOutputStream());
      int code = process.waitFor();
      if (code != 0) {
        throw new SecretException(named() + " ended with " + code);
      }
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new SecretException(named() + " took longer than " + COMMAND_SECONDS + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SecretException("interrupted");
    } finally {
      process.destroyForcibly();
    }
  }
}
