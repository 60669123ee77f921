package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteMessage;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.HandOverVotes;
import org.spamwatch.agent.vote.VoteMessage.ReplicateVote;
import org.spamwatch.agent.vote.VoteMessage.VoteReplicated;
import org.spamwatch.agent.vote.VoteMessage.VotesAsked;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteMessage.VotesWanted;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxAsk;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxEnd;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxQuery;
import org.spamwatch.ata.adolr.AdolrMessage.End;
import org.spamwatch.ata.adolr.AdolrMessage.PublishFeature;
import org.spamwatch.ata.adolr.Match;
import org.spamwatch.ata.adolr.ObjectPublisher;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.pointer.DolrMessage.Locate;
import org.spamwatch.overlay.pointer.DolrMessage.Publish;
import org.spamwatch.overlay.pointer.DolrMessage.Replicate;
import org.spamwatch.overlay.pointer.DolrMessage.ToServer;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * What colluding peers do with what comes by them about messages that they want to hide, and know
 * of together. They follow the protocol in all else, so that they are taken for what they are.
 *
 * <p>They confirm others' votes and drop them, answer questions at once with as many pages as may
 * be, of their own voters' votes and of those of others that suit them, and fill what routes find
 * with messages of their own.
 */
final class Conspiracy {
  private static final int PAGES = VotesFound.MAX_PAGES;
  private static final int HOLDERS = 4;

  /** A message to be hidden, what its conspirators show of it, and what they lead away with. */
  private static final class Target {
    final List<FeatureVector> vectors;
    final List<Vote> own = new ArrayList<>();
    final List<Vote> overheard = new ArrayList<>();
    final List<ObjectPublisher> decoys = new ArrayList<>();

    Target(List<FeatureVector> vectors) {
      this.vectors = vectors;
    }

    /** Those whose word suits come first. */
    List<Vote> shown() {
      List<Vote> shown = new ArrayList<>(overheard);
      shown.addAll(own.subList(0, Math.min(own.size(), PAGES * VoteMessage.MAX_VOTES)));
      return shown.subList(0, Math.min(shown.size(), PAGES * VoteMessage.MAX_VOTES));
    }

    boolean isLike(ApproxQuery query) {
      return vectors.stream()
          .anyMatch(own -> own.compact().matches(query.vector().compact(), query.thres()));
    }
  }

  private record Flooded(Id by, long checkId, Id guid) {}

  private final MessageTable codec = PeerCore.messages(Limits.DEFAULT);
  private final SplittableRandom random;
  private final Set<Id> members = new LinkedHashSet<>();
  private final Map<Id, Target> targets = new LinkedHashMap<>();
  private final Set<Flooded> flooded = new LinkedHashSet<>();
  private long bytes;
  private long messages;

  /** A conspiracy of some peers, from now on. */
  Conspiracy(List<Peer> colluders, SplittableRandom random) {
    this.random = random;
    for (Peer each : colluders) {
      members.add(each.contact().id());
      each.bribe((from, message, wire) -> lets(each, from, message, wire));
    }
  }

  /** From now on a message is to be hidden. */
  void target(Id guid, List<FeatureVector> vectors) {
    targets.put(guid, new Target(vectors));
  }

  /** A vote that they show of a message. */
  void show(Vote vote) {
    target(vote.guid()).own.add(vote);
  }

  /** Another message, published by a member, to which they lead who asks for one. */
  void leadAway(Id guid, Id decoy, Contact publisher) {
    target(guid).decoys.add(new ObjectPublisher(decoy, publisher));
  }

  private Target target(Id guid) {
    return Objects.requireNonNull(targets.get(guid));
  }

  /** A message of theirs is on the way. */
  void sent(Contact by, Id to, Message payload) {
    count(new Direct(0, by, to, payload));
  }

  private void count(Message message) {
    messages++;
    bytes += codec.encode(message).length;
  }

  /** Bytes of what they have sent beside what the protocol asks of them. */
  long bytes() {
    return bytes;
  }

  /** Messages that they have sent beside those which the protocol asks of them. */
  long messages() {
    return messages;
  }

  // What comes by ------------------------------------------------------------------------------

  /** What one of them sees, and by which line it speaks. */
  private record Scene(Peer self, Contact asker, int hops, BiConsumer<Endpoint, Message> wire) {}

  private boolean lets(
      Peer self, Contact from, Message message, BiConsumer<Endpoint, Message> wire) {
    if (message instanceof Route route && !members.contains(route.origin().id())) {
      Scene scene = new Scene(self, route.origin(), route.hops(), wire);
      if (takesQuery(scene, route) || takes(scene, route.payload())) {
        wire.accept(from.endpoint(), new HopAck(route.hopId()));
        return false;
      }
    } else if (message instanceof Direct direct && !members.contains(from.id())) {
      if (takes(new Scene(self, from, 1, wire), direct.payload())) {
        wire.accept(from.endpoint(), new HopAck(direct.hopId()));
        return false;
      }
    }
    return true;
  }

