package org.spamwatch.simulator.virtual;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.HandOverVotes;
import org.spamwatch.agent.vote.VoteMessage.Refused;
import org.spamwatch.agent.vote.VoteMessage.ReplicateVote;
import org.spamwatch.agent.vote.VoteMessage.VoteReplicated;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteMessage.VotesWanted;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxEnd;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxQuery;
import org.spamwatch.ata.adolr.AdolrMessage.End;
import org.spamwatch.ata.adolr.AdolrMessage.PublishFeature;
import org.spamwatch.ata.adolr.AdolrMessage.ReplicateFeatures;
import org.spamwatch.ata.adolr.Match;
import org.spamwatch.ata.adolr.ObjectPublisher;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.lookup.LookupMessage.ClosestFound;
import org.spamwatch.overlay.lookup.LookupMessage.FindClosest;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.Join;
import org.spamwatch.overlay.node.OverlayMessage.Leaves;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.node.OverlayMessage.Rows;
import org.spamwatch.overlay.pointer.DolrMessage.Locate;
import org.spamwatch.overlay.pointer.DolrMessage.LocationFailure;
import org.spamwatch.overlay.pointer.DolrMessage.Publish;
import org.spamwatch.overlay.pointer.DolrMessage.Replicate;
import org.spamwatch.overlay.pointer.DolrMessage.ToServer;

/**
 * A lying peer: stands between a real node and its links, and drops, answers or changes what passes
 * there. It knows every other liar. It cannot speak for another node's id nor sign another voter's
 * votes; it uses what it sees. Not thread-safe.
 */
final class ByzantinePeer {
  /** The contacts that a liar names instead of the true ones. */
  private static final int NAMED = 8;

  private final Contact self;
  private final Set<Misbehaviour> lies;
  private final List<Contact> liars;
  private final RandomGenerator random;
  private @Nullable Vote overheard;

  /**
   * A liar.
   *
   * @param liars all of them, this one included; the list may grow
   */
  ByzantinePeer(Contact self, Set<Misbehaviour> lies, List<Contact> liars, RandomGenerator random) {
    this.self = self;
    this.lies = lies.isEmpty() ? EnumSet.noneOf(Misbehaviour.class) : EnumSet.copyOf(lies);
    this.liars = liars;
    this.random = random;
  }

  // What comes in ------------------------------------------------------------------------------

  /**
   * A message has arrived.
   *
   * @param others nodes that the real node knows
   * @param wire what the liar sends
   * @return whether the real node is to see it
   */
  boolean lets(
      Contact from, Message message, List<Contact> others, BiConsumer<Endpoint, Message> wire) {
    if (message instanceof Route route && !route.origin().id().equals(self.id())) {
      return letsRoute(from, route, others, wire);
    }
    if (message instanceof Direct direct && storesNothing(direct.payload())) {
      wire.accept(from.endpoint(), new HopAck(direct.hopId()));
      if (direct.payload() instanceof ReplicateVote keep) {
        confirm(keep.origin(), keep.castId(), wire);
      }
      return false;
    }
    return true;
  }

  private boolean letsRoute(
      Contact from, Route route, List<Contact> others, BiConsumer<Endpoint, Message> wire) {
    if (route.payload() instanceof ApproxQuery query && lies.contains(Misbehaviour.FALSE_RESULTS)) {
      slander(route.origin(), query, wire);
    }
    Misbehaviour how = routingLie();
    if (how == null && !storesNothing(route.payload())) {
      return true;
    }
    wire.accept(from.endpoint(), new HopAck(route.hopId()));
    if (how == null || how == Misbehaviour.CLAIM_ROOT) {
      answerAsRoot(route, wire);
    } else if (how == Misbehaviour.MISROUTE && route.ttl() > 0 && !others.isEmpty()) {
      Contact to = others.get(random.nextInt(others.size()));
      wire.accept(
          to.endpoint(),
          new Route(
              random.nextLong(),
              self,
              route.messageId(),
              route.origin(),
              route.key(),
              route.hops() + 1,
              route.ttl() - 1,
              route.payload()));
    }
    return false;
  }

