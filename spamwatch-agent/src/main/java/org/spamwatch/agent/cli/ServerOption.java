package org.spamwatch.agent.cli;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.digest.DigestClient;
import org.spamwatch.agent.http.AskedServer;
import picocli.CommandLine.Option;

/** Which server of digests a command asks. */
final class ServerOption {
  /** The kinds of servers, and the ports at which they listen unless told otherwise. */
  enum Kind {
    SIGNATURES("signature server", 11_781),
    COUNTS("count server", 11_782);

    private final String title;
    private final int port;

    Kind(String title, int port) {
      this.title = title;
      this.port = port;
    }

    /** The word that begins its commands, and its paths below /v1. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Where it listens on loopback. */
    String address() {
      return "127.0.0.1:" + port;
    }

    /** A client of a server of the kind. */
    DigestClient client(String option, String url, Optional<String> token) throws CommandFailure {
      URI address = PeerOption.address(option, url, "http://" + address());
      String start = "spamwatch " + word() + " serve";
      AskedServer server = new AskedServer(title, address, start, token, Optional.empty());
      return new DigestClient(server, "/v1/" + word());
    }
  }

  @Option(
      names = "--server",
      paramLabel = "URL",
      description = {
        "the server to ask; http://127.0.0.1:11781 of signatures, :11782 of counts",
        "(a token is shown if there is one: $SPAMWATCH_TOKEN or ~/.config/spamwatch/token)"
      })
  private @Nullable String url;

  DigestClient client(Console console, Kind kind) throws CommandFailure {
    String text = url == null ? "http://" + kind.address() : url;
    return kind.client("--server", text, PeerOption.token(console));
  }
}
