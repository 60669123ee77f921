package org.spamwatch.agent.cli;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.http.PeerClient;
import picocli.CommandLine.Option;

/** Which peer a command asks, and how it reports one that does not answer. */
final class PeerOption {
  private static final String DEFAULT = "http://127.0.0.1:11780";
  private static final int MAX_PORT = 65_535;

  @Option(
      names = "--peer",
      paramLabel = "URL",
      description = {
        "the peer to ask; $SPAMWATCH_PEER or else " + DEFAULT,
        "unix:/FILE asks at its socket (http.socket)",
        "(a peer that wants a token is shown $SPAMWATCH_TOKEN)"
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
    String text = url == null ? console.environment().getOrDefault("SPAMWATCH_PEER", DEFAULT) : url;
    Optional<String> token =
        Optional.ofNullable(console.environment().get("SPAMWATCH_TOKEN")).filter(t -> !t.isEmpty());
    if (token.filter(t -> !t.matches("[!-~]+")).isPresent()) {
      throw new CommandFailure(
          ExitCode.USAGE, "$SPAMWATCH_TOKEN: allowed are visible ASCII characters");
    }
    try {
      URI uri = URI.create(text);
      String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
      boolean web = scheme.equals("http") || scheme.equals("https");
      boolean socket =
          scheme.equals("unix") && uri.getPath() != null && uri.getPath().startsWith("/");
      if (socket || (web && uri.getHost() != null && uri.getPort() <= MAX_PORT)) {
        return new PeerClient(uri, token, operator);
      }
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.USAGE, notUrl(text), e);
    }
    throw new CommandFailure(ExitCode.USAGE, notUrl(text));
  }

  private static String notUrl(String text) {
    return "--peer " + text + ": allowed is a URL such as " + DEFAULT + ", or unix:/FILE";
  }
}