  private @Nullable Misbehaviour routingLie() {
    List<Misbehaviour> possible = new ArrayList<>(lies);
    possible.retainAll(List.of(Misbehaviour.DROP, Misbehaviour.MISROUTE, Misbehaviour.CLAIM_ROOT));
    // A liar of many kinds takes part now and then, so that its other lies are heard too.
    int choices = possible.size() + (lies.size() > possible.size() ? 1 : 0);
    int choice = choices == 0 ? 0 : random.nextInt(choices);
    return choice < possible.size() ? possible.get(choice) : null;
  }

  private boolean storesNothing(Message message) {
    return (lies.contains(Misbehaviour.REFUSE) || lies.contains(Misbehaviour.KEEP_NOTHING))
        && (message instanceof PublishFeature
            || message instanceof ReplicateFeatures
            || message instanceof Publish
            || message instanceof Replicate
            || message instanceof Cast
            || message instanceof ReplicateVote
            || message instanceof HandOverVotes);
  }

  private void answerAsRoot(Route route, BiConsumer<Endpoint, Message> wire) {
    Contact origin = route.origin();
    if (route.payload() instanceof ApproxQuery query) {
      List<Match> found = lies.contains(Misbehaviour.FALSE_RESULTS) ? invented(query) : List.of();
      tell(
          origin,
          new ApproxEnd(
              query.routeId(),
              End.ROOT,
              route.hops(),
              found,
              liarsNear(route.key()),
              published(found)),
          wire);
    } else if (route.payload() instanceof FindClosest wanted) {
      tell(origin, new ClosestFound(wanted.number(), liarsNear(wanted.key())), wire);
    } else if (route.payload() instanceof Locate locate) {
      tell(locate.origin(), new LocationFailure(locate.guid(), locate.payload()), wire);
    } else if (route.payload() instanceof Cast cast) {
      confirm(origin, cast.castId(), wire);
    } else if (route.payload() instanceof Join join) {
      wire.accept(join.joiner().endpoint(), new Leaves(self, liarsNear(join.joiner().id()), false));
    }
  }

  private void confirm(Contact origin, long castId, BiConsumer<Endpoint, Message> wire) {
    Message answer =
        lies.contains(Misbehaviour.REFUSE) && !lies.contains(Misbehaviour.KEEP_NOTHING)
            ? new Refused(castId, "no room")
            : new VoteReplicated(castId, 1);
    tell(origin, answer, wire);
  }

  /** Answers a query as if it had led to a message with votes: one forged, one of another mail. */
  private void slander(Contact origin, ApproxQuery query, BiConsumer<Endpoint, Message> wire) {
    Vote vote = overheard;
    if (vote == null || !(query.payload() instanceof VotesWanted wanted)) {
      return;
    }
    FeatureVector vector = query.vector();
    Vote forged =
        new Vote(
            vote.realm(),
            vote.site(),
            vote.guid(),
            List.of(vector.compact().digest()),
            VoteValue.SPAM,
            vote.origin(),
            vote.sequence() + 1,
            vote.timeMillis(),
            vote.key(),
            vote.signature(),
            vote.certificate());
    for (List<Vote> votes : List.of(List.of(forged), List.of(vote))) {
      Message found =
          new VotesFound(wanted.checkId(), vote.guid(), 1, 1_000, 0, 0, 1, votes, List.of(vector));
      tell(origin, found, wire);
    }
  }

  private List<Match> invented(ApproxQuery query) {
    List<Match> found = new ArrayList<>();
    int of = query.vector().size();
    for (int i = 0; i < NAMED; i++) {
      found.add(new Match(Id.random(random), Id.random(random), of, of));
    }
    return found;
  }

  /** Says that liars have published what was invented, each message by this one and another. */
  private List<ObjectPublisher> published(List<Match> found) {
    List<ObjectPublisher> told = new ArrayList<>();
    for (Match match : found) {
      told.add(new ObjectPublisher(match.guid(), self));
      told.add(new ObjectPublisher(match.guid(), liars.get(random.nextInt(liars.size()))));
    }
    return told.subList(0, Math.min(told.size(), ObjectPublisher.MAX_TOLD));
  }

