package org.spamwatch.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.spamwatch.agent.http.PeerClientException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spamwatch peer status}: what a running peer knows and does. */
@Command(
    name = "status",
    description = "Shows the state of a running peer.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class PeerStatusCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private PeerOption peer = new PeerOption();

  @Option(names = "--json", description = "the peer's JSON instead")
  private boolean json;

  PeerStatusCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws CommandFailure {
    try {
      ObjectNode status = peer.client(console).status();
      if (json) {
        console.say(status.toString());
      } else {
        print(status);
      }
      return ExitCode.OK;
    } catch (PeerClientException e) {
      throw PeerOption.failure(e);
    }
  }

  private void print(JsonNode status) {
    line("id", status.path("id").asText());
    line("overlay", status.path("address").asText());
    line("realm", status.path("realm").asText());
    if (status.has("revocations")) {
      line("revocations", list(status.path("revocations")));
    }
    line("clock", clock(status.path("clock")));
    line("joined", status.path("joined").asBoolean() ? "yes" : "no");
    line("role", status.path("role").asText());
    if (status.has("host")) {
      JsonNode host = status.path("host");
      line("host", host.path("id").asText() + " " + host.path("address").asText());
    }
    line("clients", status.path("clients").asText());
    line("neighbours", Integer.toString(status.path("neighbours").size()));
    for (JsonNode neighbour : status.path("neighbours")) {
      line("", neighbour.path("id").asText() + " " + neighbour.path("address").asText());
    }
    line("leaves", status.path("leaves").asText());
    line("links", links(status.path("links")));
    line("features", status.path("features").asText() + room(status));
    line("pointers", status.path("pointers").asText());
    line("messages", status.path("messages").asText());
    line("votes", status.path("votes").asText() + space(status.path("voteSpace")));
    line("pending votes", status.path("pendingVotes").asText());
    line("not taken", reasons(status.path("refusedRecords")));
    line("own not taken", elsewhere(status.path("refusedElsewhere")));
    long uptime = status.path("uptimeSeconds").asLong();
    line("uptime", uptime + " s");
    JsonNode requests = status.path("requests");
    line("checks", counted(requests.path("checks").asLong(), uptime));
    line("votes taken", counted(requests.path("votes").asLong(), uptime));
    line("refused", counted(requests.path("refused").asLong(), uptime));
  }

  /** Such as {@code list 7 of 2026-01-31T00:00:00Z, nodes=1 voters=0}. */
  private static String list(JsonNode list) {
    return String.format(
        Locale.ROOT,
        "list %d of %s, nodes=%d voters=%d",
        list.path("number").asLong(),
        CampaignShowCommand.moment(list.path("issued").asLong()),
        list.path("nodes").asInt(),
        list.path("voters").asInt());
  }

  /** Such as {@code 2026-01-31T00:00:00Z}, and what is wrong with it. */
  private static String clock(JsonNode clock) {
    String date = CampaignShowCommand.moment(clock.path("date").asLong());
    return clock.has("wrong") ? "WRONG: " + clock.path("wrong").asText() : date;
  }

  /** Such as {@code 3 in, 4 out; 2 payloads and 1 capabilities of newer peers}. */
  private static String links(JsonNode links) {
    String open = links.path("in").asText() + " in, " + links.path("out").asText() + " out";
    long payloads = links.path("newerPayloads").asLong();
    long capabilities = links.path("unknownCapabilities").asLong();
    return payloads + capabilities == 0
        ? open
        : open
            + "; %d payloads and %d capabilities of newer peers".formatted(payloads, capabilities);
  }

  private static String room(JsonNode status) {
    return " of at most " + status.path("maxFeatures").asText();
  }

  /** Such as {@code 3 (forged 1, stale 2)}. */
  private static String reasons(JsonNode refused) {
    long sum = 0;
    List<String> reasons = new ArrayList<>();
    for (Map.Entry<String, JsonNode> reason : refused.properties()) {
      long count = reason.getValue().asLong();
      sum += count;
      if (count > 0) {
        reasons.add(reason.getKey() + " " + count);
      }
    }
    return sum + (sum == 0 ? "" : " (" + String.join(", ", reasons) + ")");
  }

  /** Such as {@code 1; last by 192.0.2.7:9460: over quota}. */
  private static String elsewhere(JsonNode elsewhere) {
    String count = elsewhere.path("count").asText();
    JsonNode last = elsewhere.path("last");
    return last.isMissingNode()
        ? count
        : count
            + "; last by "
            + last.path("address").asText()
            + ": "
            + last.path("reason").asText();
  }

  private static String counted(long count, long uptimeSeconds) {
    double aMinute = 60.0 * count / Math.max(1, uptimeSeconds);
    return String.format(Locale.ROOT, "%d (%.1f a minute)", count, aMinute);
  }

  private void line(String name, String value) {
    console.say(String.format(Locale.ROOT, "%-14s %s", name, value));
  }

  /** What of the memory for votes is used, and what did not find room. */
  private static String space(JsonNode space) {
    if (space.isMissingNode()) {
      return "";
    }
    StringBuilder text =
        new StringBuilder(
            " (%d of %d MB"
                .formatted(
                    space.path("bytes").asLong() / 1_000_000,
                    space.path("most").asLong() / 1_000_000));
    if (space.path("evicted").asLong() > 0) {
      text.append(", ").append(space.path("evicted").asLong()).append(" gave way");
    }
    if (space.path("leftOut").asLong() > 0) {
      text.append(", ").append(space.path("leftOut").asLong()).append(" left in the store");
    }
    return text.append(')').toString();
  }
}
