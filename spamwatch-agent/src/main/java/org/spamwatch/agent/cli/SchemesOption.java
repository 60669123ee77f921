package org.spamwatch.agent.cli;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.mail.MailLimits;
import picocli.CommandLine.Option;

/** The option by which a user chooses fingerprint schemes (SpamWatch paper, section 5.2). */
final class SchemesOption {
  @Option(
      names = {"--schemes", "--scheme"},
      paramLabel = "NAME",
      split = ",",
      description = "fingerprint schemes to use, such as char50,word; default: the active ones")
  private List<String> labels = new ArrayList<>();

  /** How mails are named under them, and by evidence beside the text unless some were chosen. */
  ApproximateText text() throws CommandFailure {
    ApproximateText text = new ApproximateText(MailLimits.DEFAULT, schemes());
    return labels.isEmpty() ? text.withEvidence() : text;
  }

  /** Addresses by the chosen schemes, by the active ones that were not chosen, and by evidence. */
  ApproximateText textOfAll() throws CommandFailure {
    Set<Scheme> all = new LinkedHashSet<>(schemes());
    all.addAll(Scheme.ACTIVE_BY_DEFAULT);
    return new ApproximateText(MailLimits.DEFAULT, List.copyOf(all)).withEvidence();
  }

  /** Those that were chosen, or the active ones. */
  List<Scheme> schemes() throws CommandFailure {
    if (labels.isEmpty()) {
      return Scheme.ACTIVE_BY_DEFAULT;
    }
    List<Scheme> schemes = new ArrayList<>();
    for (String label : labels) {
      Scheme scheme = Scheme.ofLabel(label).filter(Scheme::isOfText).orElse(null);
      if (scheme == null) {
        List<String> known = Scheme.ofText().stream().map(Scheme::label).toList();
        throw new CommandFailure(
            ExitCode.USAGE,
            "--schemes " + Console.masked(label) + ": allowed are " + String.join(", ", known));
      }
      if (!schemes.contains(scheme)) {
        schemes.add(scheme);
      }
    }
    return schemes;
  }
}
