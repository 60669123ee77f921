package org.spamwatch.simulator.detection;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.ham.HamConfig;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.ham.OwnHam;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.trust.OwnSites;
import org.spamwatch.agent.trust.TrustConfig;
import org.spamwatch.agent.vote.VoteConfig;
import org.spamwatch.agent.vote.VoteResult;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.virtual.CheckMessages;
import org.spamwatch.simulator.virtual.HourlyUpkeep;
import org.spamwatch.simulator.virtual.MessageLog;
import org.spamwatch.simulator.virtual.PayloadBytes;
import org.spamwatch.simulator.virtual.PeerNetwork;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;
import org.spamwatch.simulator.virtual.SimulatedVoter;

/**
 * The peers of an experiment, in virtual time: the very node code, and no driver. Mailboxes are
 * spread over the peers in turn, each with a voter's key of its own. One seed gives one run. Not
 * thread-safe.
 */
final class Site {
  private static final long SECOND = 1_000_000;
  private static final int FARTHEST_MICROS = 200_000;

  private final OwnHam ham;
  private final PeerNetwork network;
  private final List<Peer> peers = new ArrayList<>();
  private final Map<String, MessageLog> mailboxes = new LinkedHashMap<>();
  private int next;

  /** One site of some peers, which believe each other's voters. */
  Site(int size, long seed) {
    this(size, config(OwnSites.ALL), Latency.constant(1_000), seed);
  }

  /**
   * Some peers that are strangers to each other, each a site of its own, with its own mailboxes.
   */
  static Site strangers(int size, long seed) {
    return new Site(size, config(OwnSites.of(Set.of())), Latency.constant(1_000), seed);
  }

  /**
   * One site of some peers that announce to each other what their users call spam, as much in a day
   * as they like. They are scattered over a plane, and run for years of virtual time.
   */
  static Site announcing(int size, long seed) {
    PeerConfig config =
        config(OwnSites.ALL)
            .withSummaries(
                HourlyUpkeep.summaries()
                    .withBounds(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE))
            .withVotes(HourlyUpkeep.votes(VoteConfig.DEFAULT.retention(), 0, 0))
            .withOverlay(HourlyUpkeep.overlay())
            .withLeases(HourlyUpkeep.leases());
    Site site = new Site(size, config, Latency.plane(seed, FARTHEST_MICROS), seed);
    site.network.simulation().runFor(HourlyUpkeep.SETTLED.toNanos() / 1_000);
    return site;
  }

  private static PeerConfig config(OwnSites own) {
    // A mailbox marks in minutes what came in over years.
    return PeerConfig.DEFAULT
        .withVotes(VoteConfig.DEFAULT.withQuotas(0, 0))
        .withTrust(TrustConfig.DEFAULT.withOwn(own));
  }

  private Site(int size, PeerConfig config, Latency latency, long seed) {
    ham = new OwnHam(HamConfig.DEFAULT, new SplittableRandom(seed)::nextLong);
    network = new PeerNetwork(seed, config, latency, Faults.NONE, ham);
    for (int i = 0; i < size; i++) {
      peers.add(network.add());
      network.simulation().runFor(2 * SECOND);
    }
  }

  /** Its peers. */
  List<Peer> peers() {
    return List.copyOf(peers);
  }

  /** The peer of a mailbox. */
  Peer peerOf(String mailbox) {
    return mailbox(mailbox).peer();
  }

  /** Virtual time now, in microseconds. */
  long nowMicros() {
    return network.simulation().nowMicros();
  }

  /** Lets time pass until a moment, unless it is over. */
  void runUntil(long micros) {
    network.simulation().runUntil(Math.max(micros, nowMicros()));
  }

  /** Somebody marks a mail; returns its identity, or nothing if it has too little text. */
  Optional<Id> mark(AddressedMail mail, String mailbox) {
    Optional<VoteResult> receipt = mailbox(mailbox).mark(mail, VoteValue.SPAM);
    if (receipt.isPresent()) {
      network.simulation().runFor(SECOND); // publications leave at a steady pace
    }
    return receipt.map(VoteResult::message);
  }

  private MessageLog mailbox(String name) {
    return mailboxes.computeIfAbsent(name, each -> newMailbox());
  }

  private MessageLog newMailbox() {
    return new MessageLog(network, nextPeer(), new SimulatedVoter(network.random()));
  }

  private Peer nextPeer() {
    return peers.get(next++ % peers.size());
  }

  /** The site's users keep a mail: from now on its text is known as ordinary at every peer. */
  void learn(AddressedMail mail) {
    if (mail.isAddressable()) {
      long nowMillis = network.simulation().nowMicros() / 1_000;
      ham.learn(HamSource.KEPT, MailFeatures.of(mail), OptionalLong.empty(), nowMillis);
    }
  }

  /** What the site's peers, asked in turn, say of a mail. */
  CheckResult check(AddressedMail mail) {
    return MessageLog.check(network, nextPeer(), mail, 1, Threshold.STANDARD);
  }

  /** Whether a check of a mail leads to a certain message. */
  boolean finds(AddressedMail mail, Id guid) {
    return mail.isAddressable()
        && check(mail).matches().stream().anyMatch(match -> match.guid().equals(guid));
  }

  /** What the peer of a mailbox says of a mail. */
  CheckResult check(AddressedMail mail, String mailbox) {
    return check(mail, mailbox, 1);
  }

  /** What a mailbox is told of a mail if so many votes are needed. */
  CheckResult check(AddressedMail mail, String mailbox, int votesNeeded) {
    return mailbox(mailbox).check(mail, votesNeeded, Threshold.STANDARD);
  }

  /** What a mailbox is told of a mail at a THRES of the experiment's. */
  CheckResult check(AddressedMail mail, String mailbox, Threshold threshold) {
    return mailbox(mailbox).check(mail, 1, threshold);
  }

  /**
   * What a mailbox is told of a mail, and what was sent for it.
   *
   * @param packets that all peers sent, acknowledgements included; 0 if nobody was asked
   * @param bytes of these
   */
  record Asked(CheckResult answer, long packets, long bytes) {}

  /** Asks about a mail of which others may be told so much. */
  Asked ask(AddressedMail mail, String mailbox, int votesNeeded, Privacy privacy) {
    MessageLog asking = mailbox(mailbox);
    PayloadBytes sent = new PayloadBytes(CheckMessages::isOfCheck);
    network.traffic().onSent(sent);
    CheckResult answer = asking.check(mail, votesNeeded, privacy);
    if (sent.packets() > 0) {
      network.simulation().runFor(SECOND / 2); // what others answer yet
    }
    network.traffic().onSent(message -> {});
    return new Asked(answer, sent.packets(), sent.bytes());
  }
}
