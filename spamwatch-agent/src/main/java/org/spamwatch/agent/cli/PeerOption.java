package org.spamwatch.agent.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.http.PeerClient;
import picocli.CommandLine.Option;

/** Which peer a command asks, and how it reports one that does not answer. */
final class PeerOption {
  private static final String DEFAULT = "http://127.0.0.1:11780";
  private static final int MAX_PORT = 65_535;
  private static final int LONGEST_LINE = 1024;

  @Option(
      names = "--peer",
      paramLabel = "URL",
      description = {
        "the peer to ask; $SPAMWATCH_PEER, else the line in ~/.config/spamwatch/peer, else",
        DEFAULT + "; unix:/FILE asks at its socket (http.socket)",
        "(a token is shown if there is one: $SPAMWATCH_TOKEN or ~/.config/spamwatch/token)"
      })
  private @Nullable String url;

  PeerClient client(Console console) throws CommandFailure {
    return client(console, Optional.empty());
  }

  /**
   * The peer that is asked, perhaps by its operator.
   *
   * @param operator what shows that
   */
  PeerClient client(Console console, Optional<String> operator) throws CommandFailure {
    String text = url == null ? set(console, "SPAMWATCH_PEER", "peer").orElse(DEFAULT) : url;
    Optional<String> token = token(console);
    return new PeerClient(address("--peer", text, DEFAULT), token, operator);
  }

  /** What is shown to a server, if it is set. */
  static Optional<String> token(Console console) throws CommandFailure {
    Optional<String> token = set(console, "SPAMWATCH_TOKEN", "token");
    if (token.filter(t -> !t.matches("[!-~]+")).isPresent()) {
      throw new CommandFailure(
          ExitCode.USAGE, "$SPAMWATCH_TOKEN: allowed are visible ASCII characters");
    }
    return token;
  }

  /** Whether marks may tell the peer's statistical filter the words of mails, hashed. */
  static boolean mayTeach(Console console) throws CommandFailure {
    return set(console, "SPAMWATCH_TEACH", "teach").filter(said -> said.equals("yes")).isPresent();
  }

  /** The address that an option has. */
  static URI address(String option, String text, String example) throws CommandFailure {
    String refusal =
        option + " " + text + ": allowed is a URL such as " + example + ", or unix:/FILE";
    try {
      URI uri = URI.create(text);
      String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
      boolean web = scheme.equals("http") || scheme.equals("https");
      boolean socket =
          scheme.equals("unix") && uri.getPath() != null && uri.getPath().startsWith("/");
      if (socket || (web && uri.getHost() != null && uri.getPort() <= MAX_PORT)) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.USAGE, refusal, e);
    }
    throw new CommandFailure(ExitCode.USAGE, refusal);
  }

  /**
   * What a variable says, or else a line in a file of the user's, which plug-ins for mail programs
   * read too.
   */
  private static Optional<String> set(Console console, String variable, String name)
      throws CommandFailure {
    String value = console.environment().getOrDefault(variable, "");
    if (!value.isEmpty()) {
      return Optional.of(value);
    }
    Path file = console.places().userDirectory().resolve(name);
    try (InputStream in = Files.newInputStream(file)) {
      String line = new String(in.readNBytes(LONGEST_LINE), StandardCharsets.UTF_8).strip();
      return Optional.of(line).filter(text -> !text.isEmpty());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.INPUT_OUTPUT, file + ": cannot be read", e);
    }
  }
}
