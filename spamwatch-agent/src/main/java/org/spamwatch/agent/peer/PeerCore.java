package org.spamwatch.agent.peer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.spamwatch.agent.campaign.Campaigns;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.revocation.RevocationMessage;
import org.spamwatch.agent.revocation.RevocationSpread;
import org.spamwatch.agent.trust.Trust;
import org.spamwatch.agent.vote.Tally;
import org.spamwatch.agent.vote.VoteMessage;
import org.spamwatch.agent.vote.VoteMessage.VotesWanted;
import org.spamwatch.agent.vote.VoteStore;
import org.spamwatch.agent.vote.VoteTable;
import org.spamwatch.agent.vote.VoteTable.VoteAnswer;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.adolr.Adolr;
import org.spamwatch.ata.adolr.AdolrMessage;
import org.spamwatch.ata.adolr.QueryListener;
import org.spamwatch.ata.adolr.QueryOutcome;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Dolr;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Outbox;
import org.spamwatch.overlay.ReplicaLookup;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.RevocationList;
import org.spamwatch.overlay.identity.Revocations;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.lease.Refusal;
import org.spamwatch.overlay.lease.RefusedRecord;
import org.spamwatch.overlay.lookup.IterativeLookup;
import org.spamwatch.overlay.lookup.LookupMessage;
import org.spamwatch.overlay.node.OverlayMessage;
import org.spamwatch.overlay.node.OverlayNode;
import org.spamwatch.overlay.pointer.DolrMessage;
import org.spamwatch.overlay.pointer.PointerDolr;
import org.spamwatch.overlay.wire.MessageTable;

/**
 * A peer's node logic in one piece: overlay, DOLR, ADOLR and votes on one node. The live driver and
 * the simulator drive the same instance by its {@link #node()}, {@link Timers} and {@link Outbox}.
 *
 * <p>Not thread-safe: every method is to be called on the node's turn.
 */
public final class PeerCore {
  /** Questions under way at once; further ones are answered "unknown" at once. */
  private static final int MAX_OPEN = 1024;

  /** How long keepers are waited for after the last route has ended, or after they were asked. */
  private static final Duration KEEPERS_WITHIN = Duration.ofMillis(400);

  /** What pages of votes may weigh that are held for all questions at once: about 32 MB. */
  private static final int MAX_WEIGHT = 32_768;

  /** How long a message that one hop did not find may still be found by another. */
  private static final Duration MISSING_GRACE = Duration.ofMillis(500);

  private final Id realm;
  private final PeerConfig config;
  private final Timers timers;
  private final RandomGenerator random;
  private final OverlayNode node;
  private final PointerDolr dolr;
  private final ReplicaLookup replicaLookup;
  private final Adolr adolr;
  private final VoteTable votes;
  private final RevocationSpread revocations;
  private final Campaigns campaigns;
  private final Trust trust;
  private final Limits limits;
  private final HamFilter ham;
  private final Summary summary;
  private final Tracer tracer;
  private final Map<Long, PendingCheck> open = new LinkedHashMap<>();
  private final PageRoom pages = new PageRoom(MAX_WEIGHT, this::dropPage);
  private Consumer<RevocationList> revocationListener = list -> {};
  private Consumer<RefusedRecord> refusalListener = refused -> {};
  private Optional<RefusedRecord> lastRefusal = Optional.empty();
  private long refusedElsewhere;

  /**
   * A peer that knows nobody yet.
   *
   * @param self its id and where others reach it
   * @param random its own source of randomness; a live peer's is a secure one
   * @param signatures its own, in its realm
   */
  public PeerCore(
      Contact self,
      Id realm,
      PeerConfig config,
      Limits limits,
      Timers timers,
      Outbox outbox,
      RandomGenerator random,
      VoteStore store,
      Signatures signatures) {
    this(self, realm, config, limits, timers, outbox, random, store, signatures, HamFilter.NONE);
  }

