package org.spamwatch.agent.cli;

import org.spamwatch.agent.AgentException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch statistics forget}: takes everything back that one has taught. */
@Command(
    name = "forget",
    description = "Has all forgotten that you have taught the statistical filter.",
    footer = {
      "Prints one line: forgotten, tab, mails=N.",
      "Single mails: spamwatch statistics train forget FILE"
    })
final class StatisticsForgetCommand extends ConsoleCommand {
  @Mixin private OperatorOption operator = new OperatorOption();

  @Option(names = "--site", description = "what the operator has taught for the site instead")
  private boolean site;

  @Override
  public Integer call() throws AgentException {
    say("forgotten\tmails=%d", operator.client(console()).forgetTrained(site).mails());
    return ExitCode.OK;
  }
}