  /** Whether they deal with a message in their own way. */
  private boolean takes(Scene scene, Message payload) {
    if (payload instanceof Cast cast && overhears(cast.vote())) {
      tell(scene, scene.asker(), new VoteReplicated(cast.castId(), HOLDERS));
    } else if (payload instanceof ReplicateVote keep && overhears(keep.vote())) {
      tell(scene, keep.origin(), new VoteReplicated(keep.castId(), HOLDERS));
    } else if (payload instanceof VotesAsked asked && targets.containsKey(asked.guid())) {
      flood(scene, scene.asker(), asked.guid(), asked.checkId());
    } else if (payload instanceof Locate locate && targets.containsKey(locate.guid())) {
      flood(scene, locate.origin(), locate.guid(), locate.payload());
    } else if (payload instanceof ToServer toServer && targets.containsKey(toServer.guid())) {
      flood(scene, toServer.origin(), toServer.guid(), toServer.payload());
    } else if (payload instanceof ApproxAsk ask && like(ask.query()) != null) {
      answerAsEnd(scene, ask.feature(), ask.query());
    } else {
      return isOfTarget(payload);
    }
    return true;
  }

  /** Others' records and votes that they do not keep. */
  private boolean isOfTarget(Message payload) {
    if (payload instanceof HandOverVotes entrust) {
      return entrust.votes().stream().anyMatch(this::overhears);
    }
    if (payload instanceof PublishFeature publish) {
      return targets.containsKey(publish.record().publication().guid());
    }
    if (payload instanceof Publish publish) {
      return targets.containsKey(publish.pointer().guid());
    }
    return payload instanceof Replicate replicate
        && replicate.pointers().stream().anyMatch(pointer -> targets.containsKey(pointer.guid()));
  }

  private boolean overhears(Vote vote) {
    Target target = targets.get(vote.guid());
    if (target == null || members.contains(vote.site())) {
      return false;
    }
    if (vote.value() == VoteValue.HAM && !target.overheard.contains(vote)) {
      target.overheard.add(vote);
    }
    return true;
  }

  // What they answer ---------------------------------------------------------------------------

  private @Nullable Target like(ApproxQuery query) {
    return targets.values().stream().filter(each -> each.isLike(query)).findFirst().orElse(null);
  }

  private boolean takesQuery(Scene scene, Route route) {
    if (!(route.payload() instanceof ApproxQuery query)) {
      return false;
    }
    Target target = like(query);
    if (target == null) {
      return false;
    }
    targets.forEach(
        (guid, other) -> {
          if (other == target) {
            flood(scene, route.origin(), guid, query.payload());
          }
        });
    List<Contact> next = scene.self().core().node().firstHops(route.key(), 1);
    if (next.isEmpty() || route.ttl() == 0) {
      answerAsEnd(scene, route.key(), query);
      return true;
    }
    Route onwards =
        new Route(
            random.nextLong(),
            scene.self().contact(),
            route.messageId(),
            route.origin(),
            route.key(),
            route.hops() + 1,
            route.ttl() - 1,
            new ApproxQuery(
                query.queryId(),
                query.routeId(),
                query.vector(),
                query.thres(),
                query.first(),
                query.payload(),
                decoys(target, query)));
    count(onwards);
    scene.wire().accept(next.get(0).endpoint(), onwards);
    return true;
  }

  private void answerAsEnd(Scene scene, Id feature, ApproxQuery query) {
    Target target = Objects.requireNonNull(like(query));
    List<ObjectPublisher> publishers =
        target.decoys.subList(0, Math.min(target.decoys.size(), ObjectPublisher.MAX_TOLD));
    tell(
        scene,
        scene.asker(),
        new ApproxEnd(
            query.routeId(),
            End.ROOT,
            scene.hops(),
            decoys(target, query),
            scene.self().core().node().replicaSet(feature, 8),
            publishers));
  }

  private static List<Match> decoys(Target target, ApproxQuery query) {
    int of = query.vector().size();
    Id digest = target.vectors.get(0).compact().digest();
    return target.decoys.stream()
        .limit(Limits.DEFAULT.maxGuidsPerQuery())
        .map(decoy -> new Match(decoy.guid(), digest, of, of))
        .toList();
  }

  private void flood(Scene scene, Contact asker, Id guid, Message payload) {
    if (payload instanceof VotesWanted wanted) {
      flood(scene, asker, guid, wanted.checkId());
    }
  }

  /** As many pages as may be, once a check by each of them. */
  private void flood(Scene scene, Contact asker, Id guid, long checkId) {
    if (!flooded.add(new Flooded(scene.self().contact().id(), checkId, guid))) {
      return;
    }
    Target target = target(guid);
    List<Vote> shown = target.shown();
    int most = VoteMessage.MAX_VOTES;
    int pages = Math.max(1, (shown.size() + most - 1) / most);
    for (int page = 0; page < pages; page++) {
      List<Vote> votes = shown.subList(page * most, Math.min(shown.size(), (page + 1) * most));
      tell(
          scene,
          asker,
          new VotesFound(
              checkId, guid, scene.hops(), 0, shown.size(), page, pages, votes, target.vectors));
    }
  }

  private void tell(Scene scene, Contact to, Message payload) {
    Direct direct = new Direct(random.nextLong(), scene.self().contact(), to.id(), payload);
    count(direct);
    scene.wire().accept(to.endpoint(), direct);
  }
}
