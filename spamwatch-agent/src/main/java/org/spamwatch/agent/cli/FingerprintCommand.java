package org.spamwatch.agent.cli;

import java.util.ArrayList;
import java.util.List;
import org.spamwatch.agent.AgentException;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.mail.NotAMailException;
import org.spamwatch.overlay.Id;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code spamwatch fingerprint}: what would leave the host of a mail. */
@Command(
    name = "fingerprint",
    description = "Prints the fingerprints of mails; needs no peer.",
    footer = {
      "Prints one line a fingerprint: scheme, tab, 40 hexadecimal digits;",
      "behind another tab the mail's name, if more than one file is given."
    })
final class FingerprintCommand extends ConsoleCommand {

  @Mixin private SchemesOption schemes = new SchemesOption();

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "a mail, mbox, Maildir or directory; - is standard input")
  private List<String> files = new ArrayList<>();

  @Override
  public Integer call() throws AgentException {
    ApproximateText text = schemes.text();
    MailInputs inputs = new MailInputs(console(), files, text.limits());
    boolean named = !inputs.isOneFile();
    inputs.forEach((name, mail) -> print(text, inputs, name, mail, named));
    return inputs.exitCode();
  }

  private void print(
      ApproximateText text, MailInputs inputs, String name, byte[] mail, boolean named)
      throws NotAMailException {
    AddressedMail addressed = text.address(mail);
    if (!addressed.isAddressable()) {
      inputs.problem(name, "too little text for a fingerprint", ExitCode.DATA);
    }
    for (FeatureVector vector : addressed.vectors()) {
      for (Id key : vector.keys()) {
        say(vector.scheme().label() + "\t" + key + (named ? "\t" + Console.masked(name) : ""));
      }
    }
  }
}
