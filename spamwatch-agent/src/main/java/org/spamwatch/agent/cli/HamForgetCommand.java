package org.spamwatch.agent.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.HamAnswer;
import org.spamwatch.agent.api.HamForgotten;
import org.spamwatch.agent.api.StatusAnswer;
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

/** {@code spamwatch ham forget}: what was learnt by mistake counts again. */
@Command(
    name = "forget",
    description = "Forgets the fingerprints of mails, or whole sources or periods.",
    footer = {
      "Mails: prints forgotten, tab, features=N of=N, tab, name; until they are learnt again.",
      "--source, --before: whole generations; prints forgotten, tab, mails=N."
    })
final class HamForgetCommand extends ConsoleCommand {
  private final ApproximateText text = ApproximateText.standard().withEvidence();
  private SenderProof proof = SenderProof.NONE;

  @Mixin private OperatorOption operator = new OperatorOption();
  @Mixin private TeachOption teach = new TeachOption();

  @Option(
      names = "--source",
      paramLabel = "SOURCE",
      description = "everything of directory, kept, list or sent")
  private @Nullable HamSource source;

  @Option(
      names = "--before",
      paramLabel = "DAY",
      description = "everything older than a day such as 2026-01-31, in whole generations")
  private @Nullable String before;

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description = "a mail, mbox, Maildir or directory; - is standard input")
  private List<String> files = new ArrayList<>();

  @Override
  public Integer call() throws AgentException {
    boolean whole = source != null || before != null;
    if (whole != files.isEmpty()) {
      throw new CommandFailure(
          ExitCode.USAGE, "ham forget: give either mails or --source and --before");
    }
    Optional<Instant> day = day();
    PeerClient client = operator.client(console());
    if (whole) {
      return forget(client, day);
    }
    StatusAnswer status = client.status();
    proof = status.senderProof();
    teach.begin(client, status, console());
    MailInputs inputs = new MailInputs(console(), files, text.limits());
    inputs.forEach((name, mail) -> forget(client, inputs, name, mail));
    teach.end();
    return inputs.exitCode();
  }

  private Optional<Instant> day() throws CommandFailure {
    if (before == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(LocalDate.parse(before).atStartOfDay(ZoneOffset.UTC).toInstant());
    } catch (DateTimeException e) {
      throw new CommandFailure(
          ExitCode.USAGE, "--before " + before + ": allowed is a day such as 2026-01-31", e);
    }
  }

  private int forget(PeerClient client, Optional<Instant> day) throws PeerClientException {
    HamForgotten answer = client.forgetHam(Optional.ofNullable(source), day);
    say("forgotten\tmails=" + answer.mails());
    return ExitCode.OK;
  }

  private void forget(PeerClient client, MailInputs inputs, String name, byte[] mail)
      throws AgentException, NotAMailException {
    AddressedMail addressed = proof.address(text, mail);
    if (!addressed.isAddressable()) {
      inputs.problem(name, "too little text to have been learnt", ExitCode.DATA);
      return;
    }
    HamAnswer answer = client.forgetHam(MailFeatures.of(addressed));
    teach.add(VoteValue.WITHDRAWN, mail);
    say(
        "forgotten\tfeatures=%d of=%d\t%s",
        answer.changed(), answer.features(), Console.masked(name));
  }
}
