package org.spamwatch.agent.cli;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.http.PeerClientException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code spamwatch integrate}: how a mail program is told to ask this peer. */
@Command(
    name = "integrate",
    description = "Prints how a mail program is told to ask this peer.",
    footer = {
      "Without a name: which there are. With one: what to write into which file of that",
      "program, with this peer's addresses, and how to test it. What the peer itself has to",
      "be set to first, if anything, is said before. docs/integrations has a page on each."
    })
final class IntegrateCommand extends ConsoleCommand {
  /** Where a package puts what is not in the program itself. */
  private static final String INSTALLED = "/usr/share/spamwatch";

  @Mixin private PeerOption peer = new PeerOption();
  @Mixin private ConfigOption config = new ConfigOption();

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "a mail program")
  private @Nullable String program;

  @Override
  public Integer call() throws AgentException {
    List<Snippet> snippets = Snippet.all();
    if (program == null) {
      snippets.forEach(each -> say("%-14s %s", each.name(), each.title()));
      return ExitCode.OK;
    }
    print(named(program, snippets));
    return ExitCode.OK;
  }

  private static Snippet named(String name, List<Snippet> snippets) throws CommandFailure {
    return snippets.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new CommandFailure(
                    ExitCode.USAGE,
                    snippets.stream()
                        .map(Snippet::name)
                        .collect(Collectors.joining(", ", name + ": there are ", ""))));
  }

  /** Those of the running peer, whatever it was started with, or else by the configuration. */
  private Map<String, String> places() throws AgentException {
    try {
      return peer.client(console()).status().ports();
    } catch (PeerClientException e) {
      console().complain(e.line() + "; these are the places of the configuration");
      return PortSetting.places(config.reader(console()).settings());
    }
  }

  private void print(Snippet snippet) throws AgentException {
    OwnAddresses own =
        OwnAddresses.of(
            places(),
            console().environment().getOrDefault("SPAMWATCH_HOME", INSTALLED),
            config.file(console()));
    String missing = own.missing(snippet.placeholders());
    if (!missing.isEmpty()) {
      say("# First: write this into " + config.file(console()) + " and restart the peer:");
      missing.lines().forEach(line -> say("#   " + line));
      say("#");
    }
    say(snippet.filled(own::value).stripTrailing());
    say("# More: docs/integrations/" + snippet.name() + ".md");
  }
}
