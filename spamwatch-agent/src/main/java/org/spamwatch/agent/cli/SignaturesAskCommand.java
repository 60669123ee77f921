package org.spamwatch.agent.cli;

import java.util.List;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.cli.ServerOption.Kind;
import org.spamwatch.agent.digest.DigestClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What a signature server is told or asked of mails; one line is printed for each. */
abstract class SignaturesAskCommand extends ConsoleCommand {
  @Mixin private ServerOption server = new ServerOption();
  @Mixin private DigestInputs inputs = new DigestInputs();

  private boolean spam;

  @Override
  public final Integer call() throws AgentException {
    DigestClient client = server.client(console(), Kind.SIGNATURES);
    int problems =
        inputs.forEach(
            console(), (digests, names) -> print(client.each("/" + name(), digests), names));
    return problems != ExitCode.OK ? problems : spam ? ExitCode.SPAM : ExitCode.OK;
  }

  private void print(List<String> answers, List<String> names) {
    for (int i = 0; i < answers.size(); i++) {
      spam |= answers.get(i).equals("spam");
      say(answers.get(i) + "\t" + Console.masked(names.get(i)));
    }
  }

  /** {@code spamwatch signatures check}. */
  @Command(
      name = "check",
      description = "Asks whether mails were reported and not revoked; only digests are sent.",
      footer = {
        "Prints one line a mail: spam or unknown, tab, name.",
        "Exit code: 1 if any is spam, else 0; 64 and above if one could not be asked about."
      })
  static final class Check extends SignaturesAskCommand {}

  /** {@code spamwatch signatures report}. */
  @Command(
      name = "report",
      description = "Reports mails as spam.",
      footer = "Prints one line a mail: new, or known if it was spam already, tab, name.")
  static final class Report extends SignaturesAskCommand {}

  /** {@code spamwatch signatures revoke}. */
  @Command(
      name = "revoke",
      description = "Takes reports back, for all; later reports of the same mails do not count.",
      footer = "Prints one line a mail: revoked, or unknown if nobody has reported it, tab, name.")
  static final class Revoke extends SignaturesAskCommand {}
}
