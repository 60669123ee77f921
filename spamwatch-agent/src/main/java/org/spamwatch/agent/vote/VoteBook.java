package org.spamwatch.agent.vote;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.spamwatch.agent.vote.KeptMessage.Merged;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.Entrust;
import org.spamwatch.agent.vote.VoteMessage.Keep;
import org.spamwatch.agent.vote.VoteMessage.Kept;
import org.spamwatch.agent.vote.VoteMessage.Refused;
import org.spamwatch.agent.vote.VoteMessage.VotesAsked;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteMessage.VotesWanted;
import org.spamwatch.ata.adolr.Adolr;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Dolr;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.ObjectApplication;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.Vicinity;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.lease.Succession;

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
public final class VoteBook implements Application, ObjectApplication {
  private final KeyBasedRouting routing;
  private final LeaseConfig leases;
  private final VoteStore store;
  private final VoteCheck check;
  private final VoteQuotas quotas;
  private final Timers timers;
  private final KeptMessages messages;
  private final Upkeep upkeep;
  private final OlderWords olderWords;
  private final Casting casting;
  private final Succession succession;
  private final Answering answering;
  private Consumer<VoteAnswer> answerListener = answer -> {};
  private Consumer<Vote> newsListener = vote -> {};

  /** What came back for a {@link VotesWanted}: votes, or that nobody keeps the message. */
  public sealed interface VoteAnswer {
    /** Votes of a message, a page of them. */
    record Found(Contact from, VotesFound votes) implements VoteAnswer {}

    /** Nobody keeps votes of the message. */
    record Missing(Id guid, long inquiryId) implements VoteAnswer {}
  }

  /** A book on a node, without messages until {@link #start}; registers itself with it. */
  public VoteBook(
      KeyBasedRouting routing,
      Dolr dolr,
      Adolr adolr,
      Vicinity vicinity,
      Id realm,
      VoteConfig config,
      Limits limits,
      LeaseConfig leases,
      Timers timers,
      RandomGenerator random,
      VoteStore store,
      Signatures signatures) {
    this.routing = routing;
    this.leases = leases;
    this.store = store;
    this.check = new VoteCheck(realm, config.retention(), limits, timers, signatures);
    this.quotas = new VoteQuotas(config, random);
    this.timers = timers;
    this.messages = new KeptMessages(limits.maxVotesPerMessage(), KeptMessages.MAX_VOTES, store);
    this.upkeep = new Upkeep(routing, dolr, adolr, leases, config.retention(), timers, messages);
    this.olderWords = new OlderWords(routing, dolr, store);
    this.casting =
        new Casting(
            routing,
            vicinity,
            config,
            leases,
            timers,
            random,
            store,
            check,
            quotas,
            new Certifier(realm, routing.self().id(), signatures),
            messages,
            olderWords,
            upkeep);
    this.succession = new Succession(routing, timers, leases.replicas(), new Entrusting(messages));
    this.answering = new Answering(routing, limits.maxRemembered());
    routing.register(this);
    dolr.register(this);
  }

  /** Who is told of answers to {@link VotesWanted}. */
  public void onAnswer(Consumer<VoteAnswer> listener) {
    answerListener = listener;
  }

  /** Who is told of each genuine vote that is new here, cast by own users or kept for others. */
  public void onNews(Consumer<Vote> listener) {
    newsListener = listener;
  }

  /** Loads what the store holds, and begins to renew it and to resend what is not confirmed. */
  public void start() {
    Id self = routing.self().id();
    messages.restore(self);
    quotas.restore(
        messages.all().stream().flatMap(message -> message.votes().stream()),
        self,
        timers.nowMillis());
    heedRevocations();
    casting.start();
    upkeep.start();
  }

  /**
   * The realm's authority has revoked somebody, or taken somebody back: their votes are no longer
   * counted, handed out or published, or are again. They stay in the store until they are too old.
   * Costs O(votes).
   */
  public void heedRevocations() {
    for (KeptMessage message : messages.all()) {
      if (message.suspend((voter, vote) -> check.verifier().isRevoked(voter, vote))) {
        upkeep.settle(message);
      }
    }
  }

