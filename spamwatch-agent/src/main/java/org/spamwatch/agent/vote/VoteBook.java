package org.spamwatch.agent.vote;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.Entrust;
import org.spamwatch.agent.vote.VoteMessage.Keep;
import org.spamwatch.agent.vote.VoteMessage.Kept;
import org.spamwatch.agent.vote.VoteMessage.Refused;
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
import org.spamwatch.overlay.RecentlySeen;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lease.Handover;
import org.spamwatch.overlay.lease.LeaseConfig;

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
  private static final Duration SWEEP = Duration.ofHours(1);
  private static final int VERIFIED_REMEMBERED = 20_000;
  private static final int RESENT_AT_ONCE = 256;

  private record Answered(Id origin, long inquiryId, Id guid) {}

  private final KeyBasedRouting routing;
  private final Dolr dolr;
  private final Adolr adolr;
  private final Id realm;
  private final VoteConfig config;
  private final Limits limits;
  private final LeaseConfig leases;
  private final Timers timers;
  private final RandomGenerator random;
  private final VoteStore store;
  private final VoteVerifier verifier = new VoteVerifier(VERIFIED_REMEMBERED);
  private final TreeMap<Id, KeptMessage> messages = new TreeMap<>();
  private final Map<Long, OpenCast> casts = new LinkedHashMap<>();
  private final RecentlySeen<Answered> answered;
  private Consumer<VoteAnswer> answerListener = answer -> {};
  private long refused;

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
      Id realm,
      VoteConfig config,
      Limits limits,
      LeaseConfig leases,
      Timers timers,
      RandomGenerator random,
      VoteStore store) {
    this.routing = routing;
    this.dolr = dolr;
    this.adolr = adolr;
    this.realm = realm;
    this.config = config;
    this.limits = limits;
    this.leases = leases;
    this.timers = timers;
    this.random = random;
    this.store = store;
    this.answered = new RecentlySeen<>(limits.maxRemembered());
    routing.register(this);
    dolr.register(this);
  }

  /** Who is told of answers to {@link VotesWanted}. */
  public void onAnswer(Consumer<VoteAnswer> listener) {
    answerListener = listener;
  }

  /** Loads what the store holds, and begins to renew it and to resend what is not confirmed. */
  public void start() {
    store.load(this::restore);
    timers.after(config.retry(), this::retryPending);
    timers.after(SWEEP, this::sweep);
    timers.after(Duration.ofSeconds(1), this::resettleAll);
  }

  private void restore(StoredMessage stored) {
    KeptMessage message = new KeptMessage(stored.guid());
    message.addVectors(stored.vectors());
    for (Vote vote : stored.votes()) {
      message.merge(vote, List.of(), limits.maxVotesPerMessage());
    }
    for (Vote vote : stored.pending()) {
      message.pend(vote);
      message.localVoters.add(vote.voter());
    }
    messages.put(stored.guid(), message);
  }

  /** Messages of which votes are kept. */
  public int messageCount() {
    return messages.size();
  }

  /** Votes kept. */
  public long voteCount() {
    return messages.values().stream().mapToLong(message -> message.votes().size()).sum();
  }

  /** Votes cast here that root and replicas have not all confirmed. */
  public long pendingCount() {
    return messages.values().stream().mapToLong(message -> message.pending().size()).sum();
  }

  /** Votes refused because they were forged, of another realm, or did not fit their vectors. */
  public long refusedCount() {
    return refused;
  }

  /** Checks signatures, with the memory of those that held. */
  public VoteVerifier verifier() {
    return verifier;
  }

  // Casting ------------------------------------------------------------------------------------

  /**
   * Casts a vote of a user of this peer: keeps it, and sends it to its root.
   *
   * @param receiver told once, when root and replicas have confirmed it or the patience is over
   */
  public void cast(Vote vote, List<FeatureVector> vectors, Consumer<VoteReceipt> receiver) {
    String fault = fault(vote, vectors);
    if (!fault.isEmpty()) {
      refused++;
      receiver.accept(new VoteReceipt(false, 0, false, fault));
      return;
    }
    KeptMessage message = messages.computeIfAbsent(vote.guid(), KeptMessage::new);
    boolean news = message.merge(vote, vectors, limits.maxVotesPerMessage());
    if (!news && !message.holds(vote)) {
      receiver.accept(
          new VoteReceipt(false, 0, false, "this voter has said something newer of this message"));
      return;
    }
    message.localVoters.add(vote.voter());
    message.pend(vote);
    store.put(vote, vectors);
    store.pend(vote);
    store.durable(
        () -> {
          OpenCast cast = new OpenCast(vote, routing.self().id(), receiver);
          cast.timer = timers.after(config.castPatience(), () -> impatient(cast));
          send(cast, vectors);
        });
    settle(message);
  }

  /** What is wrong with a vote, or an empty line. */
  private String fault(Vote vote, List<FeatureVector> vectors) {
    if (!vote.realm().equals(realm)) {
      return "the vote is for realm " + vote.realm().brief() + ", this peer's is " + realm.brief();
    }
    if (vote.timeMillis() > timers.nowMillis() + limits.maxFutureSkewMillis()) {
      return "the vote is dated more than a day ahead; set the voter's clock";
    }
    List<Id> digests =
        vectors.stream().map(vector -> vector.compact().digest()).distinct().sorted().toList();
    if (!vote.digests().equals(digests)) {
      return "the vote is signed for other feature vectors than came with it";
    }
    return verifier.isGenuine(vote) ? "" : "the vote's signature does not hold";
  }

  private void send(OpenCast cast, List<FeatureVector> vectors) {
    long castId = random.nextLong();
    casts.put(castId, cast);
    timers.after(config.retry(), () -> casts.remove(castId));
    routing.route(cast.vote.guid(), new Cast(castId, cast.vote, vectors));
  }

  private void impatient(OpenCast cast) {
    cast.answer(
        new VoteReceipt(
            true, cast.holders.size(), false, "kept here; not yet confirmed by all replicas"));
  }

  /** Sends again some of what is not confirmed, beginning anywhere so that nothing starves. */
  private void retryPending() {
    timers.after(config.retry(), this::retryPending);
    Id start = Id.random(random);
    List<KeptMessage> due = new ArrayList<>();
    collectPending(messages.tailMap(start), due);
    collectPending(messages.headMap(start), due);
    for (KeptMessage message : due) {
      for (Vote vote : message.pending()) {
        send(new OpenCast(vote, routing.self().id(), receipt -> {}), message.vectorsOf(vote));
      }
    }
  }

  private static void collectPending(Map<Id, KeptMessage> some, List<KeptMessage> due) {
    for (KeptMessage message : some.values()) {
      if (due.size() >= RESENT_AT_ONCE) {
        return;
      }
      if (!message.pending().isEmpty()) {
        due.add(message);
      }
    }
  }

  private void kept(Contact from, Kept kept) {
    OpenCast cast = casts.get(kept.castId());
    if (cast == null || !cast.confirmed(from.id(), kept.holders())) {
      return;
    }
    casts.remove(kept.castId());
    if (cast.timer != null) {
      cast.timer.cancel();
    }
    KeptMessage message = messages.get(cast.vote.guid());
    if (message != null && message.settle(cast.vote)) {
      store.settle(cast.vote);
    }
    cast.answer(new VoteReceipt(true, cast.holders.size(), true, ""));
  }

  private void refused(Refused refusal) {
    OpenCast cast = casts.get(refusal.castId());
    if (cast != null) {
      cast.answer(new VoteReceipt(true, cast.holders.size(), false, refusal.reason()));
    }
  }

  // Keeping ------------------------------------------------------------------------------------

  @Override
  public boolean accepts(Message message) {
    return message instanceof VoteMessage;
  }

  @Override
  public void deliver(Routed routed, RouteEnd end) {
    if (!(routed.message() instanceof Cast cast)) {
      return;
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
    String fault = fault(keep.vote(), keep.vectors());
    if (!fault.isEmpty()) {
      refused++;
      routing.send(keep.origin(), new Refused(keep.castId(), fault));
      return false;
    }
    merge(keep.vote(), keep.vectors());
    store.durable(() -> routing.send(keep.origin(), new Kept(keep.castId(), keep.holders())));
    return true;
  }

  private void merge(Vote vote, List<FeatureVector> vectors) {
    KeptMessage message = messages.computeIfAbsent(vote.guid(), KeptMessage::new);
    if (message.merge(vote, vectors, limits.maxVotesPerMessage())) {
      store.put(vote, vectors);
      settle(message);
    }
  }

  private void entrusted(Entrust entrust) {
    for (Vote vote : entrust.votes()) {
      List<FeatureVector> its =
          entrust.vectors().stream()
              .filter(vector -> vote.digests().contains(vector.compact().digest()))
              .toList();
      if (fault(vote, its).isEmpty()) {
        merge(vote, its);
      } else {
        refused++;
      }
    }
  }

  /** Publishes, serves or withdraws a message as its votes and this peer's place demand. */
  private void settle(KeptMessage message) {
    boolean live = message.tally().isLive();
    boolean root = routing.isRoot(message.guid);
    boolean replica = routing.replicaSet(message.guid, leases.replicas()).contains(routing.self());
    publishFeatures(message, live, root);
    if (live && root) {
      if (!message.objectPublished) {
        dolr.publish(message.guid);
      }
    } else if (message.objectPublished) {
      if (live) {
        dolr.lapse(message.guid);
      } else {
        dolr.unpublish(message.guid);
      }
    }
    message.objectPublished = live && root;
    boolean serve = live && replica;
    if (serve && !message.served) {
      dolr.serve(message.guid);
    } else if (!serve && message.served) {
      dolr.stopServing(message.guid);
    }
    message.served = serve;
  }

  private void publishFeatures(KeptMessage message, boolean live, boolean root) {
    Set<Id> wanted = message.liveDigests(!root);
    for (Id digest : new ArrayList<>(message.published)) {
      FeatureVector vector = message.vector(digest);
      if (vector != null && !wanted.contains(digest)) {
        message.published.remove(digest);
        if (live && message.liveDigests(false).contains(digest)) {
          adolr.lapse(vector, message.guid); // others go on publishing it
        } else {
          adolr.unpublishApproxObject(vector, message.guid);
        }
      }
    }
    for (Id digest : wanted) {
      FeatureVector vector = message.vector(digest);
      if (vector != null && message.published.add(digest)) {
        adolr.publishApproxObject(vector, message.guid);
      }
    }
  }

  private void resettleAll() {
    messages.values().forEach(this::settle);
  }

  private void sweep() {
    timers.after(SWEEP, this::sweep);
    long oldest = timers.nowMillis() - config.retention().toMillis();
    List<KeptMessage> stale = new ArrayList<>();
    for (KeptMessage message : messages.values()) {
      if (message.newestMillis() < oldest && message.pending().isEmpty()) {
        stale.add(message);
      }
    }
    for (KeptMessage message : stale) {
      message.vectors().forEach(vector -> adolr.lapse(vector, message.guid));
      dolr.lapse(message.guid);
      dolr.stopServing(message.guid);
      messages.remove(message.guid);
      store.remove(message.guid);
    }
  }

  // Handing over -------------------------------------------------------------------------------

  @Override
  public void update(Contact neighbour, boolean joined) {
    List<Id> guids = new ArrayList<>(messages.keySet());
    Handover.afterChange(routing, guids, neighbour, joined, leases.replicas())
        .forEach((receiver, given) -> given.forEach(guid -> entrust(receiver, guid)));
    resettleAll();
  }

  private void entrust(Contact receiver, Id guid) {
    KeptMessage message = messages.get(guid);
    if (message == null) {
      return;
    }
    List<Vote> votes = message.votes();
    for (int from = 0; from < votes.size(); from += VoteMessage.MAX_VOTES) {
      int to = Math.min(from + VoteMessage.MAX_VOTES, votes.size());
      routing.send(receiver, new Entrust(votes.subList(from, to), message.vectors()));
    }
  }

  // Answering ----------------------------------------------------------------------------------

  @Override
  public void deliverToObject(Id guid, Message payload, Contact origin, int hops) {
    KeptMessage message = messages.get(guid);
    if (!(payload instanceof VotesWanted wanted)
        || message == null
        || !answered.add(new Answered(origin.id(), wanted.inquiryId(), guid))) {
      return;
    }
    List<Vote> votes = message.votes();
    Tally tally = message.tally();
    int pages =
        Math.min(
            VotesFound.MAX_PAGES,
            Math.max(1, (votes.size() + VoteMessage.MAX_VOTES - 1) / VoteMessage.MAX_VOTES));
    for (int page = 0; page < pages; page++) {
      int from = page * VoteMessage.MAX_VOTES;
      int to = Math.min(from + VoteMessage.MAX_VOTES, votes.size());
      routing.send(
          origin,
          new VotesFound(
              wanted.inquiryId(),
              guid,
              Math.min(hops, 255),
              tally.spam(),
              tally.ham(),
              page,
              pages,
              votes.subList(from, to),
              message.vectors()));
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
      kept(from, kept);
    } else if (message instanceof Refused refusal) {
      refused(refusal);
    } else if (message instanceof Entrust entrust) {
      entrusted(entrust);
    } else if (message instanceof VotesFound found) {
      answerListener.accept(new VoteAnswer.Found(from, found));
    }
  }
}
