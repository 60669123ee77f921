package org.spamwatch.agent.cli;

import java.util.List;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.cli.ServerOption.Kind;
import org.spamwatch.agent.counts.CountDatabase;
import org.spamwatch.agent.digest.DigestClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a count server is told or asked of mails; one line is printed for each. */
abstract class CountsAskCommand extends ConsoleCommand {
  @Mixin private ServerOption server = new ServerOption();
  @Mixin private DigestInputs inputs = new DigestInputs();

  @Option(
      names = "--threshold",
      paramLabel = "N",
      description = "from which count on a mail is bulk, 1 to 31; 20")
  private int threshold = CountDatabase.THRESHOLD;

  private boolean bulk;

  @Override
  public final Integer call() throws AgentException {
    if (threshold < 1 || threshold > CountDatabase.MOST_COUNT) {
      throw new CommandFailure(
          ExitCode.USAGE, "--threshold " + threshold + ": allowed is 1 to 31, the largest count");
    }
    DigestClient client = server.client(console(), Kind.COUNTS);
    int problems =
        inputs.forEach(
            console(), (digests, names) -> print(client.each("/" + name(), digests), names));
    return problems != ExitCode.OK ? problems : bulk ? ExitCode.SPAM : ExitCode.OK;
  }

  private void print(List<String> answers, List<String> names) throws CommandFailure {
    for (int i = 0; i < answers.size(); i++) {
      if (!answers.get(i).matches("[0-9]{1,9}")) {
        throw new CommandFailure(ExitCode.UNAVAILABLE, "what answers is not a count server");
      }
      boolean isBulk = Integer.parseInt(answers.get(i)) >= threshold;
      bulk |= isBulk;
      say("%s\t%s\t%s", isBulk ? "bulk" : "few", answers.get(i), Console.masked(names.get(i)));
    }
  }

  /** {@code spamwatch counts check}. */
  @Command(
      name = "check",
      description = "Asks how many people got mails; only digests are sent.",
      footer = {
        "Prints one line a mail: bulk or few, tab, count (31 stands for 31 or more), tab, name.",
        "Bulk is not spam: newsletters are too. Exit code: 1 if any is bulk, else 0; 64 and above",
        "if one could not be asked about."
      })
  static final class Check extends CountsAskCommand {}

  /** {@code spamwatch counts report}. */
  @Command(
      name = "report",
      description = "Says that somebody got mails, whatever they are, and asks how many did.",
      footer = {
        "Prints one line a mail: bulk or few, tab, count with this report, tab, name.",
        "With --digests a space and a number of recipients, 1 to 31, may stand behind a digest.",
        "Exit code: 1 if any is bulk, else 0; 64 and above if one could not be reported."
      })
  static final class Report extends CountsAskCommand {}
}
