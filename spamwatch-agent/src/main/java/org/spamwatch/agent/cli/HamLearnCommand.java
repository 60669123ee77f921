package org.spamwatch.agent.cli;

import java.util.ArrayList;
import java.util.List;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.HamAnswer;
import org.spamwatch.agent.api.StatusAnswer;
import org.spamwatch.agent.ham.HamReceipt.Outcome;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.proof.SenderProof;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.mail.NotAMailException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spamwatch ham learn}: what these mails contain counts for nothing any more. */
@Command(
    name = "learn",
    description = "Learns the fingerprints of ham: they count for nothing from then on.",
    footer = {
      "Prints one line: learnt, tab, mails=N known=N refused=N features=N.",
      "A mail with too little text is passed over.",
      "With --teach the statistical filter learns the mails as those of who runs this."
    })
final class HamLearnCommand extends ConsoleCommand {
  private final ApproximateText text = ApproximateText.standard().withEvidence();
  private SenderProof proof = SenderProof.NONE;

  @Mixin private OperatorOption operator = new OperatorOption();
  @Mixin private TeachOption teach = new TeachOption();

  @Option(
      names = "--source",
      required = true,
      paramLabel = "SOURCE",
      description = "directory, kept, list or sent: where the mails come from; forgotten apart")
  private HamSource source = HamSource.DIRECTORY;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "a mail, mbox, Maildir or directory; - is standard input")
  private List<String> files = new ArrayList<>();

  private long learnt;
  private long known;
  private long refused;
  private long features;

  @Override
  public Integer call() throws AgentException {
    PeerClient client = operator.client(console());
    StatusAnswer status = client.status();
    proof = status.senderProof();
    teach.begin(client, status, console());
    MailInputs inputs = new MailInputs(console(), files, text.limits());
    try {
      inputs.forEach((name, mail) -> learn(client, inputs, name, mail));
      teach.end();
    } finally {
      say("learnt\tmails=%d known=%d refused=%d features=%d", learnt, known, refused, features);
    }
    return inputs.exitCode();
  }

  private void learn(PeerClient client, MailInputs inputs, String name, byte[] mail)
      throws AgentException, NotAMailException {
    try {
      AddressedMail addressed = proof.address(text, mail);
      if (!addressed.isAddressable()) {
        return; // it is never matched either
      }
      HamAnswer answer = client.learnHam(source, MailFeatures.of(addressed));
      teach.add(VoteValue.HAM, mail);
      if (answer.outcome() == Outcome.KNOWN) {
        known++;
      } else {
        learnt++;
        features += answer.changed();
      }
    } catch (PeerClientException e) {
      if (e.kind() != PeerClientException.Kind.REFUSED || e.concernsAll()) {
        throw e;
      }
      refused++;
      inputs.problem(name, e.line(), ExitCode.DATA);
    }
  }
}
