package org.spamwatch.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.spamwatch.agent.cli.CheckCommand.MatchOptions;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.mail.NotAMailException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spamwatch explain}: why a mail gets its verdict. */
@Command(
    name = "explain",
    description = "Tells which marked mails resemble a mail, who voted, and why the verdict.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class ExplainCommand implements Callable<Integer> {
  private final Console console;
  private final ApproximateText text = ApproximateText.standard();

  @Mixin private PeerOption peer = new PeerOption();
  @Mixin private MatchOptions match = new MatchOptions();

  @Option(names = "--json", description = "the peer's JSON instead")
  private boolean json;

  @Parameters(arity = "1", paramLabel = "FILE", description = "one mail; - is standard input")
  private String file = "";

  ExplainCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws CommandFailure {
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
        ObjectNode answer = client.explain(addressed.vectors(), match.options());
        if (json) {
          console.say(answer.toString());
        } else {
          print(addressed, answer);
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

  private void print(AddressedMail mail, JsonNode answer) {
    console.say("verdict  " + answer.path("verdict").asText());
    console.say("because  " + answer.path("reason").asText());
    String change = answer.path("decided").path("change").asText("");
    if (!change.isEmpty()) {
      console.say("change   " + change);
    }
    console.say("message  " + mail.guid().map(Object::toString).orElse("none"));
    for (FeatureVector vector : mail.vectors()) {
      console.say("asked    " + vector.size() + " fingerprints of " + vector.scheme().label());
    }
    console.say(
        String.format(
            Locale.ROOT,
            "answer   from %s, %d hops, %.1f ms, %s",
            answer.path("source").asText(),
            answer.path("hops").asInt(),
            answer.path("millis").asDouble(),
            answer.path("complete").asBoolean() ? "complete" : "not complete"));
    for (JsonNode found : answer.path("matches")) {
      print(found);
    }
  }

  private void print(JsonNode found) {
    console.say(
        String.format(
            Locale.ROOT,
            "match    %s shares %d of %d (%s), votes %d spam %d ham, %d hops",
            found.path("message").asText(),
            found.path("shared").asInt(),
            found.path("of").asInt(),
            found.path("scheme").asText(),
            found.path("votes").path("spam").asInt(),
            found.path("votes").path("ham").asInt(),
            found.path("hops").asInt()));
    for (JsonNode feature : found.path("features")) {
      console.say("  shared " + feature.asText());
    }
    for (JsonNode vote : found.path("voters")) {
      console.say(
          "  vote   "
              + vote.path("verdict").asText()
              + " by "
              + vote.path("voter").asText()
              + " of "
              + vote.path("site").asText()
              + " ("
              + vote.path("origin").asText()
              + ", "
              + standing(vote)
              + ") at "
              + Instant.ofEpochMilli(vote.path("time").asLong()));
    }
  }

  private static String standing(JsonNode vote) {
    return vote.path("own").asBoolean()
        ? "own site"
        : String.format(Locale.ROOT, "stranger of weight %.2f", vote.path("weight").asDouble());
  }
}
