package org.spamwatch.clients;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A peer that counts for mail servers, and how they are told of it. */
final class PolicyPeer {
  /** Where it speaks HTTP. */
  final RunningPeer peer;

  private final int port;

  private PolicyPeer(RunningPeer peer, int port) {
    this.peer = peer;
    this.port = port;
  }

  /**
   * Starts one, which the scratch directory owns.
   *
   * @param limit as it is set
   * @param account as which the mail server runs
   */
  static PolicyPeer start(Scratch scratch, String limit, String account) throws Exception {
    int port = scratch.freePort();
    return new PolicyPeer(
        RunningPeer.start(
            scratch,
            "policy.listen=127.0.0.1:" + port,
            "ratelimit.limits=" + limit,
            "users.vouch=" + account),
        port);
  }

  /** Those lines of what {@code spamwatch integrate} prints that follow such a comment. */
  String snippet(String comment) throws IOException {
    return Snippet.of(
            "ratelimit",
            Map.of("{policy.host}", "127.0.0.1", "{policy.port}", Integer.toString(port)))
        .part(comment);
  }

  /** The lines of {@code spamwatch ratelimit list} that tell who is over a limit. */
  List<String> over() throws IOException {
    return peer.spamwatch("postmaster", new byte[0], "ratelimit", "list")
        .well()
        .out()
        .lines()
        .filter(line -> line.startsWith("over\t"))
        .toList();
  }
}
