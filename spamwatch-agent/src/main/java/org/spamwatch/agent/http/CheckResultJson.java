package org.spamwatch.agent.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.MatchedMessage;
import org.spamwatch.agent.check.VoteSeen;
import org.spamwatch.agent.peer.PeerStatus;
import org.spamwatch.agent.peer.RecordStatus;
import org.spamwatch.agent.peer.TracedRoute;
import org.spamwatch.agent.trust.Decision;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.trust.TrustRule;
import org.spamwatch.agent.vote.VoteResult;
import org.spamwatch.agent.vote.VoteSpace;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.identity.RevocationList;
import org.spamwatch.overlay.live.LinkCounters;

/**
 * What the peer answers, in JSON. Names and meanings are an interface that others script against.
 */
final class CheckResultJson {
  private CheckResultJson() {}

  /**
   * The answer to a check: {@code
   * {"verdict":"spam","votes":{"spam":12,"ham":0},"match":{"shared":9,"of":10},"source":"overlay",
   * "hops":2,"millis":3.1,"messages":["GUID"],"complete":true,"reason":"...",
   * "decided":{"by":"own-site","own":{"spam":1,"ham":0},"strangers":{"spam":11,"ham":0,"sites":4,
   * "voters":9,"weight":7.5,"coverage":0.9},"needed":{"voters":3,"weight":3.0,"coverage":0.5},
   * "change":"..."}}}; "by" is own-site, strangers, nobody or postmaster. Votes of strangers count
   * as far as their sites are heeded.
   */
  static ObjectNode check(CheckResult answer, long nanos) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("verdict", answer.verdict().name().toLowerCase(Locale.ROOT));
    votes(json, answer.spamVotes(), answer.hamVotes());
    json.putObject("match").put("shared", answer.shared()).put("of", answer.of());
    json.put("source", answer.source().name().toLowerCase(Locale.ROOT));
    json.put("hops", answer.hops());
    json.put("millis", millis(nanos));
    ArrayNode messages = json.putArray("messages");
    answer.matches().forEach(match -> messages.add(match.guid().toString()));
    json.put("complete", answer.complete()).put("reason", answer.reason());
    decided(json.putObject("decided"), answer.decision());
    return json;
  }

  private static void decided(ObjectNode json, Decision decision) {
    json.put("by", label(decision.decidedBy()));
    json.putObject("own").put("spam", decision.ownSpam()).put("ham", decision.ownHam());
    json.putObject("strangers")
        .put("spam", decision.strangerSpam())
        .put("ham", decision.strangerHam())
        .put("sites", decision.spamSites())
        .put("voters", decision.voters())
        .put("weight", decision.weight())
        .put("coverage", Math.round(100 * decision.coverage()) / 100.0);
    json.putObject("needed")
        .put("voters", decision.votersNeeded())
        .put("weight", decision.weightNeeded())
        .put("coverage", TrustRule.COVERAGE);
    json.put("change", decision.change());
  }

  private static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The rule of a label. */
  static Optional<Rule> rule(String label) {
    return Arrays.stream(Rule.values()).filter(rule -> label(rule).equals(label)).findFirst();
  }

  /** The answer to a check and, for each matched message, why it matched and who voted. */
  static ObjectNode explain(CheckResult answer, long nanos) {
    ObjectNode json = check(answer, nanos);
    ArrayNode matches = json.putArray("matches");
    for (MatchedMessage match : answer.matches()) {
      ObjectNode element = matches.addObject().put("message", match.guid().toString());
      element.put("scheme", match.scheme().label());
      element.put("shared", match.shared()).put("of", match.of());
      votes(element, match.spamVotes(), match.hamVotes());
      element.put("hops", match.hops());
      ArrayNode features = element.putArray("features");
      match.sharedKeys().forEach(key -> features.add(key.toString()));
      ArrayNode voters = element.putArray("voters");
      for (VoteSeen vote : match.votes()) {
        voters
            .addObject()
            .put("voter", vote.voter().toString())
            .put("site", vote.site().toString())
            .put("own", vote.own())
            .put("weight", vote.weight())
            .put("verdict", VoteJson.label(vote.value()))
            .put("origin", vote.origin().label())
            .put("time", vote.timeMillis());
      }
    }
    return json;
  }

  private static void votes(ObjectNode json, int spam, int ham) {
    json.putObject("votes").put("spam", spam).put("ham", ham);
  }

  /**
   * {@code {"accepted":true,"message":"GUID","sequence":3,"holders":4,"reason":"..."}}, and of a
   * withdrawal {@code "standing":[["DIGEST",...],...]} if the voter is to sign further ones.
   */
  static ObjectNode receipt(VoteResult receipt) {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("accepted", receipt.accepted())
            .put("message", receipt.message().toString())
            .put("sequence", receipt.sequence())
            .put("holders", receipt.holders())
            .put("reason", receipt.reason());
    if (!receipt.standing().isEmpty()) {
      ArrayNode standing = json.putArray("standing");
      for (List<Id> digests : receipt.standing()) {
        ArrayNode variant = standing.addArray();
        digests.forEach(digest -> variant.add(digest.toString()));
      }
    }
    return json;
  }

  /** The peer's state; {@link HttpPort} adds its own counts. */
  static ObjectNode status(PeerStatus status) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("id", status.self().id().toString());
    json.put("address", status.self().endpoint().toString());
    json.put("realm", status.realm().toString());
    json.put("joined", status.joined());
    json.put("role", status.role().name().toLowerCase(Locale.ROOT));
    status.host().ifPresent(host -> contact(json.putObject("host"), host));
    json.put("clients", status.clients());
    contacts(json.putArray("neighbours"), status.neighbours());
    json.put("leaves", status.leaves());
    json.put("features", status.features()).put("votes", status.votes());
    json.put("pointers", status.pointers()).put("messages", status.messages());
    json.put("pendingVotes", status.pendingVotes()).put("refusedVotes", status.refusedVotes());
    VoteSpace space = status.space();
    json.putObject("voteSpace")
        .put("bytes", space.bytes())
        .put("most", space.most())
        .put("evicted", space.evicted())
        .put("leftOut", space.leftOut())
        .put("passedOver", space.passedOver());
    json.put("openChecks", status.openChecks());
    status.revocations().ifPresent(list -> revocations(json.putObject("revocations"), list));
    records(json, status.records());
    ObjectNode clock = json.putObject("clock");
    clock.put("date", status.clock().dateMillis()).put("settled", status.clock().settledMillis());
    status.clock().wrong().ifPresent(reason -> clock.put("wrong", reason));
    return json;
  }

  /**
   * {@code {"in":2,"out":3,"bytesIn":N,"bytesOut":N,"newerPayloads":0,"unknownCapabilities":0,
   * "dropped":{"queue_full":1,...},"ended":{"idle":4,...}}}: the links that are open, and what they
   * and others have done; causes without any are left out.
   */
  static void links(ObjectNode json, LinkCounters links) {
    json.put("in", links.inboundLinks()).put("out", links.outboundLinks());
    json.put("bytesIn", links.bytesIn()).put("bytesOut", links.bytesOut());
    json.put("newerPayloads", links.newerPayloads());
    json.put("unknownCapabilities", links.unknownCapabilities());
    causes(json.putObject("dropped"), links.dropped());
    causes(json.putObject("ended"), links.ended());
  }

  private static <C extends Enum<C>> void causes(ObjectNode json, Map<C, Long> counts) {
    counts.entrySet().stream()
        .filter(each -> each.getValue() > 0)
        .sorted(Map.Entry.comparingByKey())
        .forEach(each -> json.put(each.getKey().name().toLowerCase(Locale.ROOT), each.getValue()));
  }

  /**
   * {@code "maxFeatures":N,"refusedRecords":{"forged":N,...},"refusedElsewhere":{"count":N,"last":
   * {"by":"ID","address":"...","reason":"..."}}}.
   */
  private static void records(ObjectNode json, RecordStatus records) {
    json.put("maxFeatures", records.room());
    ObjectNode refused = json.putObject("refusedRecords");
    records
        .refused()
        .forEach((refusal, count) -> refused.put(refusal.name().toLowerCase(Locale.ROOT), count));
    ObjectNode elsewhere = json.putObject("refusedElsewhere");
    elsewhere.put("count", records.refusedElsewhere());
    records
        .last()
        .ifPresent(
            last ->
                elsewhere
                    .putObject("last")
                    .put("by", last.by().id().toString())
                    .put("address", last.by().endpoint().toString())
                    .put("reason", last.reason().text()));
  }

  private static void revocations(ObjectNode json, RevocationList list) {
    json.put("number", list.sequence()).put("issued", list.issuedMillis());
    json.put("nodes", list.nodes().size()).put("voters", list.voters().size());
  }

  private static void contacts(ArrayNode array, List<Contact> contacts) {
    for (Contact contact : contacts) {
      array
          .addObject()
          .put("id", contact.id().toString())
          .put("address", contact.endpoint().toString());
    }
  }

  /**
   * The way to a key: {@code {"key":"ID","atRoot":true,"hops":2,"millis":3.1,
   * "path":[{"id":"ID","address":"HOST:PORT"},...]}}, the asked peer first.
   */
  static ObjectNode route(Id key, TracedRoute route, long nanos) {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("key", key.toString());
    json.put("atRoot", route.end() == RouteEnd.ROOT).put("hops", route.path().size() - 1);
    json.put("millis", millis(nanos));
    contacts(json.putArray("path"), route.path());
    return json;
  }

  private static double millis(long nanos) {
    return Math.round(nanos / 1e5) / 10.0;
  }

  private static void contact(ObjectNode json, Contact contact) {
    json.put("id", contact.id().toString()).put("address", contact.endpoint().toString());
  }
}
