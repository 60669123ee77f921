package org.spamwatch.agent.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.spamwatch.agent.api.StatusAnswer;
import org.spamwatch.agent.api.StatusAnswer.Bulk;
import org.spamwatch.agent.api.StatusAnswer.Clock;
import org.spamwatch.agent.api.StatusAnswer.Elsewhere;
import org.spamwatch.agent.api.StatusAnswer.Links;
import org.spamwatch.agent.api.StatusAnswer.Requests;
import org.spamwatch.agent.api.StatusAnswer.Revocations;
import org.spamwatch.agent.api.StatusAnswer.Space;
import org.spamwatch.agent.api.Words;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClientException;
import picocli.CommandLine.Command;

/** {@code spamwatch peer status}: what a running peer knows and does. */
@Command(name = "status", description = "Shows the state of a running peer.")
final class PeerStatusCommand extends PeerQuery<StatusAnswer> {

  @Override
  StatusAnswer ask(PeerClient client) throws PeerClientException {
    return client.status();
  }

  @Override
  void print(StatusAnswer status) {
    line("id", status.id());
    line("overlay", status.address());
    line("realm", status.realm());
    status.revocations().ifPresent(list -> line("revocations", list(list)));
    line("clock", clock(status.clock()));
    line("joined", status.joined() ? "yes" : "no");
    line("role", Words.of(status.role()));
    status.host().ifPresent(host -> line("host", host.id() + " " + host.address()));
    line("clients", status.clients());
    line("neighbours", status.neighbours().size());
    status.neighbours().forEach(node -> line("", node.id() + " " + node.address()));
    line("leaves", status.leaves());
    line("links", links(status.links()));
    line("features", status.features() + ", of others at most " + status.maxFeatures());
    line("pointers", status.pointers());
    line("messages", status.messages());
    line("votes", status.votes() + space(status.voteSpace()));
    line("pending votes", status.pendingVotes());
    status.announcements().ifPresent(known -> line("announced", AnnouncedText.of(known)));
    status.bulk().ifPresent(counted -> line("bulk", bulk(counted)));
    line("not taken", reasons(status.refusedRecords()));
    line("own not taken", elsewhere(status.refusedElsewhere()));
    long uptime = status.uptimeSeconds();
    line("uptime", uptime + " s");
    Requests requests = status.requests();
    line("checks", counted(requests.checks(), uptime));
    line("votes taken", counted(requests.votes(), uptime));
    line("refused", counted(requests.refused(), uptime));
  }

  /** Such as {@code list 7 of 2026-01-31T00:00:00Z, nodes=1 voters=0}. */
  private static String list(Revocations list) {
    return String.format(
        Locale.ROOT,
        "list %d of %s, nodes=%d voters=%d",
        list.number(),
        CampaignShowCommand.moment(list.issued()),
        list.nodes(),
        list.voters());
  }

  /** Such as {@code 2026-01-31T00:00:00Z}, and what is wrong with it. */
  private static String clock(Clock clock) {
    return clock
        .wrong()
        .map(reason -> "WRONG: " + reason)
        .orElseGet(() -> CampaignShowCommand.moment(clock.date()));
  }

  /** Such as {@code 3 in, 4 out; 2 payloads and 1 capabilities of newer peers}. */
  private static String links(Links links) {
    String open = links.in() + " in, " + links.out() + " out";
    return links.newerPayloads() + links.unknownCapabilities() == 0
        ? open
        : open
            + "; %d payloads and %d capabilities of newer peers"
                .formatted(links.newerPayloads(), links.unknownCapabilities());
  }

  /** What is counted of mail that many people get, and what others told that was not taken. */
  private static String bulk(Bulk counted) {
    return "%d mails counted, %d of %d features, %d of %d told, %d sites, %d MB%s; refused %s"
        .formatted(
            counted.mails(),
            counted.features(),
            counted.capacity(),
            counted.published(),
            counted.publishedCapacity(),
            counted.sites(),
            counted.bytes() / 1_000_000,
            counted.full() > 0 ? ", NO ROOM for " + counted.full() : "",
            reasons(counted.refused()));
  }

  /** Such as {@code 3 (forged 1, stale 2)}. */
  private static String reasons(Map<String, Long> refused) {
    long sum = 0;
    List<String> reasons = new ArrayList<>();
    for (Map.Entry<String, Long> reason : refused.entrySet()) {
      sum += reason.getValue();
      if (reason.getValue() > 0) {
        reasons.add(reason.getKey() + " " + reason.getValue());
      }
    }
    return sum + (sum == 0 ? "" : " (" + String.join(", ", reasons) + ")");
  }

  /** Such as {@code 1; last by 192.0.2.7:9460: over quota}. */
  private static String elsewhere(Elsewhere elsewhere) {
    return elsewhere.count()
        + elsewhere
            .last()
            .map(last -> "; last by " + last.address() + ": " + last.reason())
            .orElse("");
  }

  private static String counted(long count, long uptimeSeconds) {
    double aMinute = 60.0 * count / Math.max(1, uptimeSeconds);
    return String.format(Locale.ROOT, "%d (%.1f a minute)", count, aMinute);
  }

  private void line(String name, Object value) {
    say("%-14s %s", name, value);
  }

  /** What of the memory for votes is used, and what did not find room. */
  private static String space(Space space) {
    StringBuilder text =
        new StringBuilder(
            " (%d of %d MB".formatted(space.bytes() / 1_000_000, space.most() / 1_000_000));
    if (space.evicted() > 0) {
      text.append(", ").append(space.evicted()).append(" gave way");
    }
    if (space.leftOut() > 0) {
      text.append(", ").append(space.leftOut()).append(" left in the store");
    }
    return text.append(')').toString();
  }
}