  /** What is kept of a message. */
  public Optional<MessageVotes> votesOn(Id guid) {
    return Optional.ofNullable(messages.find(guid)).map(VoteBook::told);
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

  /** Asks a peer for the votes that it keeps on a message, for an inquiry of this peer's. */
  public void askInPerson(Contact keeper, Id guid, long inquiryId) {
    routing.send(keeper, new VotesAsked(inquiryId, guid));
  }

  /** The votes on a message that were cast at this peer; they were checked when they were kept. */
  public List<Vote> ownVotes(Id guid) {
    KeptMessage message = messages.find(guid);
    Id self = routing.self().id();
    return message == null
        ? List.of()
        : message.votes().stream().filter(vote -> vote.site().equals(self)).toList();
  }

  /**
   * What this peer's own voters say of a few messages, each voter's last word over all of them
   * counting once.
   */
  public Tally ownTally(List<Id> guids) {
    Map<Id, Vote> lastWords = new TreeMap<>();
    for (Id guid : guids) {
      for (Vote vote : ownVotes(guid)) {
        lastWords.merge(vote.voter(), vote, (a, b) -> b.supersedes(a) ? b : a);
      }
    }
    return Tally.of(lastWords.values());
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
    casting.cast(vote, vectors, receiver);
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
    Keep keep =
        new Keep(cast.castId(), routed.origin(), replicas.size(), cast.vote(), cast.vectors());
    if (keep(keep)) {
      for (Contact replica : replicas) {
        if (!replica.id().equals(routing.self().id())) {
          routing.send(replica, keep);
        }
      }
    }
  }

  /** Keeps a vote and confirms it to its origin; returns whether it is in order. */
  private boolean keep(Keep keep) {
    String fault = check.fault(keep.vote(), keep.vectors());
    if (fault.isEmpty()) {
      fault = floodFault(keep.vote());
    }
    if (fault.isEmpty()) {
      fault = merge(keep.vote(), keep.vectors()) == Merged.FULL ? VoteCheck.FULL : "";
    }
    if (!fault.isEmpty()) {
      routing.send(keep.origin(), new Refused(keep.castId(), fault));
      return false;
    }
    newerWord(keep.vote()).ifPresent(newer -> routing.send(keep.origin(), newer));
    store.durable(() -> routing.send(keep.origin(), new Kept(keep.castId(), keep.holders())));
    return true;
  }

  private String floodFault(Vote vote) {
    long wait = isRepeat(vote) ? 0 : quotas.askOther(vote, timers.nowMillis());
    return wait == 0 ? "" : VoteQuotas.refusalElsewhere(wait);
  }

  private boolean isRepeat(Vote vote) {
    KeptMessage message = messages.find(vote.guid());
    return message != null && message.knows(vote.voter());
  }

  /** What this peer knows of a voter that is newer than what it was just given. */
  private Optional<Entrust> newerWord(Vote given) {
    KeptMessage message = messages.find(given.guid());
    Vote known = message == null ? null : message.word(given.voter());
    return message == null || known == null || !known.supersedes(given)
        ? Optional.empty()
        : Optional.of(OlderWords.entrust(message, known));
  }

  private void entrusted(Entrust entrust) {
    for (Vote vote : entrust.votes()) {
      List<FeatureVector> its =
          entrust.vectors().stream()
              .filter(vector -> vote.digests().contains(vector.compact().digest()))
              .toList();
      if (check.fault(vote, its).isEmpty() && (isRepeat(vote) || quotas.admitsHandedOver(vote))) {
        merge(vote, its);
      }
    }
    store.durable(() -> {}); // nobody waits, but what was passed on here is to survive here
  }

  private Merged merge(Vote vote, List<FeatureVector> vectors) {
    Vote old = OlderWords.known(messages, vote.guid(), vote.voter());
    Merged merged = messages.merge(vote, vectors);
    KeptMessage message = messages.find(vote.guid());
    if (merged == Merged.NEWS && message != null) {
      newsListener.accept(vote);
      olderWords.superseded(message, old, vote);
      upkeep.settle(message);
    }
    return merged;
  }

  @Override
  public void update(Contact neighbour, boolean joined) {
    succession.leafSetChanged(neighbour, joined);
    upkeep.leafSetChanged();
  }

  @Override
  public void moved() {
    upkeep.leafSetChanged();
  }

  // Answering ----------------------------------------------------------------------------------

  @Override
  public void deliverToObject(Id guid, Message payload, Contact origin, int hops) {
    KeptMessage message = messages.find(guid);
    if (payload instanceof VotesWanted wanted && message != null) {
      answering.answer(message, wanted.inquiryId(), origin, hops);
    }
  }

  private void answerInPerson(Contact from, VotesAsked asked) {
    KeptMessage message = messages.find(asked.guid());
    if (message != null) {
      answering.answer(message, asked.inquiryId(), from, 1);
    } else {
      routing.send(
          from,
          new VotesFound(asked.inquiryId(), asked.guid(), 1, 0, 0, 0, 1, List.of(), List.of()));
    }
  }

  @Override
  public void deliverToNode(Message message, Contact origin) {
    if (message instanceof Entrust entrust) {
      entrusted(entrust);
    }
  }

  @Override
  public void locationFailed(Id guid, Message payload) {
    if (payload instanceof VotesWanted wanted) {
      answerListener.accept(new VoteAnswer.Missing(guid, wanted.inquiryId()));
    }
  }

  @Override
  public void receive(Contact from, Message message) {
    if (message instanceof Keep keep) {
      keep(keep);
    } else if (message instanceof Kept kept) {
      casting.received(from, kept);
    } else if (message instanceof Refused refusal) {
      casting.received(refusal);
    } else if (message instanceof Entrust entrust) {
      entrusted(entrust);
    } else if (message instanceof VotesAsked asked) {
      answerInPerson(from, asked);
    } else if (message instanceof VotesFound found) {
      answerListener.accept(new VoteAnswer.Found(from, found));
    }
  }
}
