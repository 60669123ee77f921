package org.spamwatch.agent.vote;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.spamwatch.agent.vote.KeptMessage.Merged;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.HandOverVotes;
import org.spamwatch.agent.vote.VoteMessage.Refused;
import org.spamwatch.agent.vote.VoteMessage.ReplicateVote;
import org.spamwatch.agent.vote.VoteMessage.VoteReplicated;
import org.spamwatch.agent.vote.VoteMessage.VotesAsked;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteMessage.VotesHeld;
import org.spamwatch.agent.vote.VoteMessage.VotesWanted;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.ObjectApplication;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.lease.ReplicaMaintenance;

/**
 * Keeps votes: those cast here until root and replicas have confirmed them and as long as this peer
 * renews the message; and, for messages rooted here or at a leaf neighbour, everybody's.
 *
 * <p>A vote goes to its message's root, which keeps it, gives it to its replicas, and publishes the
 * message: the object by the DOLR, its vectors by the ADOLR. The peer of every voter publishes the
 * vectors too, so that a message survives its first publisher and is met sooner near a voter. A
 * message on which nobody's word stands any more is withdrawn. Source: SpamWatch paper, sections
 * 5.1 and 5.2.
 *
 * <p>Not thread-safe: to be called on the node's turn only.
 */
public final class VoteTable implements Application, ObjectApplication {
  /** Signed by this node, and never told, it gives what nobody else can foresee. */
  private static final byte[] LOTS = "spamwatch-vote-lots-v1".getBytes(StandardCharsets.US_ASCII);

  private final KeyBasedRouting routing;
  private final LeaseConfig leases;
  private final VoteStore store;
  private final VoteCheck check;
  private final VoteQuotas quotas;
  private final Timers timers;
  private final VoteRoom room;
  private final KeptMessages messages;
  private final VoteMaintenance voteMaintenance;
  private final Slices suspending;
  private final StaleVoteRepair staleVoteRepair;
  private final MissedHandover missedHandover;
  private final VoteReplication voteReplication;
  private final ReplicaMaintenance replicaMaintenance;
  private final VoteQueryHandler voteQueryHandler;
  private Consumer<VoteAnswer> answerListener = answer -> {};
  private Consumer<Vote> newsListener = vote -> {};
  private boolean loaded;

  /** What came back for a {@link VotesWanted}: votes, or that nobody keeps the message. */
  public sealed interface VoteAnswer {
    /** The check that it answers. */
    long checkId();

    /** Votes of a message, a page of them. */
    record Found(Contact from, VotesFound votes) implements VoteAnswer {
      @Override
      public long checkId() {
        return votes.checkId();
      }
    }

    /** Nobody keeps votes of the message. */
    record Missing(Id guid, long checkId) implements VoteAnswer {}

    /** A peer keeps votes of the message, and wants to be asked in person. */
    record Held(Contact from, VotesHeld votes) implements VoteAnswer {
      @Override
      public long checkId() {
        return votes.checkId();
      }
    }
  }

  /** A table on a node, without messages until {@link #start}; registers itself with it. */
  public VoteTable(
      NodeLayers node, Id realm, VoteConfig config, VoteStore store, Signatures signatures) {
    this.routing = node.routing();
    this.leases = node.leases();
    this.store = store;
    this.timers = node.timers();
    Id self = routing.self().id();
    this.check = new VoteCheck(realm, config.retention(), node.limits(), node.timers(), signatures);
    this.quotas = new VoteQuotas(config, node.random());
    this.room = new VoteRoom(self, config.roomBytes(), () -> signatures.sign(LOTS).signature());
    this.messages = new KeptMessages(self, node.limits().maxVotesPerMessage(), room, store);
    this.voteMaintenance = new VoteMaintenance(node, config.retention(), messages);
    this.staleVoteRepair = new StaleVoteRepair(routing, node.dolr(), store);
    this.missedHandover = new MissedHandover(routing, timers, store);
    this.voteReplication =
        new VoteReplication(
            routing,
            node.replicaLookup(),
            config,
            leases,
            timers,
            node.random(),
            store,
            check,
            quotas,
            new Certifier(realm, self, signatures),
            messages,
            staleVoteRepair,
            voteMaintenance);
    this.replicaMaintenance =
        new ReplicaMaintenance(routing, timers, leases.replicas(), new VoteHandover(messages));
    this.voteQueryHandler = new VoteQueryHandler(routing, node.limits().maxRemembered());
    this.suspending = new Slices(timers, messages, this::suspend);
    messages.onGaveWay(voteMaintenance::gaveWay);
    routing.register(this);
    node.dolr().register(this);
  }