  /**
   * A peer at a site that has learnt what its own ham looks like.
   *
   * @param ham asked on the node's turn only
   */
  public PeerCore(
      Contact self,
      Id realm,
      PeerConfig config,
      Limits limits,
      Timers timers,
      Outbox outbox,
      RandomGenerator random,
      VoteStore store,
      Signatures signatures,
      HamFilter ham) {
    this.realm = realm;
    this.ham = ham;
    this.config = config;
    this.timers = timers;
    this.random = random;
    this.node = new OverlayNode(self, config.overlay(), limits, timers, outbox, random);
    this.dolr = new PointerDolr(node, limits, config.leases(), timers, random, signatures);
    this.replicaLookup = new IterativeLookup(node, timers, random);
    this.adolr =
        new Adolr(node, dolr, replicaLookup, limits, config.leases(), timers, random, signatures);
    this.votes =
        new VoteTable(
            node,
            dolr,
            adolr,
            replicaLookup,
            realm,
            config.votes(),
            limits,
            config.leases(),
            timers,
            random,
            store,
            signatures);
    this.campaigns = new Campaigns(votes);
    this.trust = new Trust(config.trust().withOwn(config.trust().own().and(self.id())));
    this.revocations =
        new RevocationSpread(node, this::known, signatures.revocations(), timers, random);
    revocations.onList(this::revoked);
    this.limits = limits;
    this.summary = adolr::knows;
    this.tracer = new Tracer(node, limits, timers, random);
    votes.onNews(vote -> trust.met(PendingCheck.counted(vote), timers.calendar().settledMillis()));
    votes.onAnswer(this::answered);
    Consumer<RefusedRecord> refusals = this::refused;
    dolr.onRefusal(refusals);
    adolr.onRefusal(refusals);
  }

  /** What this peer knows of campaigns, and its postmaster's rules. */
  public Campaigns campaigns() {
    return campaigns;
  }

  /** Every node that this one knows; a client knows its host. */
  private List<Contact> known() {
    List<Contact> known = new ArrayList<>(node.neighbours());
    node.host().filter(host -> !known.contains(host)).ifPresent(known::add);
    return known;
  }

  private void revoked(RevocationList list) {
    votes.heedRevocations();
    revocationListener.accept(list);
  }

  /** Who is told of each revocation list that comes into force, whoever sent it. */
  public void onRevocations(Consumer<RevocationList> listener) {
    revocationListener = listener;
  }

  /** The newest revocation list of the realm, and how it spreads. */
  public RevocationSpread revocations() {
    return revocations;
  }

  /** Takes a revocation list from this peer's operator, and passes it on if it is newer. */
  public Revocations.Taken revoke(RevocationList list) {
    return revocations.take(list);
  }

  /**
   * Who is told when another peer says that it does not take a pointer or feature record of this
   * one. Whoever says so may lie.
   */
  public void onRefusal(Consumer<RefusedRecord> listener) {
    refusalListener = listener;
  }

  /** Who is told of a node that goes on handing over forged votes. */
  public void onForger(Consumer<Contact> listener) {
    votes.onForger(listener);
  }

  private void refused(RefusedRecord refused) {
    refusedElsewhere++;
    lastRefusal = Optional.of(refused);
    refusalListener.accept(refused);
  }

  /** Every message that peers exchange, for the codec. */
  public static MessageTable messages(Limits limits) {
    return MessageTable.of(
        limits,
        OverlayMessage.TYPES,
        DolrMessage.TYPES,
        LookupMessage.TYPES,
        AdolrMessage.TYPES,
        VoteMessage.TYPES,
        RevocationMessage.TYPES,
        TraceMessage.TYPES);
  }

  /** The overlay node, for the driver. */
  public OverlayNode node() {
    return node;
  }

  /** Objects by their GUID, for an experiment that looks at this layer alone. */
  public Dolr dolr() {
    return dolr;
  }

  /** Objects by their features, likewise. */
  public Adolr adolr() {
    return adolr;
  }

  /** Loads the stored votes and joins the overlay through any of the seeds. */
  public void start(List<Endpoint> seeds) {
    node.start(seeds);
    startVotes();
  }

  /** Loads the stored votes; for a driver that starts {@link #node()} itself. */
  public void startVotes() {
    votes.start();
    revocations.start();
  }

