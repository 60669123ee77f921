package org.spamwatch.agent.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.spamwatch.agent.bulk.BulkCounts;
import org.spamwatch.agent.bulk.BulkMessage;
import org.spamwatch.agent.campaign.Campaigns;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Checks;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.revocation.RevocationMessage;
import org.spamwatch.agent.revocation.RevocationSpread;
import org.spamwatch.agent.summary.AnnouncedSpam;
import org.spamwatch.agent.summary.SummaryConfig;
import org.spamwatch.agent.summary.SummaryMessage;
import org.spamwatch.agent.summary.SummarySpread;
import org.spamwatch.agent.trust.Trust;
import org.spamwatch.agent.trust.VoteCounted;
import org.spamwatch.agent.vote.NodeLayers;
import org.spamwatch.agent.vote.VoteMessage;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteResult;
import org.spamwatch.agent.vote.VoteStore;
import org.spamwatch.agent.vote.VoteTable;
import org.spamwatch.ata.adolr.Adolr;
import org.spamwatch.ata.adolr.AdolrMessage;
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
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.lease.RecordTerms;
import org.spamwatch.overlay.lease.RefusedRecord;
import org.spamwatch.overlay.lookup.IterativeLookup;
import org.spamwatch.overlay.lookup.LookupMessage;
import org.spamwatch.overlay.node.OverlayMessage;
import org.spamwatch.overlay.node.OverlayNode;
import org.spamwatch.overlay.pointer.DolrMessage;
import org.spamwatch.overlay.pointer.PointerDolr;
import org.spamwatch.overlay.wire.MessageTable;

/**
 * A peer's node logic in one piece: overlay, DOLR, ADOLR, votes and checks on one node. The live
 * driver and the simulator drive the same instance by its {@link #node()}, {@link Timers} and
 * {@link Outbox}.
 *
 * <p>Not thread-safe: every method is to be called on the node's turn.
 */
public final class PeerCore {
  private final OverlayNode node;
  private final PointerDolr dolr;
  private final NodeLayers layers;
  private final VoteTable votes;
  private final RevocationSpread revocations;
  private final Optional<Announcements> announcements;
  private final Optional<Bulk> bulk;
  private final Campaigns campaigns;
  private final Trust trust;
  private final Checks checks;
  private final Tracer tracer;
  private final Refusals refusals;

  /**
   * A peer that knows nobody yet.
   *
   * @param self its id and where others reach it
   * @param signatures its own, in its realm
   * @param ham what its site's own ham looks like; asked on the node's turn only
   */
  public PeerCore(
      Contact self,
      Id realm,
      PeerConfig config,
      Environment environment,
      VoteStore store,
      Signatures signatures,
      HamFilter ham) {
    Timers timers = environment.timers();
    RandomGenerator random = environment.random();
    Limits limits = config.limits();
    LeaseConfig leases = config.leases();
    this.node =
        new OverlayNode(self, config.overlay(), limits, timers, environment.outbox(), random);
    RecordTerms terms = new RecordTerms(limits, leases, signatures);
    this.dolr = new PointerDolr(node, terms, timers, random);
    ReplicaLookup lookup = new IterativeLookup(node, timers, random);
    Adolr adolr = new Adolr(node, dolr, lookup, terms, timers, random);
    this.layers = new NodeLayers(node, dolr, adolr, lookup, limits, leases, timers, random);
    this.votes = new VoteTable(layers, realm, config.votes(), store, signatures);
    this.campaigns = new Campaigns(votes);
    this.trust = new Trust(config.trust().withOwn(config.trust().own().and(self.id())));
    this.revocations =
        new RevocationSpread(node, this::known, signatures.revocations(), timers, random);
    SummaryConfig announcing = config.summaries();
    this.announcements =
        announcing.isOn()
            ? Optional.of(
                Announcements.of(
                    layers, this::known, announcing, environment.summaries(), signatures, votes))
            : Optional.empty();
    this.bulk =
        config.bulk().isOn()
            ? Optional.of(Bulk.of(node, this::known, realm, config.bulk(), timers, random, ham))
            : Optional.empty();
    onRevocations(list -> {});
    this.tracer = new Tracer(node, limits, config.checks().patience(), timers, random);
    this.checks = new Checks(layers, config.checks(), ham, votes, trust, campaigns, announced());
    this.refusals = new Refusals(dolr, adolr, limits.maxFeatureRecords());
    votes.onNews(vote -> trust.met(VoteCounted.of(vote), timers.calendar().settledMillis()));
  }

  private AnnouncedSpam announced() {
    return announcements.isPresent() ? announcements.get().summary() : AnnouncedSpam.NONE;
  }