  /** Who is told of answers to {@link VotesWanted}. */
  public void onAnswer(Consumer<VoteAnswer> listener) {
    answerListener = listener;
  }

  /** Who is told of each genuine vote that is new here, cast by own users or kept for others. */
  public void onNews(Consumer<Vote> listener) {
    newsListener = listener;
  }

  /** Who is told of a node that goes on handing over forged votes. */
  public void onForger(Consumer<Contact> listener) {
    check.onForger(listener);
  }

  /** Loads what the store holds, and begins to renew it and to resend what is not confirmed. */
  public void start() {
    Id self = routing.self().id();
    messages.restore();
    quotas.restore(
        messages.all().stream().flatMap(message -> message.votes().stream()),
        self,
        timers.dateMillis(),
        timers.nowMicros() / 1000);
    messages.heed(check.verifier()::isRevokedSite);
    messages.all().forEach(this::suspend);
    voteReplication.start();
    voteMaintenance.start();
    loaded = true;
  }

  /** Whether everything stored is loaded, and found by queries as far as own users voted on it. */
  public boolean isLoaded() {
    return loaded;
  }

  /**
   * The realm's authority has revoked somebody, or taken somebody back: their votes are no longer
   * counted, handed out or published, or are again. They stay in the store until they are too old.
   * Of many messages in slices, within a second or two.
   */
  public void heedRevocations() {
    messages.heed(check.verifier()::isRevokedSite);
    suspending.pass();
  }

  private void suspend(KeptMessage message) {
    if (message.suspend((voter, vote) -> check.verifier().isRevoked(voter, vote))) {
      voteMaintenance.settle(message);
    }
  }

  /** What is kept of a message. */
  public Optional<MessageVotes> votesOn(Id guid) {
    return Optional.ofNullable(messages.find(guid)).map(VoteTable::told);
  }

  private static MessageVotes told(KeptMessage message) {
    return new MessageVotes(message.guid, message.votes(), message.vectors());
  }

  /**
   * Visits messages in the order of their GUIDs, from one on.
   *
   * @param most how many
   * @param visitor says whether to go on
   * @return the first that was not visited, if there is one
   */
  public Optional<Id> visit(Id from, int most, Predicate<MessageVotes> visitor) {
    int left = most;
    for (KeptMessage message : messages.onwards(from)) {
      if (left-- <= 0) {
        return Optional.of(message.guid);
      }
      left = visitor.test(told(message)) ? left : 0;
    }
    return Optional.empty();
  }

  /** Messages of which votes are kept. */
  public int messageCount() {
    return messages.size();
  }

  /** Votes kept. */
  public long voteCount() {
    return messages.votes();
  }

  /** What votes take of this peer, and what it could not take. */
  public VoteSpace space() {
    return new VoteSpace(
        room.bytes(), room.most(), messages.evicted(), messages.leftOut(), check.passedOver());
  }

  /** Votes cast here that root and replicas have not all confirmed. Costs O(messages). */
  public long pendingCount() {
    return messages.pending();
  }

  /**
   * Votes refused because they were forged, uncertified, of another realm, or did not fit their
   * vectors.
   */
  public long refusedCount() {
    return check.refused();
  }

  /**
   * Asks a peer for the votes that it keeps on some vectors of a message, for a check of this
   * peer's.
   *
   * @param by those who have named it, if it has not answered itself: that it is turned to is
   *     charged to the first for whom that is not too much
   */
  public void askInPerson(
      Contact keeper, List<Contact> by, Id guid, List<Id> digests, long checkId) {
    VotesAsked asked = new VotesAsked(checkId, guid, digests);
    if (by.isEmpty()) {
      routing.send(keeper, asked);
    } else {
      askNamed(keeper, by, asked);
    }
  }

  private void askNamed(Contact keeper, List<Contact> by, VotesAsked asked) {
    routing.sendNamed(
        keeper,
        by.get(0),
        asked,
        arrived -> {
          if (!arrived && by.size() > 1) {
            askNamed(keeper, by.subList(1, by.size()), asked);
          }
        });
  }

  /** The votes on a message that were cast at this peer; they were checked when they were kept. */
  public List<Vote> ownVotes(Id guid) {
    KeptMessage message = messages.find(guid);
    return message == null ? List.of() : ownVotes(message);
  }

  private List<Vote> ownVotes(KeptMessage message) {
    Id self = routing.self().id();
    return message.votes().stream().filter(vote -> vote.site().equals(self)).toList();
  }