  /**
   * Asks the network what people said of a mail. Features of the site's own ham are not asked for
   * and count for nothing; with fewer than THRES others nobody is asked at all. Looks every probe
   * up in the records that this peer holds.
   *
   * @param asker told once, when everything has answered or the patience is over
   */
  public void check(CheckRequest question, Consumer<CheckResult> asker) {
    Consumer<CheckResult> receiver =
        answer -> asker.accept(CampaignOverride.heeded(campaigns(), question, answer));
    List<Query> queries = Query.of(question, ham, summary);
    if (queries.isEmpty() && !question.vectors().isEmpty()) {
      receiver.accept(OwnHamAnswer.of(question, ham));
      return;
    }
    PendingCheck pendingCheck =
        new PendingCheck(
            question,
            queries,
            realm,
            votes.verifier(),
            trust,
            timers.calendar()::settledMillis,
            OwnWords.of(votes, adolr),
            pages,
            receiver);
    if (queries.isEmpty() || open.size() >= MAX_OPEN) {
      pendingCheck.finish();
      return;
    }
    long checkId = random.nextLong();
    open.put(checkId, pendingCheck);
    pendingCheck.timer = timers.after(config.checkPatience(), () -> finish(checkId));
    for (Query query : queries) {
      adolr.routeToApproxObject(
          query.vector(),
          query.thres(),
          new VotesWanted(checkId, List.of()),
          config.resolution(),
          question.ttl(),
          config.checkPatience().multipliedBy(2).dividedBy(3), // the rest is for the keepers
          new QueryListener() {
            @Override
            public void reported(QueryOutcome soFar) {
              pendingCheck.routesReported(soFar);
              finishIfComplete(checkId, pendingCheck);
            }

            @Override
            public void goesOn(QueryOutcome soFar) {
              if (open.containsKey(checkId)) { // else it was decided before all has come
                pendingCheck
                    .overdue(soFar)
                    .forEach(guid -> findKeepers(checkId, pendingCheck, guid));
              }
            }

            @Override
            public void complete(QueryOutcome outcome) {
              routesEnded(checkId, pendingCheck, outcome);
            }
          });
    }
  }

  /** Forgets a page of a sender, of whichever question; returns what it weighed. */
  private int dropPage(Id sender) {
    for (PendingCheck pendingCheck : open.values()) {
      int weight = pendingCheck.dropPage(sender);
      if (weight > 0) {
        return weight;
      }
    }
    return 0;
  }

  private void routesEnded(long checkId, PendingCheck pendingCheck, QueryOutcome outcome) {
    pendingCheck.routesEnded(outcome);
    if (pendingCheck.routesAreOver()) {
      timers.after(
          KEEPERS_WITHIN,
          () -> {
            pendingCheck.giveUpAll();
            finishIfComplete(checkId, pendingCheck);
          });
    }
    finishIfComplete(checkId, pendingCheck);
  }

  private void answered(VoteAnswer answer) {
    long checkId = answer.checkId();
    PendingCheck pendingCheck = open.get(checkId);
    if (pendingCheck == null) {
      return;
    }
    if (answer instanceof VoteAnswer.Found found) {
      pendingCheck.found(found.from().id(), found.votes());
    } else if (answer instanceof VoteAnswer.Held held) {
      if (pendingCheck.isToBeAsked(held.from().id(), held.votes())) {
        votes.askInPerson(
            held.from(), List.of(), held.votes().guid(), held.votes().digests(), checkId);
      }
    } else if (answer instanceof VoteAnswer.Missing missing) {
      Id guid = missing.guid();
      if (pendingCheck.missing(guid)) {
        timers.after(
            MISSING_GRACE,
            () -> {
              pendingCheck.giveUp(guid);
              finishIfComplete(checkId, pendingCheck);
            });
      }
    }
    finishIfComplete(checkId, pendingCheck);
  }

  private void finishIfComplete(long checkId, PendingCheck pendingCheck) {
    if (open.get(checkId) != pendingCheck) {
      return;
    }
    if (!pendingCheck.isComplete()) {
      if (pendingCheck.isDecided()) {
        finish(checkId);
      }
      return;
    }
    List<Id> doubtful = pendingCheck.doubtful();
    doubtful.forEach(guid -> findKeepers(checkId, pendingCheck, guid));
    if (doubtful.isEmpty()) {
      finish(checkId);
    }
  }

  private void findKeepers(long checkId, PendingCheck pendingCheck, Id guid) {
    replicaLookup.findThoroughly(
        guid,
        closest -> {
          List<Id> digests = pendingCheck.digests(guid, limits.maxGuidsPerQuery());
          pendingCheck
              .keepersFound(guid, node.self().id(), closest, config.leases().replicas())
              .forEach(
                  asked ->
                      votes.askInPerson(
                          asked, pendingCheck.tellersOf(asked, guid), guid, digests, checkId));
          timers.after(
              KEEPERS_WITHIN,
              () -> {
                pendingCheck.giveUpInPerson(guid);
                finishIfComplete(checkId, pendingCheck);
              });
          finishIfComplete(checkId, pendingCheck);
        });
  }

  private void finish(long checkId) {
    PendingCheck pendingCheck = open.remove(checkId);
    if (pendingCheck != null) {
      if (pendingCheck.timer != null) {
        pendingCheck.timer.cancel();
      }
      pendingCheck.finish();
    }
  }

