package org.spamwatch.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Exim from Debian's package, with a configuration and a queue of its own: takes mail at a free
 * port of loopback, asks a peer as the peer's snippet says, and delivers to an LMTP server. Needs
 * root, as Exim changes its account.
 */
final class Exim {
  private final Scratch scratch;
  private final int smtp;

  private Exim(Scratch scratch, int lmtp, SpamdPeer peer) throws Exception {
    this.scratch = scratch;
    smtp = scratch.freePort();
    Path directory = scratch.directory("exim");
    Programs.run("chown", "Debian-exim", directory.toString()).well();
    Path configuration =
        scratch.fromTemplate(
            "exim.conf",
            "exim.conf",
            Map.of(
                "DIR", directory.toString(),
                "SMTP", Integer.toString(smtp),
                "LMTP", Integer.toString(lmtp),
                "MAIN", peer.snippet("exim", "In the main part"),
                "ACL", peer.snippet("exim", "In the ACL")));
    Daemon.start(scratch, "exim", "exim4", "-C", configuration.toString(), "-bdf", "-q10s")
        .awaitPort(smtp);
  }

  /** Starts one, which the scratch directory owns, and waits until it serves. */
  static Exim start(Scratch scratch, int lmtp, SpamdPeer peer) throws Exception {
    DebianPackages.installed("exim4-daemon-heavy");
    DebianPackages.needRoot("run Exim");
    return new Exim(scratch, lmtp, peer);
  }

  /** Where it takes mail. */
  int port() {
    return smtp;
  }

  /** What it logged. */
  String log() throws IOException {
    Path log = scratch.path("exim/mainlog");
    return Files.exists(log) ? Files.readString(log) : "";
  }
}
