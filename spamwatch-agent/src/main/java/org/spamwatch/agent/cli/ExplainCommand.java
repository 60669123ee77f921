package org.spamwatch.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.spamwatch.agent.cli.CheckCommand.MatchOptions;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.fingerprint.FeatureVector;
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
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = "The text is found in the mail given here; only its fingerprints are sent.")
final class ExplainCommand implements Callable<Integer> {
  private final Console console;
  private ApproximateText text = ApproximateText.standard();

  @Mixin private PeerOption peer = new PeerOption();
  @Mixin private SchemesOption schemes = new SchemesOption();
  @Mixin private LookalikesOption lookalikes = new LookalikesOption();
  @Mixin private MatchOptions match = new MatchOptions();

  @Option(names = "--json", description = "the peer's JSON, with the text, instead")
  private boolean json;

  @Parameters(arity = "1", paramLabel = "FILE", description = "one mail; - is standard input")
  private String file = "";

  ExplainCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws CommandFailure {
    text = lookalikes.asked(schemes.text());
    PeerClient client = peer.client(console);
    MailInputs inputs = new MailInputs(console, List.of(file), text.limits());
    if (!inputs.isOneFile()) {
      throw new CommandFailure(ExitCode.DATA, file + ": a directory; explain takes one mail");
    }
    inputs.forEach((name, mail) -> explain(client, inputs, name, mail));
    return inputs.exitCode();
  }

  private void explain(PeerClient client, MailInputs inputs, String name, byte[] mail)
      throws CommandFailure {
    try {
      AddressedMail addressed = text.address(mail);
      if (addressed.isAddressable()) {
        ObjectNode answer =
            client.explain(MailFeatures.of(addressed), match.options(List.of(), Optional.empty()));
        SharedText shared = new SharedText(text.passages(mail));
        if (json) {
          console.say(ExplainJson.withText(answer, shared).toString());
        } else {
          print(name, addressed, answer, shared);
        }
      } else {
        inputs.problem(name, "too little text to be recognised by it", ExitCode.DATA);
      }
    } catch (NotAMailException e) {
      inputs.problem(name, String.valueOf(e.getMessage()), ExitCode.DATA);
    } catch (PeerClientException e) {
      throw PeerOption.failure(e);
    }
  }

  private void print(String name, AddressedMail mail, JsonNode answer, SharedText shared) {
    line("verdict", answer.path("verdict"));
    line("because", answer.path("reason"));
    if (!answer.path("decided").path("change").asText("").isEmpty()) {
      line("change", answer.path("decided").path("change"));
    }
    console.say("message  " + mail.guid().map(Object::toString).orElse("none"));
    for (FeatureVector vector : mail.vectors()) {
      console.say("asked    " + vector.size() + " fingerprints of " + vector.scheme().label());
    }
    Set<Id> masked = ExplainJson.keys(answer.path("ownHam"));
    if (!masked.isEmpty()) {
      console.say(
          "own ham  %d fingerprints count for nothing: they are in ham learnt at this peer"
              .formatted(masked.size()));
      text(shared.of(masked));
    }
    console.say(
        String.format(
            Locale.ROOT,
            "answer   from %s, hops=%d, %.1f ms, %s",
            answer.path("source").asText(),
            answer.path("hops").asInt(),
            answer.path("millis").asDouble(),
            answer.path("complete").asBoolean() ? "complete" : "not complete"));
    for (JsonNode found : answer.path("matches")) {
      print(found, shared);
    }
    if (!answer.path("decided").path("by").asText().equals("postmaster")) {
      String file = name.equals("-") ? "FILE" : Console.masked(name);
      if (answer.path("votes").path("spam").asInt() > 0) {
        adviseWanted(file, answer.path("matches"));
      }
      if (!answer.path("verdict").asText().equals("spam")) {
        console.say("If this mail is spam:");
        console.say("  spamwatch mark spam " + file + "  says so to everybody");
      }
    }
  }

  /** What somebody whose wanted mail others call spam can do; a rule of the operator's decides. */
  private void adviseWanted(String file, JsonNode matches) {
    console.say("If this mail is wanted:");
    console.say("  spamwatch mark ham " + file + "  says so to everybody");
    console.say(
        "  spamwatch ham learn --source directory "
            + file
            + "  makes its text count for nothing at this peer (its operator; after marking it ham,"
            + " if users of this peer say spam)");
    for (JsonNode match : matches) {
      if (match.path("votes").path("spam").asInt() > 0) {
        console.say(
            "  spamwatch campaign allow "
                + match.path("message").asText()
                + "  overrules the votes on it at this peer (its operator)");
        return; // the nearest: a rule takes what is like it in
      }
    }
  }

  private void line(String title, JsonNode value) {
    console.say("%-8s %s".formatted(title, SharedText.shown(value.asText())));
  }

  private void text(List<SharedText.Stretch> stretches) {
    for (SharedText.Stretch stretch : stretches) {
      console.say(
          "  text   at %d, %d characters: \"%s\""
              .formatted(stretch.from(), stretch.length(), stretch.text()));
    }
  }

  private void print(JsonNode found, SharedText shared) {
    console.say(
        String.format(
            Locale.ROOT,
            "match    %s shares %d of %d (%s), votes %d spam %d ham, hops=%d",
            found.path("message").asText(),
            found.path("shared").asInt(),
            found.path("of").asInt(),
            found.path("scheme").asText(),
            found.path("votes").path("spam").asInt(),
            found.path("votes").path("ham").asInt(),
            found.path("hops").asInt()));
    text(shared.of(ExplainJson.keys(found.path("features"))));
    ExplainJson.byDay(found.path("voters"))
        .forEach((day, votes) -> console.say("  votes  " + day + ": " + votes));
    for (JsonNode vote : found.path("voters")) {
      console.say(
          "  vote   "
              + vote.path("verdict").asText()
              + " by "
              + vote.path("voter").asText()
              + ExplainJson.standing(vote)
              + " ("
              + vote.path("origin").asText()
              + ") at "
              + Instant.ofEpochMilli(vote.path("time").asLong()));
    }
  }
}
