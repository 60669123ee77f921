package org.spamwatch.agent.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.api.CheckRange;
import org.spamwatch.agent.api.Problem;
import org.spamwatch.agent.api.StatusAnswer;
import org.spamwatch.agent.api.Words;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClient.CheckOptions;
import org.spamwatch.agent.proof.SenderProof;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.fingerprint.Scheme;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spamwatch check}: is this mail spam to others? */
@Command(
    name = "check",
    description = {
      "Asks a peer about mails; only fingerprints are sent.",
      "What votes leave open is judged here by the peer's statistical filter, if it has one."
    },
    footer = {
      "Prints one line a mail: verdict, tab, votes, match, source and time, tab, name.",
      "Exit code: 1 if any mail is spam, else 0 (spamc's way); or 0 spam, 1 unknown,",
      "2 unsure (bogofilter's); 64 and above if a mail could not be checked."
    })
final class CheckCommand extends ConsoleCommand {
  /** Mails in one request: more would be waited for before anything is said. */
  private static final int AT_ONCE = 32;

  private ApproximateText text = ApproximateText.standard();

  @Mixin private PeerOption peer = new PeerOption();
  @Mixin private SchemesOption schemes = new SchemesOption();
  @Mixin private LookalikesOption lookalikes = new LookalikesOption();
  @Mixin private MatchOptions match = new MatchOptions();

  @Option(
      names = "--learn",
      paramLabel = "SOURCE",
      description = "also learns what nobody calls spam as own ham, if the peer takes that source")
  private @Nullable HamSource learn;

  @Option(
      names = "--headers",
      description = {
        "reads the headers of mails alone, and asks by the fingerprints that the peer wrote into",
        "them; each FILE is one mail"
      })
  private boolean headers;

  @Option(names = "--json", description = "one JSON object a line instead")
  private boolean json;

