package org.spamwatch.agent.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.StatusAnswer;
import org.spamwatch.agent.api.VoteAnswer;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.proof.SenderProof;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.mail.NotAMailException;
import org.spamwatch.overlay.Id;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spamwatch mark}: a person says what a mail is, signed with that person's own key. */
@Command(
    name = "mark",
    description = "Votes on mails: spam, ham, or withdraw an earlier vote.",
    footer = {
      "Prints one line a mail: accepted, tab, message=GUID holders=N, tab, name;",
      "on a terminal and for many mails a progress bar and their number instead."
    })
final class MarkCommand extends ConsoleCommand {
  private static final long BAR_FROM_BYTES = 1 << 20;

  private ApproximateText text = ApproximateText.standard();
  private SenderProof proof = SenderProof.NONE;

  @Mixin private PeerOption peer = new PeerOption();
  @Mixin private SchemesOption schemes = new SchemesOption();
  @Mixin private TeachOption teach = new TeachOption();

  @Option(
      names = "--import",
      description = {
        "these were marked by hand earlier: counts against votes.import-quota, and weighs less"
            + " with",
        "strangers"
      })
  private boolean imported;

  @Option(
      names = "--headers",
      description = {
        "reads the headers of mails alone, and has the peer vote for you by the fingerprints that"
            + " it",
        "wrote into them; each FILE is one mail"
      })
  private boolean headers;

  @Parameters(index = "0", paramLabel = "spam|ham|withdraw", description = "what to say")
  private Word word = Word.spam;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "FILE",
      description = "a mail, mbox, Maildir or directory; - is standard input")
  private List<String> files = new ArrayList<>();

  private int accepted;
  private final List<Variant> standing = new ArrayList<>();
  private boolean withdrawingVariants;

  /** A variant of a withdrawn mail for which the voter's word still stands. */
  private record Variant(String name, Id guid, List<Id> digests) {}

  /** What a person says; named as it is typed. */
  enum Word {
    /** Others should not get this. */
    spam(VoteValue.SPAM),
    /** This is no spam. */
    ham(VoteValue.HAM),
    /** I said nothing. */
    withdraw(VoteValue.WITHDRAWN);

    private final VoteValue value;

    Word(VoteValue value) {
      this.value = value;
    }
  }

  @Override
  public Integer call() throws AgentException {
    try {
      return mark();
    } catch (KeyException e) {
      throw new CommandFailure(ExitCode.CONFIGURATION, e.line(), e);
    }
  }

  private int mark() throws AgentException {
    text = schemes.text();
    if (headers) {
      return markHeaders(peer.client(console()));
    }
    Booth booth = Booth.at(peer.client(console()), console());
    StatusAnswer status = booth.client().status();
    proof = status.senderProof();
    teach.begin(booth.client(), status, console());
    MailInputs inputs = new MailInputs(console(), files, text.limits());
    long bytes = console().terminal() ? inputs.totalBytes() : 0;
    boolean each = bytes < BAR_FROM_BYTES;
    try (VoteWindow window = new VoteWindow(booth.client()::vote, new Report(inputs, each))) {
      if (each) {
        inputs.forEach((name, mail) -> mark(booth, window, inputs, name, mail));
        window.settle();
        withdrawVariants(booth, window);
      } else {
        markMany(booth, window, inputs, bytes);
      }
    }
    teach.end();
    return inputs.exitCode();
  }

  private int markHeaders(PeerClient client) throws AgentException {
    MailInputs inputs = new MailInputs(console(), files, text.limits());
    Report report = new Report(inputs, true);
    inputs.forEachHeader(
        (name, header) -> report.receipt(name, client.voteByHeader(header, word.value, origin())));
    return inputs.exitCode();
  }

  private VoteOrigin origin() {
    return imported ? VoteOrigin.IMPORT : VoteOrigin.BUTTON;
  }

  private void markMany(Booth booth, VoteWindow window, MailInputs inputs, long bytes)
      throws AgentException {
    PrintStream err = console().err();
    try (ProgressBar bar =
        new ProgressBarBuilder()
            .setTaskName("mark " + word)
            .setInitialMax(bytes)
            .setUnit(" MiB", 1 << 20)
            .setConsumer(new ConsoleProgressBarConsumer(err))
            .build()) {
      inputs.forEach(
          (name, mail) -> {
            mark(booth, window, inputs, name, mail);
            bar.stepBy(mail.length);
          });
      window.settle();
      withdrawVariants(booth, window);
    }
    say(accepted + " votes accepted");
  }

  private void mark(Booth booth, VoteWindow window, MailInputs inputs, String name, byte[] mail)
      throws AgentException, NotAMailException {
    AddressedMail addressed = proof.address(text, mail);
    teach.add(word.value, mail);
    List<FeatureVector> marked = booth.marked(addressed);
    if (!marked.isEmpty()) {
      window.cast(name, vote(booth, addressed), marked);
    } else {
      inputs.problem(name, "too little text to vote on", ExitCode.DATA);
    }
  }

  /** Tells how each vote ended. */
  private final class Report implements VoteWindow.Told {
    private final MailInputs inputs;
    private final boolean each;

    Report(MailInputs inputs, boolean each) {
      this.inputs = inputs;
      this.each = each;
    }

    @Override
    public void receipt(String name, VoteAnswer receipt) {
      if (!receipt.accepted()) {
        refused(name, "not accepted: " + receipt.reason());
        return;
      }
      if (withdrawingVariants) {
        return; // of a mail that was told of before
      }
      accepted++;
      remember(name, receipt);
      if (each) {
        String holders = " holders=" + receipt.holders();
        say("accepted\tmessage=" + receipt.message() + holders + "\t" + Console.masked(name));
      }
    }

    @Override
    public void refused(String name, String reason) {
      inputs.problem(name, reason, ExitCode.DATA);
    }
  }

  private void remember(String name, VoteAnswer receipt) {
    for (List<Id> digests : receipt.standing().orElse(List.of())) {
      standing.add(new Variant(name, receipt.message(), digests));
    }
  }

  /** Who withdraws a mail means what he said of others like it with the same GUID, too. */
  private void withdrawVariants(Booth booth, VoteWindow window) throws AgentException {
    withdrawingVariants = true;
    for (Variant variant : standing) {
      window.cast(variant.name(), vote(booth, variant.guid(), variant.digests()), List.of());
    }
    window.settle();
  }

  private Vote vote(Booth booth, AddressedMail mail) throws KeyException {
    List<Id> digests = booth.marked(mail).stream().map(v -> v.digest()).toList();
    return vote(booth, mail.guid().orElseThrow(), digests);
  }

  private Vote vote(Booth booth, Id guid, List<Id> digests) throws KeyException {
    return booth.vote(guid, digests, word.value, origin());
  }
}
