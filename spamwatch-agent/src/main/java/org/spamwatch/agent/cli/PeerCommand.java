package org.spamwatch.agent.cli;

import picocli.CommandLine.Command;

/** {@code spamwatch peer}: names the commands about a peer. */
@Command(
    name = "peer",
    description = "Runs a peer, or shows the state, the routes or the key of one.",
    subcommands = {
      PeerStartCommand.class,
      PeerStatusCommand.class,
      PeerRouteCommand.class,
      PeerKeyCommand.class
    })
final class PeerCommand extends CommandGroup {}