  /** The votes cast here on a message, with their vectors; nothing if there are none. */
  public Optional<MessageVotes> ownWord(Id guid) {
    KeptMessage message = messages.find(guid);
    List<Vote> votes = message == null ? List.of() : ownVotes(message);
    return message == null || votes.isEmpty()
        ? Optional.empty()
        : Optional.of(new MessageVotes(guid, votes, List.copyOf(message.indexed.values())));
  }

  /**
   * What the voter of a withdrawal has said of other variants of the message that match one of some
   * vectors, and has not taken back: the digests of each. Who takes a mail back means these too,
   * and has to sign a withdrawal for each.
   */
  public List<List<Id>> standing(Vote withdrawal, List<FeatureVector> like) {
    KeptMessage message = messages.find(withdrawal.guid());
    return message == null ? List.of() : message.standing(withdrawal.voter(), like);
  }

  /**
   * What this peer's own voters say of a few messages, each voter's last word over all of them
   * counting once.
   */
  public Tally ownTally(List<Id> guids) {
    return Tally.ofLastWords(guids.stream().flatMap(guid -> ownVotes(guid).stream()).toList());
  }

  /** Checks signatures and certificates, with the memory of those that held. */
  public VoteVerifier verifier() {
    return check.verifier();
  }

  /**
   * Casts a vote of a user of this peer: certifies its voter, keeps it, and sends it to its root.
   *
   * @param vote signed for this peer as its site; a certificate that it has is not heeded
   * @param receiver told once, when the closest peers have confirmed it or the patience is over
   */
  public void cast(Vote vote, List<FeatureVector> vectors, Consumer<VoteReceipt> receiver) {
    voteReplication.cast(vote, vectors, receiver);
  }

  // Keeping ------------------------------------------------------------------------------------

  @Override
  public boolean accepts(Message message) {
    return message instanceof VoteMessage;
  }

  @Override
  public void deliver(Routed routed, RouteEnd end) {
    if (!(routed.message() instanceof Cast cast) || end != RouteEnd.ROOT) {
      return; // whoever cast it sends it again until the root confirms it
    }
    List<Contact> replicas = routing.replicaSet(cast.vote().guid(), leases.replicas());
    ReplicateVote keep =
        new ReplicateVote(
            cast.castId(), routed.origin(), replicas.size(), cast.vote(), cast.vectors());
    if (keep(keep, routed.via(), false)) {
      for (Contact replica : replicas) {
        if (!replica.id().equals(routing.self().id())) {
          routing.send(replica, keep);
        }
      }
    }
  }

  /** Keeps a vote and confirms it to its origin; returns whether it is in order. */
  private boolean keep(ReplicateVote keep, Contact from, boolean inPerson) {
    Optional<VoteFault> fault =
        placeFault(keep.vote())
            .or(() -> check.fault(keep.vote(), keep.vectors(), from, inPerson))
            .or(() -> faultIf(store.isBehind(), VoteFault.DISK_BEHIND))
            .or(() -> floodFault(keep.vote()))
            .or(() -> faultIf(merge(keep.vote(), keep.vectors()) == Merged.FULL, VoteFault.FULL));
    if (fault.isPresent()) {
      if (fault.get().kind() != VoteFault.Kind.PASSED_OVER) {
        answer(keep, from, new Refused(keep.castId(), fault.get().text()));
      }
      return false;
    }
    newerWord(keep.vote()).ifPresent(newer -> answer(keep, from, newer));
    store.durable(() -> answer(keep, from, new VoteReplicated(keep.castId(), keep.holders())));
    return true;
  }

  /**
   * Answers the origin of a vote: over the link that it came by if the origin sent it itself. Of an
   * origin that the message's root only names, and that is not answered, the vote comes again in
   * person.
   */
  private void answer(ReplicateVote keep, Contact from, Message answer) {
    boolean inPerson = from.id().equals(keep.origin().id());
    routing.sendNamed(inPerson ? from : keep.origin(), from, answer);
  }

  /**
   * A vote is none of this peer's business unless it is, as far as it knows, near the message's
   * keepers, or knows the voter's word already: twice as many as are to keep it take it, for those
   * who hand it over may know the ring better, or less well.
   */
  private Optional<VoteFault> placeFault(Vote vote) {
    boolean isNear =
        isRepeat(vote)
            || routing.replicaSet(vote.guid(), 2 * leases.replicas()).contains(routing.self());
    return faultIf(!isNear, VoteFault.FAR);
  }