  @Option(
      names = "--exit-style",
      paramLabel = "STYLE",
      description = "${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}")
  private ExitStyle exitStyle = ExitStyle.spamc;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "a mail, mbox, Maildir or directory; - is standard input")
  private List<String> files = new ArrayList<>();

  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private final Set<Verdict> verdicts = EnumSet.noneOf(Verdict.class);

  /**
   * A mail to be asked about.
   *
   * @param words adds what the statistical filter says of it
   */
  private record Waiting(String name, AddressedMail mail, UnaryOperator<CheckAnswer> words) {}

  /** Whose exit codes are used; named as they are typed. */
  @SuppressWarnings("checkstyle:MemberName")
  enum ExitStyle {
    /** 1 spam, 0 not. */
    spamc,
    /** 0 spam, 1 not, 2 unsure. */
    bogofilter
  }

  @Override
  public Integer call() throws AgentException {
    if (lookalikes.isKept() && learn != null) {
      throw new CommandFailure(
          ExitCode.USAGE, "--keep-look-alikes is for asking only: leave it or --learn out");
    }
    // Own ham is learnt under all.
    text = lookalikes.asked(learn == null ? schemes.text() : schemes.textOfAll());
    PeerClient client = peer.client(console());
    List<Scheme> asked = learn == null ? List.of() : schemes.schemes();
    CheckOptions options = match.options(asked, Optional.ofNullable(learn));
    MailInputs inputs = new MailInputs(console(), files, text.limits());
    if (headers) {
      inputs.forEachHeader(
          (name, header) -> {
            CheckAnswer answer = client.checkHeader(header, options);
            print(name, answer, answer.millis());
          });
    } else {
      checkMails(inputs, client, options);
    }
    if (inputs.exitCode() != ExitCode.OK) {
      return inputs.exitCode();
    }
    boolean spam = verdicts.contains(Verdict.SPAM);
    return switch (exitStyle) {
      case spamc -> spam ? 1 : 0;
      case bogofilter -> spam ? 0 : verdicts.contains(Verdict.UNSURE) ? 2 : 1;
    };
  }

  private void checkMails(MailInputs inputs, PeerClient client, CheckOptions options)
      throws AgentException {
    StatusAnswer status = client.status();
    SenderProof proof = status.senderProof();
    Optional<LocalFilter> filter = LocalFilter.of(client, status);
    inputs.forEach(
        (name, mail) -> {
          UnaryOperator<CheckAnswer> words =
              filter.map(local -> local.opinion(mail)).orElse(UnaryOperator.identity());
          waiting.add(new Waiting(name, proof.address(text, mail), words));
          if (waiting.size() == AT_ONCE) {
            check(client, options);
          }
        });
    check(client, options);
  }

  /** Asks about those that wait, in one request; their lines come in their order. */
  private void check(PeerClient client, CheckOptions options) throws AgentException {
    List<MailFeatures> asked =
        waiting.stream()
            .map(Waiting::mail)
            .filter(AddressedMail::isAddressable)
            .map(MailFeatures::of)
            .toList();
    if (asked.size() == 1) {
      long start = System.nanoTime();
      CheckAnswer answer = client.check(asked.get(0), options);
      printUpTo(answer, (System.nanoTime() - start) / 1e6);
    } else if (!asked.isEmpty()) {
      client.check(asked, options, answer -> printUpTo(answer, answer.millis()));
    }
    printUnasked();
  }

  /** Prints what could not be asked about before the next that was, and what is said of that. */
  private void printUpTo(CheckAnswer answer, double millis) {
    printUnasked();
    print(waiting.remove(), answer, millis);
  }

  private void printUnasked() {
    while (!waiting.isEmpty() && !waiting.element().mail().isAddressable()) {
      print(waiting.remove(), CheckAnswer.unasked("the mail has too little text"), 0);
    }
  }

  private void print(Waiting mail, CheckAnswer answer, double millis) {
    print(mail.name(), mail.words().apply(answer), millis);
  }

  private void print(String name, CheckAnswer answer, double millis) {
    verdicts.add(answer.verdict());
    if (json) {
      say(ApiJson.line(new Named(name, answer)));
      return;
    }
    say(
        "%s\tvotes=%d/%d match=%d/%d source=%s ms=%.1f\t%s",
        Words.of(answer.verdict()),
        answer.votes().spam(),
        answer.votes().ham(),
        answer.match().shared(),
        answer.match().of(),
        Words.of(answer.source()),
        millis,
        Console.masked(name));
    // The verdict stands: no matter for the exit code.
    if (answer.learnt().orElse(null) instanceof Problem problem) {
      console().complain(name + ": not learnt: " + problem.error() + " (" + problem.hint() + ")");
    }
  }

  /** The answer on a mail, and its name. */
  private record Named(String name, @JsonUnwrapped CheckAnswer answer) {}

  /** The options by which a match and a verdict are tuned. */
  static final class MatchOptions {
    @Option(
        names = "--ttl",
        paramLabel = "N",
        description = "hops a query may travel, " + CheckRange.TTL)
    private @Nullable Integer ttl;

    @Option(
        names = "--thres",
        paramLabel = "K",
        description = "fingerprints to share, " + CheckRange.THRES)
    private @Nullable Integer thres;

    @Option(
        names = "--votes",
        paramLabel = "V",
        description = "spam votes needed, " + CheckRange.VOTES)
    private @Nullable Integer votes;

    @Option(
        names = "--rule",
        paramLabel = "RULE",
        description = "whose votes count: ${COMPLETION-CANDIDATES}")
    private @Nullable Asked rule;

    @Option(
        names = "--privacy",
        paramLabel = "PRIVACY",
        description = "how much of a mail other peers may be told: ${COMPLETION-CANDIDATES}")
    private @Nullable Told privacy;

    /** How much others are told; named as it is typed. */
    enum Told {
      /** Nothing. */
      local(Privacy.LOCAL),
      /** Nothing, unless some peer announces a mail like it as spam. */
      summary(Privacy.SUMMARY),
      /** The fingerprints of every mail. */
      network(Privacy.NETWORK);

      private final Privacy privacy;

      Told(Privacy privacy) {
        this.privacy = privacy;
      }
    }

    /** Whose votes count; named as it is typed. */
    enum Asked {
      /** One's own site's, and strangers' as they deserve. */
      trust(Rule.TRUST),
      /** One's own site's only. */
      own(Rule.OWN),
      /** Everybody's alike. */
      any(Rule.ANY);

      private final Rule rule;

      Asked(Rule rule) {
        this.rule = rule;
      }
    }

    CheckOptions options(List<Scheme> asked, Optional<HamSource> learn) throws CommandFailure {
      return new CheckOptions(
          within("--ttl", ttl, CheckRange.LEAST_TTL, CheckRange.MOST_TTL),
          within("--thres", thres, CheckRange.LEAST_THRES, CheckRange.MOST_THRES),
          within("--votes", votes, CheckRange.LEAST_VOTES, CheckRange.MOST_VOTES),
          Optional.ofNullable(rule).map(option -> option.rule),
          Optional.ofNullable(privacy).map(option -> option.privacy),
          asked,
          learn);
    }

    private static Optional<Integer> within(
        String name, @Nullable Integer value, int least, int most) throws CommandFailure {
      if (value != null && (value < least || value > most)) {
        throw new CommandFailure(
            ExitCode.USAGE, name + " " + value + ": allowed is " + least + " to " + most);
      }
      return Optional.ofNullable(value);
    }
  }
}
