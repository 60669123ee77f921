package org.spamwatch.agent.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClient.CheckOptions;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.mail.NotAMailException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spamwatch check}: is this mail spam to others? */
@Command(
    name = "check",
    description = "Asks a peer about mails; only fingerprints are sent.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "Prints one line a mail: verdict, tab, votes, match, source and time, tab, name.",
      "Exit code: 1 if any mail is spam, else 0 (spamc's way); or 0 spam, 1 unknown,",
      "2 unsure (bogofilter's); 64 and above if a mail could not be checked."
    })
final class CheckCommand implements Callable<Integer> {
  private final Console console;
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

  private boolean spam;
  private boolean unsure;

  /** Whose exit codes are used; named as they are typed. */
  @SuppressWarnings("checkstyle:MemberName")
  enum ExitStyle {
    /** 1 spam, 0 not. */
    spamc,
    /** 0 spam, 1 not, 2 unsure. */
    bogofilter
  }

  CheckCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws CommandFailure {
    if (lookalikes.isKept() && learn != null) {
      throw new CommandFailure(
          ExitCode.USAGE, "--keep-look-alikes is for asking only: leave it or --learn out");
    }
    // Own ham is learnt under all.
    text = lookalikes.asked(learn == null ? schemes.text() : schemes.textOfAll());
    PeerClient client = peer.client(console);
    List<Scheme> asked = learn == null ? List.of() : schemes.schemes();
    CheckOptions options = match.options(asked, Optional.ofNullable(learn));
    MailInputs inputs = new MailInputs(console, files, text.limits());
    inputs.forEach((name, mail) -> check(client, options, inputs, name, mail));
    if (inputs.exitCode() != ExitCode.OK) {
      return inputs.exitCode();
    }
    return switch (exitStyle) {
      case spamc -> spam ? 1 : 0;
      case bogofilter -> spam ? 0 : unsure ? 2 : 1;
    };
  }

  private void check(
      PeerClient client, CheckOptions options, MailInputs inputs, String name, byte[] mail)
      throws CommandFailure {
    long start = System.nanoTime();
    try {
      AddressedMail addressed = text.address(mail);
      ObjectNode answer =
          addressed.isAddressable()
              ? client.check(MailFeatures.of(addressed), options)
              : tooLittleText();
      print(name, answer, (System.nanoTime() - start) / 1e6);
    } catch (NotAMailException e) {
      inputs.problem(name, String.valueOf(e.getMessage()), ExitCode.DATA);
    } catch (PeerClientException e) {
      throw PeerOption.failure(e);
    }
  }

  private static ObjectNode tooLittleText() {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("verdict", "unknown");
    json.putObject("votes").put("spam", 0).put("ham", 0);
    json.putObject("match").put("shared", 0).put("of", 0);
    json.put("source", "none").put("hops", 0).put("millis", 0.0).putArray("messages");
    return json.put("complete", true).put("reason", "the mail has too little text");
  }

  private void print(String name, ObjectNode answer, double millis) {
    String verdict = answer.path("verdict").asText("unknown");
    spam |= verdict.equals("spam");
    unsure |= verdict.equals("unsure");
    if (json) {
      console.say(
          JsonNodeFactory.instance.objectNode().put("name", name).setAll(answer).toString());
      return;
    }
    console.say(
        String.format(
            Locale.ROOT,
            "%s\tvotes=%d/%d match=%d/%d source=%s ms=%.1f\t%s",
            verdict,
            answer.path("votes").path("spam").asInt(),
            answer.path("votes").path("ham").asInt(),
            answer.path("match").path("shared").asInt(),
            answer.path("match").path("of").asInt(),
            answer.path("source").asText("none"),
            millis,
            Console.masked(name)));
    if (answer.path("learnt").has("error")) { // the verdict stands: no matter for the exit code
      console.complain(
          name
              + ": not learnt: "
              + answer.path("learnt").path("error").asText()
              + " ("
              + answer.path("learnt").path("hint").asText()
              + ")");
    }
  }

  /** The options by which a match and a verdict are tuned. */
  static final class MatchOptions {
    @Option(names = "--ttl", paramLabel = "N", description = "hops a query may travel, 0 to 32")
    private @Nullable Integer ttl;

    @Option(names = "--thres", paramLabel = "K", description = "fingerprints to share, 1 to 64")
    private @Nullable Integer thres;

    @Option(names = "--votes", paramLabel = "V", description = "spam votes needed, 1 to 1000")
    private @Nullable Integer votes;

    @Option(
        names = "--rule",
        paramLabel = "RULE",
        description = "whose votes count: ${COMPLETION-CANDIDATES}")
    private @Nullable Asked rule;

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
          within("--ttl", ttl, 0, 32),
          within("--thres", thres, 1, 64),
          within("--votes", votes, 1, 1000),
          Optional.ofNullable(rule).map(its -> its.rule),
          asked,
          learn);
    }

    private static OptionalInt within(String name, @Nullable Integer value, int least, int most)
        throws CommandFailure {
      if (value != null && (value < least || value > most)) {
        throw new CommandFailure(
            ExitCode.USAGE, name + " " + value + ": allowed is " + least + " to " + most);
      }
      return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }
  }
}
