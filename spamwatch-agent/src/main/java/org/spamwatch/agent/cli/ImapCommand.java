package org.spamwatch.agent.cli;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.api.VoteAnswer;
import org.spamwatch.agent.config.LogLevel;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClient.CheckOptions;
import org.spamwatch.agent.imap.ImapWatch;
import org.spamwatch.agent.imap.Peer;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
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
      "mailbox; docs/integrations/imap.md shows one. Only fingerprints are sent to the peer."
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
            new Person(peer.client(console()), console()),
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

  /** This process's user at a peer, which need not be there yet. */
  private record Person(PeerClient client, Console console) implements Peer {
    @Override
    public CheckAnswer check(AddressedMail mail) throws AgentException {
      return client.check(MailFeatures.of(mail), CheckOptions.USUAL);
    }

    @Override
    public VoteAnswer vote(AddressedMail mail, VoteValue value) throws AgentException {
      Booth booth = Booth.at(client, console);
      Id guid = mail.guid().orElseThrow();
      List<FeatureVector> marked = booth.marked(mail);
      List<Id> digests = marked.stream().map(vector -> vector.digest()).toList();
      VoteAnswer answer = client.vote(booth.vote(guid, digests, value, VoteOrigin.MOVE), marked);
      // Who withdraws a mail means what he said of others like it with the same GUID, too.
      for (List<Id> variant : answer.standing().orElse(List.of())) {
        client.vote(booth.vote(guid, variant, value, VoteOrigin.MOVE), List.of());
      }
      return answer;
    }
  }
}
