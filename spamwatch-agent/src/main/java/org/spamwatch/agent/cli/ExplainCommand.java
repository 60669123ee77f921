package org.spamwatch.agent.cli;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.api.ExplainAnswer;
import org.spamwatch.agent.api.ExplainAnswer.Match;
import org.spamwatch.agent.api.ExplainAnswer.Voter;
import org.spamwatch.agent.api.StatusAnswer;
import org.spamwatch.agent.api.StatusAnswer.Announcements;
import org.spamwatch.agent.api.Words;
import org.spamwatch.agent.api.WordsFound;
import org.spamwatch.agent.check.Source;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.cli.CheckCommand.MatchOptions;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.trust.Decision.Decider;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.evidence.EvidenceKind;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.ata.mail.NotAMailException;
import org.spamwatch.overlay.Id;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spamwatch explain}: why a mail gets its verdict. */
@Command(
    name = "explain",
    description = "Tells which marked mails resemble a mail, in which text, and who voted.",
    footer = "The text is found in the mail given here; only its fingerprints are sent.")
final class ExplainCommand extends ConsoleCommand {
  private ApproximateText text = ApproximateText.standard();

  @Mixin private PeerOption peer = new PeerOption();
  @Mixin private SchemesOption schemes = new SchemesOption();
  @Mixin private LookalikesOption lookalikes = new LookalikesOption();
  @Mixin private MatchOptions match = new MatchOptions();

  @Option(names = "--json", description = "the peer's JSON, with the text, instead")
  private boolean json;

  @Parameters(arity = "1", paramLabel = "FILE", description = "one mail; - is standard input")
  private String file = "";

  @Override
  public Integer call() throws AgentException {
    text = lookalikes.asked(schemes.text());
    PeerClient client = peer.client(console());
    StatusAnswer status = client.status();
    MailInputs inputs = new MailInputs(console(), List.of(file), text.limits());
    if (!inputs.isOneFile()) {
      throw new CommandFailure(ExitCode.DATA, file + ": a directory; explain takes one mail");
    }
    inputs.forEach((name, mail) -> explain(client, status, inputs, name, mail));
    return inputs.exitCode();
  }

  private void explain(
      PeerClient client, StatusAnswer status, MailInputs inputs, String name, byte[] mail)
      throws AgentException, NotAMailException {
    MailText read = text.read(mail);
    SenderText sender = SenderText.of(status, read.header());
    AddressedMail addressed = text.address(read, sender.domain());
    Optional<LocalFilter> words = LocalFilter.of(client, status);
    if (!addressed.isAddressable() && words.isEmpty()) {
      inputs.problem(name, "too little text to be recognised by it", ExitCode.DATA);
      return;
    }
    ExplainAnswer voted =
        addressed.isAddressable()
            ? client.explain(MailFeatures.of(addressed), match.options(List.of(), Optional.empty()))
            : ExplainAnswer.unasked("the mail has too little text");
    ExplainAnswer answer = words.map(local -> local.on(voted, mail)).orElse(voted);
    SharedText shared = new SharedText(text.passages(mail));
    if (json) {
      say(ApiJson.line(ExplainedText.of(answer, sender.domain(), shared)));
    } else {
      print(name, addressed, sender, answer, status.announcements(), shared);
    }
  }

  private void print(
      String name,
      AddressedMail mail,
      SenderText sender,
      ExplainAnswer explained,
      Optional<Announcements> announced,
      SharedText shared) {
    CheckAnswer answer = explained.check();
    line("verdict", Words.of(answer.verdict()));
    line("because", answer.reason());
    String change = answer.decided().map(CheckAnswer.Decided::change).orElse("");
    if (!change.isEmpty()) {
      line("change", change);
    }
    say("message  " + mail.guid().map(Object::toString).orElse("none"));
    for (FeatureVector vector : mail.vectors()) {
      say("asked    " + vector.size() + " fingerprints of " + vector.scheme().label());
    }
    line("sender", sender.line(isFromOwnHam(mail, explained)));
    Set<Id> masked = Set.copyOf(explained.ownHam());
    if (!masked.isEmpty()) {
      say(
          "own ham  %d fingerprints count for nothing: they are in ham learnt at this peer",
          masked.size());
      text(shared.of(masked));
    }
    say(
        "answer   from %s, hops=%d, %.1f ms, %s",
        Words.of(answer.source()),
        answer.hops(),
        answer.millis(),
        answer.complete() ? "complete" : "not complete");
    answer.bulk().ifPresent(bulk -> line("bulk", bulk(bulk)));
    announced.ifPresent(known -> line("known", AnnouncedText.of(known)));
    explained.matches().forEach(match -> print(match, shared));
    explained.statistics().ifPresent(this::print);
    if (answer.decided().filter(decided -> decided.by() == Decider.POSTMASTER).isEmpty()) {
      String file = name.equals("-") ? "FILE" : Console.masked(name);
      if (answer.votes().spam() > 0) {
        adviseWanted(file, explained.matches());
      }
      if (answer.source() == Source.STATISTICS && answer.verdict() == Verdict.SPAM) {
        say("If this mail is wanted:");
        if (mail.isAddressable()) {
          say("  spamwatch mark ham " + file + "  says so to everybody");
        }
        say("  spamwatch statistics train ham " + file + "  teaches your filter its words");
      }
      if (answer.verdict() != Verdict.SPAM && mail.isAddressable()) {
        say("If this mail is spam:");
        say("  spamwatch mark spam " + file + "  says so to everybody");
      }
    }
  }