  /** The keys of a question that are in the site's own ham and would else be asked for. */
  public List<Id> masked(CheckRequest question) {
    return Query.masked(question, ham, summary);
  }

  /**
   * Voters of this peer's own who say that a mail like this one is spam, less those who say that it
   * is not; 0 at least. Asks nobody: knows the messages whose feature records are held here, which
   * those voted on here are as a rule.
   */
  public int ownSpamVotes(MailFeatures mail) {
    CheckRequest question =
        new CheckRequest(mail.vectors(), mail.probes(), Threshold.STANDARD, 0, 1);
    List<Id> like = new ArrayList<>();
    for (Query query : Query.of(question, ham, summary)) {
      adolr.matchesHere(query.vector(), query.thres()).forEach(match -> like.add(match.guid()));
    }
    Tally tally = votes.ownTally(like);
    return Math.max(0, tally.spam() - tally.ham());
  }

  /** Why this peer's clock is known to be wrong, in one line, as long as it is. */
  public Optional<String> wrongClock() {
    return timers.calendar().wrong();
  }

  /**
   * Casts a vote. It is refused while this peer's clock is known to be wrong: others would not take
   * it. One for spam is refused if the site's own ham leaves nothing to recognise the mail by.
   *
   * @param receiver told once, when root and replicas have confirmed it or the patience is over
   */
  public void vote(VoteRequest voteRequest, Consumer<VoteResult> receiver) {
    Optional<String> objection = wrongClock().or(() -> OwnHamAnswer.objection(voteRequest, ham));
    if (objection.isPresent()) {
      receiver.accept(
          new VoteResult(
              false, voteRequest.vote().guid(), voteRequest.vote().sequence(), 0, objection.get()));
      return;
    }
    votes.cast(
        voteRequest.vote(),
        voteRequest.vectors(),
        receipt -> {
          if (receipt.accepted()) {
            voted(voteRequest);
          }
          receiver.accept(
              new VoteResult(
                  receipt.accepted(),
                  voteRequest.vote().guid(),
                  voteRequest.vote().sequence(),
                  receipt.holders(),
                  receipt.reason(),
                  receipt.retryMillis(),
                  receipt.roomBytes(),
                  receipt.diskBehind(),
                  standing(voteRequest)));
        });
  }

  private List<List<Id>> standing(VoteRequest voteRequest) {
    return voteRequest.vote().value() == VoteValue.WITHDRAWN
        ? votes.standing(voteRequest.vote(), voteRequest.vectors())
        : List.of();
  }

  private void voted(VoteRequest voteRequest) {
    List<Id> features = voteRequest.vectors().stream().map(v -> v.compact().digest()).toList();
    trust.voted(
        features, PendingCheck.counted(voteRequest.vote()), timers.calendar().settledMillis());
  }

  /** What this peer remembers of voters; the driver keeps its records over a restart. */
  public Trust trust() {
    return trust;
  }

  /**
   * Shows the way to a key's root.
   *
   * @param receiver told once: the route, or nothing if its end did not answer in time
   */
  public void trace(Id key, Consumer<Optional<TracedRoute>> receiver) {
    tracer.trace(key, config.checkPatience(), receiver);
  }

  /** Stored votes for which there was no room at the start; they stay in the store. */
  public long leftOutVotes() {
    return votes.space().leftOut();
  }

  /** The peer's state now. */
  public PeerStatus status() {
    return new PeerStatus(
        node.self(),
        realm,
        node.isJoined(),
        node.neighbours(),
        node.leaves().size(),
        adolr.recordCount(),
        dolr.pointerCount(),
        votes.messageCount(),
        votes.voteCount(),
        votes.pendingCount(),
        votes.refusedCount(),
        votes.space(),
        open.size(),
        recordStatus(),
        node.role(),
        node.host(),
        node.clients(),
        revocations.newest(),
        node.counters(),
        new ClockStatus(timers.dateMillis(), timers.calendar().settledMillis(), wrongClock()));
  }

  private RecordStatus recordStatus() {
    Map<Refusal, Long> refused = new EnumMap<>(Refusal.class);
    for (Refusal refusal : Refusal.values()) {
      refused.put(refusal, adolr.recordsRefused().of(refusal) + dolr.refused().of(refusal));
    }
    return new RecordStatus(limits.maxFeatureRecords(), refused, refusedElsewhere, lastRefusal);
  }
}
