package org.spamwatch.agent.vote;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
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
import org.spamwatch.overlay.identity.Signatures;
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
  private static final byte[] KEY_TEXT =
      "spamwatch-vote-lots-v1".getBytes(StandardCharsets.US_ASCII);

  private final KeyBasedRouting routing;
  private final VoteCheck check;
  private final VoteRoom room;
  private final KeptMessages messages;
  private final VoteMaintenance voteMaintenance;
  private final Slices suspending;
  private final VoteIntake voteIntake;
  private final VoteReplication voteReplication;
  private final OwnVoteCast ownVoteCast;
  private final ReplicaMaintenance replicaMaintenance;
  private final VoteQueryHandler voteQueryHandler;
  private Consumer<VoteAnswer> answerListener = answer -> {};

  /** A table on a node, without messages until {@link #start}; registers itself with it. */
  public VoteTable(
      NodeLayers node, Id realm, VoteConfig config, VoteStore store, Signatures signatures) {
    this.routing = node.routing();
    Id self = routing.self().id();
    this.check = new VoteCheck(realm, config.retention(), node.limits(), node.timers(), signatures);
    this.room = new VoteRoom(self, config.roomBytes(), () -> signatures.sign(KEY_TEXT).signature());
    this.messages = new KeptMessages(self, node.limits().maxVotesPerMessage(), room, store);
    this.voteMaintenance = new VoteMaintenance(node, config.retention(), messages);
    VoteQuotas quotas = new VoteQuotas(config, node.random());
    StaleVoteRepair repair = new StaleVoteRepair(routing, node.dolr(), messages);
    this.voteIntake = new VoteIntake(node, check, quotas, messages, repair, voteMaintenance);
    this.voteReplication =
        new VoteReplication(node, config, check.verifier(), messages, voteMaintenance);
    Certifier certifier = new Certifier(realm, self, signatures);
    this.ownVoteCast =
        new OwnVoteCast(node, certifier, check, quotas, messages, repair, voteReplication);
    this.replicaMaintenance =
        new ReplicaMaintenance(
            routing, node.timers(), node.leases().replicas(), new VoteHandover(messages));
    this.voteQueryHandler = new VoteQueryHandler(routing, node.limits().maxRemembered());
    this.suspending = new Slices(node.timers(), messages, this::suspend);
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
    voteIntake.onNews(listener);
  }

  /**
   * Who is told of each message on which own voters have voted whenever what they say of it may
   * have changed, and at the start; {@link #ownWord} tells what they say.
   */
  public void onOwnWord(Consumer<Id> listener) {
    voteMaintenance.onOwnWord(listener);
  }

  /** Who is told of a node that goes on handing over forged votes. */
  public void onForger(Consumer<Contact> listener) {
    check.onForger(listener);
  }

  /**
   * Loads what the store holds, so that queries find it as far as own users voted on it; for a
   * driver that does so before others turn to this peer, for of many messages it takes seconds.
   * Sets no timer and sends nothing. Reads on the caller's thread, and nothing else of this table
   * may be used until it is done.
   *
   * @param turns runs a part of it on the node's turn, and returns when it is done
   */
  public void load(Consumer<Runnable> turns) {
    messages.restore(
        turns,
        message -> {
          voteMaintenance.index().load(message);
          ownVoteCast.loaded(message);
        });
    voteMaintenance.index().loaded(turns);
    ownVoteCast.loaded(turns);
  }

  /** Begins to renew what the store holds and to resend what is not confirmed; loads it before. */
  public void start() {
    load(Runnable::run);
    messages.heed(check.verifier()::isRevokedSite);
    suspending.pass();
    voteReplication.start();
    voteMaintenance.start();
  }

  /** Whether everything stored is loaded, and found by queries as far as own users voted on it. */
  public boolean isLoaded() {
    return voteMaintenance.isStarted();
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

  /** Votes cast here that root and replicas have not all confirmed. */
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

  /**
   * What this peer keeps on some vectors of a message, as it would answer a check of its own: page
   * by page, and what it has shown that check before is left out.
   */
  public List<VotesFound> found(long checkId, Id guid, List<Id> digests) {
    KeptMessage message = messages.find(guid);
    Id self = routing.self().id();
    return message == null
        ? List.of()
        : voteQueryHandler.pages(message, guid, checkId, digests, self, 0);
  }

  private List<Vote> ownVotes(KeptMessage message) {
    Id self = routing.self().id();
    return message.votes().stream().filter(vote -> vote.site().equals(self)).toList();
  }

  /**
   * The votes cast here on a message, which were checked when they were kept, with their vectors;
   * nothing if there are none.
   */
  public Optional<MessageVotes> ownWord(Id guid) {
    KeptMessage message = messages.find(guid);
    List<Vote> votes = message == null ? List.of() : ownVotes(message);
    return message == null || votes.isEmpty()
        ? Optional.empty()
        : Optional.of(new MessageVotes(guid, votes, OwnIndex.indexed(message)));
  }

  /**
   * What the voter of a withdrawal has said of other variants of the message that match one of some
   * vectors, and has not taken back: the digests of each. Who takes a mail back means these too,
   * and has to sign a withdrawal for each.
   */
  private List<List<Id>> standing(Vote withdrawal, List<FeatureVector> like) {
    KeptMessage message = messages.find(withdrawal.guid());
    return message == null ? List.of() : message.standing(withdrawal.voter(), like);
  }

  /** The realm of the votes. */
  public Id realm() {
    return check.realm();
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
  public void cast(Vote vote, List<FeatureVector> vectors, Consumer<VoteResult> receiver) {
    if (vote.value() == VoteValue.WITHDRAWN) {
      ownVoteCast.cast(
          vote, vectors, result -> receiver.accept(result.withStanding(standing(vote, vectors))));
    } else {
      ownVoteCast.cast(vote, vectors, receiver);
    }
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
    voteIntake.cast(routed, cast);
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
    if (message instanceof HandOverVotes handed) {
      voteIntake.handedOver(handed, via, false);
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
    if (message instanceof ReplicateVote replicate) {
      voteIntake.replicated(replicate, from, true);
    } else if (message instanceof VoteReplicated kept) {
      voteReplication.received(from, kept);
    } else if (message instanceof Refused refusal) {
      voteReplication.received(refusal);
    } else if (message instanceof HandOverVotes handed) {
      voteIntake.handedOver(handed, from, true);
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