  /** What peers announce to all, unless that is off. */
  public Optional<SummarySpread> summaries() {
    return announcements.map(Announcements::spread);
  }

  /** How many people got what mail, unless that is off. */
  public Optional<BulkCounts> bulk() {
    return bulk.map(Bulk::counts);
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

  /** Who is told of each revocation list that comes into force, whoever sent it. */
  public void onRevocations(Consumer<RevocationList> listener) {
    revocations.onList(
        list -> {
          votes.heedRevocations();
          summaries().ifPresent(SummarySpread::heedRevocations);
          bulk().ifPresent(counts -> counts.forget(list.nodes()));
          listener.accept(list);
        });
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
    refusals.onElsewhere(listener);
  }

  /** Who is told of a node that goes on handing over forged votes. */
  public void onForger(Consumer<Contact> listener) {
    votes.onForger(listener);
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
        SummaryMessage.TYPES,
        BulkMessage.TYPES,
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

  /** Objects by their features, for the same. */
  public Adolr adolr() {
    return layers.adolr();
  }

  /** Loads the stored votes and joins the overlay through any of the seeds. */
  public void start(List<Endpoint> seeds) {
    node.start(seeds);
    startVotes();
  }

  /**
   * Loads the stored votes, for a driver that does so before it starts {@link #node()}: of a
   * million messages it takes ten seconds and more. To be called beside the node's turn, on which
   * it has its parts run: {@link VoteTable#load}.
   */
  public void loadVotes(Consumer<Runnable> turns) {
    votes.load(turns);
  }

  /** Begins with the stored votes; for a driver that starts {@link #node()} itself. */
  public void startVotes() {
    summaries().ifPresent(SummarySpread::start);
    votes.start();
    revocations.start();
    bulk.ifPresent(known -> known.spread().start());
  }

  /**
   * Asks the network what people said of a mail: {@link Checks#check}.
   *
   * @param receiver told once, when everything has answered or the patience is over
   */
  public void check(CheckRequest question, Consumer<CheckResult> receiver) {
    checks.check(question, receiver);
  }

  /** The keys of a question that are in the site's own ham and would else be asked for. */
  public List<Id> masked(CheckRequest question) {
    return checks.masked(question);
  }

  /** What this peer's own voters say of mails like one: {@link Checks#ownSpamVotes}. */
  public int ownSpamVotes(MailFeatures mail) {
    return checks.ownSpamVotes(mail);
  }

  /** Why this peer's clock is known to be wrong, in one line, as long as it is. */
  public Optional<String> wrongClock() {
    return layers.timers().calendar().wrong();
  }

  /**
   * Casts a vote. It is refused while this peer's clock is known to be wrong: others would not take
   * it. One for spam is refused if the site's own ham leaves nothing to recognise the mail by.
   *
   * @param receiver told once, when root and replicas have confirmed it or the patience is over
   */
  public void vote(VoteRequest voteRequest, Consumer<VoteResult> receiver) {
    Optional<String> objection = wrongClock().or(() -> checks.objection(voteRequest));
    if (objection.isPresent()) {
      receiver.accept(VoteResult.refused(voteRequest.vote(), objection.get()));
      return;
    }
    votes.cast(
        voteRequest.vote(),
        voteRequest.vectors(),
        result -> {
          if (result.accepted()) {
            voted(voteRequest);
          }
          receiver.accept(result);
        });
  }

  private void voted(VoteRequest voteRequest) {
    List<Id> features = voteRequest.vectors().stream().map(v -> v.digest()).toList();
    long settled = layers.timers().calendar().settledMillis();
    trust.voted(features, VoteCounted.of(voteRequest.vote()), settled);
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
    tracer.trace(key, receiver);
  }

  /** Stored votes for which there was no room at the start; they stay in the store. */
  public long leftOutVotes() {
    return votes.space().leftOut();
  }

  /** The peer's state now. */
  public PeerStatus status() {
    Timers timers = layers.timers();
    return new PeerStatus(
        node.self(),
        votes.realm(),
        node.isJoined(),
        node.neighbours(),
        node.leaves().size(),
        layers.adolr().recordCount(),
        dolr.pointerCount(),
        votes.messageCount(),
        votes.voteCount(),
        votes.pendingCount(),
        votes.refusedCount(),
        votes.space(),
        checks.open(),
        announcements.map(known -> known.status(checks)),
        bulk.map(known -> known.counts().status()),
        refusals.status(),
        node.role(),
        node.host(),
        node.clients(),
        revocations.newest(),
        node.counters(),
        new ClockStatus(timers.dateMillis(), timers.calendar().settledMillis(), wrongClock()));
  }
}
