package org.spamwatch.agent.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.config.LogLevel;
import org.spamwatch.agent.imap.ImapWatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch imap}: for mailboxes on servers that do not ask a peer themselves. */
@Command(
    name = "imap",
    description =
        "Watches mailboxes: files spam into Junk, and votes what you say by moving mails.",
    footer = {
      "Runs until a signal ends it. The file (mode 0600) has a table [account.NAME] for each",
      "mailbox; docs/integrations/imap.md shows one. Only fingerprints are sent to the peer, and",
      "hashes of words if $SPAMWATCH_TEACH or ~/.config/spamwatch/teach says yes."
    })
final class ImapCommand extends ConsoleCommand {
  @Mixin private PeerOption peer = new PeerOption();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "the accounts; default ~/.config/spamwatch/imap.toml")
  private @Nullable Path config;

  @Option(names = "--once", description = "looks once and ends, as for cron")
  private boolean once;

  @Override
  public Integer call() throws AgentException {
    Logging.level(LogLevel.INFO);
    Path own = console().places().userDirectory();
    ImapWatch watch =
        new ImapWatch(
            config == null ? own.resolve("imap.toml") : config,
            own.resolve("imap"),
            new ImapPerson(peer.client(console()), console(), System::nanoTime),
            console().environment());
    if (once) {
      watch.once();
      return ExitCode.OK;
    }
    boolean graceful = Signals.on("TERM", watch::stop);
    graceful &= Signals.on("INT", watch::stop);
    if (!graceful) {
      Runtime.getRuntime().addShutdownHook(new Thread(watch::stop, "stop"));
    }
    try {
      watch.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure(ExitCode.TRY_AGAIN, "interrupted", e);
    }
    return ExitCode.OK;
  }
}