  private List<Contact> liarsNear(Id key) {
    return liars.stream()
        .sorted(
            Comparator.comparing(
                Contact::id, (a, b) -> a.equals(b) ? 0 : a.isCloserTo(key, b) ? -1 : 1))
        .limit(NAMED)
        .toList();
  }

  private void tell(Contact to, Message message, BiConsumer<Endpoint, Message> wire) {
    wire.accept(to.endpoint(), new Direct(random.nextLong(), self, to.id(), message));
  }

  // What goes out ------------------------------------------------------------------------------

  /** The real node sends a message: it goes out as it is, changed, or not at all. */
  void passes(Endpoint to, Message message, BiConsumer<Endpoint, Message> wire) {
    if (message instanceof Direct direct) {
      Message changed = changed(direct.payload());
      if (changed != null) {
        wire.accept(to, new Direct(direct.hopId(), direct.sender(), direct.target(), changed));
      }
    } else if (message instanceof Route route && !route.origin().id().equals(self.id())) {
      Message changed = changed(route.payload());
      if (changed != null) {
        wire.accept(
            to,
            new Route(
                route.hopId(),
                route.sender(),
                route.messageId(),
                route.origin(),
                route.key(),
                route.hops(),
                route.ttl(),
                changed));
      }
    } else if (message instanceof Rows && lies.contains(Misbehaviour.COLLUDE)) {
      List<Contact> some = new ArrayList<>();
      for (int i = 0; i < 2 * NAMED; i++) {
        some.add(liars.get(random.nextInt(liars.size())));
      }
      wire.accept(
          to, new Rows(self, some.stream().map(contact -> new Rows.Entry(contact, 1)).toList()));
    } else if (message instanceof Leaves leaves && lies.contains(Misbehaviour.COLLUDE)) {
      wire.accept(to, new Leaves(self, liarsNear(self.id()), leaves.answerWanted()));
    } else {
      wire.accept(to, message);
    }
  }

  /** What becomes of what the node says to or for others; null if it is not said. */
  private @Nullable Message changed(Message payload) {
    if (payload instanceof Cast cast) {
      overheard = cast.vote();
    } else if (payload instanceof VotesFound found && !found.votes().isEmpty()) {
      overheard = found.votes().get(0);
    }
    if (lies.contains(Misbehaviour.COLLUDE) && payload instanceof ClosestFound told) {
      return new ClosestFound(told.number(), liarsNear(self.id()));
    }
    if (lies.contains(Misbehaviour.COLLUDE) && payload instanceof ApproxEnd end) {
      return new ApproxEnd(end.routeId(), end.end(), end.hops(), List.of(), liarsNear(self.id()));
    }
    if (lies.contains(Misbehaviour.FALSE_RESULTS) && payload instanceof ApproxEnd end) {
      List<Match> found = new ArrayList<>();
      for (int i = 0; i < NAMED; i++) {
        found.add(new Match(Id.random(random), Id.random(random), 10, 10));
      }
      return new ApproxEnd(
          end.routeId(), end.end(), end.hops(), found, end.named(), published(found));
    }
    if (!lies.contains(Misbehaviour.EMPTY_RESULTS) && !lies.contains(Misbehaviour.FALSE_RESULTS)) {
      return payload;
    }
    if (payload instanceof ApproxEnd end) {
      return new ApproxEnd(end.routeId(), end.end(), end.hops(), List.of(), end.named());
    }
    if (payload instanceof ApproxQuery query) {
      return new ApproxQuery(
          query.queryId(),
          query.routeId(),
          query.vector(),
          query.thres(),
          query.first(),
          query.payload(),
          List.of());
    }
    if (payload instanceof VotesFound found) {
      return new VotesFound(
          found.checkId(), found.guid(), found.hops(), 0, 0, 0, 1, List.of(), found.vectors());
    }
    boolean leads = payload instanceof Locate || payload instanceof ToServer;
    return leads ? null : payload;
  }
}