  /** Such as {@code 27 people got mail like it, 12 here; 3 other sites say so (20 are bulk)}. */
  private static String bulk(CheckAnswer.Bulk bulk) {
    return "%d people got mail like it, %d here; %d other sites say so (%d are bulk)%s"
        .formatted(
            bulk.count(),
            bulk.own(),
            bulk.sites(),
            bulk.threshold(),
            bulk.allowed().map(entry -> "; wanted here by " + entry).orElse(""));
  }

  /** Whether the domain that is proven to have sent a mail is one of own ham. */
  private static boolean isFromOwnHam(AddressedMail mail, ExplainAnswer answer) {
    return mail.vector(Scheme.EVIDENCE).stream()
        .flatMap(vector -> vector.keys().stream())
        .filter(key -> EvidenceKind.of(key.high()).equals(Optional.of(EvidenceKind.DOMAIN)))
        .anyMatch(answer.ownHam()::contains);
  }

  /** What somebody whose wanted mail others call spam can do; a rule of the operator's decides. */
  private void adviseWanted(String file, List<Match> matches) {
    say("If this mail is wanted:");
    say("  spamwatch mark ham " + file + "  says so to everybody");
    say(
        "  spamwatch ham learn --source directory "
            + file
            + "  makes its text count for nothing at this peer (its operator; after marking it"
            + " ham, if users of this peer say spam)");
    for (Match match : matches) {
      if (match.votes().spam() > 0) {
        say(
            "  spamwatch campaign allow "
                + match.message()
                + "  overrules the votes on it at this peer (its operator)");
        return; // the nearest: a rule takes what is like it in
      }
    }
  }

  private void print(WordsFound found) {
    say(
        "words    the statistical filter says %s (indicator %.3f, %d words known)%s",
        Words.of(found.says()),
        found.indicator(),
        found.known(),
        found.words().isEmpty() ? "" : "; those that matter most:");
    found
        .words()
        .forEach(
            word -> say("  word   %.3f %s", word.spamminess(), SharedText.shown(word.token())));
  }

  private void line(String title, String value) {
    say("%-8s %s", title, SharedText.shown(value));
  }

  private void text(List<SharedText.Stretch> stretches) {
    for (SharedText.Stretch stretch : stretches) {
      say(
          "  text   at %d, %d characters: \"%s\"",
          stretch.from(), stretch.length(), stretch.text());
    }
  }

  private void print(Match match, SharedText shared) {
    say(
        "match    %s shares %d of %d (%s), votes %d spam %d ham, hops=%d",
        match.message(),
        match.shared(),
        match.of(),
        match.scheme(),
        match.votes().spam(),
        match.votes().ham(),
        match.hops());
    if (match.evidence().isEmpty()) {
      Set<Id> features = Set.copyOf(match.features());
      if (shared.isTailOnly(features)) {
        say("  by     the end of the text alone, as a footer is");
      }
      text(shared.of(features));
    } else {
      line("  by", match.by());
    }
    byDay(match.voters()).forEach((day, votes) -> say("  votes  " + day + ": " + votes));
    for (Voter vote : match.voters()) {
      say(
          "  vote   "
              + Words.of(vote.verdict())
              + " by "
              + vote.voter()
              + standing(vote)
              + " ("
              + vote.origin()
              + ") at "
              + Instant.ofEpochMilli(vote.time()));
    }
  }

  /**
   * Whose vote it is, and how much it weighs, or that it counts as one's own people's. The own ones
   * may be of any peer of an open realm.
   */
  static String standing(Voter vote) {
    String site = " of site " + vote.site();
    return vote.own()
        ? site + ", one's own people (trust.sites)"
        : site + String.format(Locale.ROOT, ", weight %.2f", vote.weight());
  }

  /** Votes by day (UTC), such as {@code 3 spam, 1 ham}; the first day first. */
  static Map<String, String> byDay(List<Voter> voters) {
    Map<String, int[]> counts = new TreeMap<>();
    for (Voter vote : voters) {
      String day = Instant.ofEpochMilli(vote.time()).toString().split("T", 2)[0];
      int[] count = counts.computeIfAbsent(day, d -> new int[2]);
      count[0] += vote.verdict() == VoteValue.SPAM ? 1 : 0;
      count[1] += vote.verdict() == VoteValue.HAM ? 1 : 0;
    }
    Map<String, String> lines = new TreeMap<>();
    counts.forEach((day, count) -> lines.put(day, count[0] + " spam, " + count[1] + " ham"));
    return lines;
  }
}