  private Optional<VoteFault> floodFault(Vote vote) {
    long wait = isRepeat(vote) ? 0 : quotas.askOther(vote, timers.nowMicros() / 1000);
    return wait == 0
        ? Optional.empty()
        : Optional.of(VoteFault.refused(VoteQuotas.refusalElsewhere(wait)));
  }

  private static Optional<VoteFault> faultIf(boolean is, VoteFault fault) {
    return is ? Optional.of(fault) : Optional.empty();
  }

  private boolean isRepeat(Vote vote) {
    KeptMessage message = messages.find(vote.guid());
    return message != null && message.knows(vote.voter());
  }

  /** What this peer knows of a voter that is newer than what it was just given. */
  private Optional<HandOverVotes> newerWord(Vote given) {
    KeptMessage message = messages.find(given.guid());
    Vote known = message == null ? null : message.word(given);
    return message == null || known == null || !known.supersedes(given)
        ? Optional.empty()
        : Optional.of(StaleVoteRepair.entrust(message, known));
  }

  private void entrusted(HandOverVotes entrust, Contact via, boolean inPerson) {
    if (check.isForger(via, entrust.votes().size())) {
      return;
    }
    if (store.isBehind()) {
      missedHandover.missed();
      return;
    }
    Map<Id, FeatureVector> vectors = new LinkedHashMap<>();
    entrust.vectors().forEach(vector -> vectors.put(vector.compact().digest(), vector));
    for (Vote vote : entrust.votes()) {
      if (placeFault(vote).isPresent() || isKnown(vote)) {
        continue;
      }
      List<FeatureVector> its =
          vote.digests().stream().filter(vectors::containsKey).map(vectors::get).toList();
      if (check.fault(vote, its, via, inPerson).isEmpty()
          && (isRepeat(vote) || quotas.admitsHandedOver(vote))) {
        merge(vote, its);
      }
    }
    store.durable(() -> {}); // nobody waits, but what was passed on here is to survive here
  }

  private boolean isKnown(Vote vote) {
    Vote known = StaleVoteRepair.known(messages, vote);
    return known != null && !vote.supersedes(known);
  }

  private Merged merge(Vote vote, List<FeatureVector> vectors) {
    Vote old = StaleVoteRepair.known(messages, vote);
    Merged merged = messages.merge(vote, vectors);
    KeptMessage message = messages.find(vote.guid());
    if (merged == Merged.NEWS && message != null) {
      newsListener.accept(vote);
      staleVoteRepair.superseded(message, old, vote);
      voteMaintenance.settle(message);
    }
    return merged;
  }

  @Override
  public void update(Contact neighbour, boolean joined) {
    replicaMaintenance.leafSetChanged(neighbour, joined);
    voteMaintenance.leafSetChanged();
  }

  @Override
  public void moved() {
    voteMaintenance.leafSetChanged();
  }

  // Answering ----------------------------------------------------------------------------------

  @Override
  public void deliverToObject(Id guid, Message payload, Contact origin, Contact via, int hops) {
    KeptMessage message = messages.find(guid);
    if (!(payload instanceof VotesWanted wanted) || message == null) {
      return;
    }
    if (origin.id().equals(via.id())) {
      voteQueryHandler.answer(message, guid, wanted.checkId(), wanted.digests(), origin, hops);
    } else {
      routing.sendNamed(origin, via, new VotesHeld(wanted.checkId(), guid, wanted.digests()));
    }
  }

  @Override
  public void deliverToNode(Message message, Contact via) {
    if (message instanceof HandOverVotes entrust) {
      entrusted(entrust, via, false);
    }
  }

  @Override
  public void locationFailed(Id guid, Message payload) {
    if (payload instanceof VotesWanted wanted) {
      answerListener.accept(new VoteAnswer.Missing(guid, wanted.checkId()));
    }
  }

  @Override
  public void receive(Contact from, Message message) {
    if (message instanceof ReplicateVote keep) {
      keep(keep, from, true);
    } else if (message instanceof VoteReplicated kept) {
      voteReplication.received(from, kept);
    } else if (message instanceof Refused refusal) {
      voteReplication.received(refusal);
    } else if (message instanceof HandOverVotes entrust) {
      entrusted(entrust, from, true);
    } else if (message instanceof VotesAsked asked) {
      KeptMessage kept = messages.find(asked.guid());
      voteQueryHandler.answer(kept, asked.guid(), asked.checkId(), asked.digests(), from, 1);
    } else if (message instanceof VotesHeld held) {
      answerListener.accept(new VoteAnswer.Held(from, held));
    } else if (message instanceof VotesFound found) {
      answerListener.accept(new VoteAnswer.Found(from, found));
    }
  }
}
