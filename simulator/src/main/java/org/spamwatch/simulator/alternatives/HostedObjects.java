package org.spamwatch.simulator.alternatives;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxEnd;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxQuery;
import org.spamwatch.ata.adolr.AdolrMessage.End;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureFailure;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureObject;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureRequest;
import org.spamwatch.ata.adolr.AdolrMessage.Listed;
import org.spamwatch.ata.adolr.AdolrMessage.QueryAnswer;
import org.spamwatch.ata.adolr.AdolrMessage.Role;
import org.spamwatch.ata.adolr.FeatureRecord;
import org.spamwatch.ata.adolr.Match;
import org.spamwatch.ata.adolr.Publication;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.simulator.alternatives.LocationMessage.Carried;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * Feature objects that lie at a publisher, whole and once, as the paper has them: pointers lead to
 * them. Their holder lists them (SW 3.2) or resolves a query over all that it holds (SW 3.3).
 */
abstract class HostedObjects extends TriedLocation {
  private record Served(Id asker, long queryId, Id guid) {}

  private final Map<Id, List<FeatureRecord>> objects = new LinkedHashMap<>();
  private final Set<Served> served = new LinkedHashSet<>();

  HostedObjects(Peer peer, Signatures signatures) {
    super(peer, signatures);
  }

  /** Adds a record to its feature's object, which begins with it if there is none here. */
  final void add(FeatureRecord record) {
    objects.computeIfAbsent(record.feature(), feature -> new ArrayList<>(2)).add(record);
  }

  @Override
  final void ask(Id feature, Asked asked, Question question) {
    long number = expect(answer(question));
    Message request =
        asked.how() == Asking.LISTS
            ? new FeatureRequest(number, feature)
            : new ApproxQuery(
                asked.queryId(),
                number,
                asked.vector(),
                asked.thres(),
                false,
                asked.payload(),
                List.of());
    route(feature, request);
  }

  /** Sends a question on its way to the object of a feature. */
  abstract void route(Id feature, Message request);

  private static Consumer<Message> answer(Question question) {
    return answer -> {
      if (answer instanceof FeatureObject object) {
        question.listed(object.objects().stream().map(Listed::guid).collect(Collectors.toSet()));
      } else if (answer instanceof ApproxEnd end) {
        question.matched(end.found().stream().map(Match::guid).collect(Collectors.toSet()));
      } else {
        question.matched(Set.of());
      }
    };
  }

  /** A question has come to the object of a feature. */
  final void answer(Id feature, Message request, Contact asker) {
    if (request instanceof ApproxQuery query) {
      node().send(asker, new Carried(resolve(query, asker)));
    } else if (request instanceof FeatureRequest listing) {
      node().send(asker, new Carried(list(listing, feature)));
    }
  }

  private FeatureObject list(FeatureRequest request, Id feature) {
    List<Listed> listed =
        objects.getOrDefault(feature, List.of()).stream()
            .map(FeatureRecord::publication)
            .map(
                one ->
                    new Listed(one.guid(), one.vector().digest(), one.vector().scheme(), Role.PART))
            .limit(FeatureObject.PAGE)
            .toList();
    return new FeatureObject(request.routeId(), 0, 0, 1, listed);
  }

  private ApproxEnd resolve(ApproxQuery query, Contact asker) {
    Map<Id, Match> matches = new LinkedHashMap<>();
    for (Id feature : query.vector().keys()) {
      for (FeatureRecord record : objects.getOrDefault(feature, List.of())) {
        Publication one = record.publication();
        int shared = shared(one.vector(), query.vector());
        if (shared >= query.thres()) {
          int of = query.vector().size();
          matches.put(one.guid(), new Match(one.guid(), one.vector().digest(), shared, of));
        }
      }
    }
    for (Id guid : matches.keySet()) {
      if (served.add(new Served(asker.id(), query.queryId(), guid))) {
        peer.core().dolr().routeToObject(guid, query.payload(), Integer.MAX_VALUE, asker);
      }
    }
    List<Match> found = List.copyOf(matches.values());
    return new ApproxEnd(query.routeId(), End.HIT, 0, found, List.of());
  }

  private static int shared(FeatureVector one, FeatureVector other) {
    return (int) one.keys().stream().filter(other.keys()::contains).count();
  }

  /** Tells an asker that there is no object of a feature. */
  final void failed(Message request, Contact asker) {
    long number =
        request instanceof ApproxQuery query
            ? query.routeId()
            : ((FeatureRequest) request).routeId();
    node().send(asker, new Carried(new FeatureFailure(number, 0)));
  }

  /** An answer to this node's own question has come. */
  final void received(Message answer) {
    if (answer instanceof QueryAnswer numbered) {
      answered(numbered.routeId(), answer);
    }
  }
}
