package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.spamwatch.agent.bulk.BulkConfig;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.agent.peer.AnnouncementStatus;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.agent.summary.SummaryConfig;
import org.spamwatch.agent.trust.OwnSites;
import org.spamwatch.agent.trust.TrustConfig;
import org.spamwatch.agent.vote.VoteResult;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.virtual.MessageLog;
import org.spamwatch.simulator.virtual.PeerNetwork;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;
import org.spamwatch.simulator.virtual.SimulatedVoter;

/**
 * Peers of one realm in virtual time, where an attack is about who answers what, not about load.
 */
final class VirtualRealm {
  private static final long SECOND = 1_000_000;
  private static final long SETTLED = 120 * SECOND;

  private final MessageTable codec = PeerCore.messages(Limits.DEFAULT);
  private final PeerNetwork network;
  private final SplittableRandom random;
  private final List<Peer> peers = new ArrayList<>();
  private long bytes;

  /** A realm of so many peers, all of them joined. */
  VirtualRealm(long seed, int size) {
    this(seed, size, Latency.plane(seed, 50_000));
  }

  /** A realm with other links. */
  VirtualRealm(long seed, int size, Latency latency) {
    this(seed, size, latency, PeerConfig.DEFAULT, HamFilter.NONE);
  }

  /** A realm whose peers know so much of their site's own ham. */
  static VirtualRealm ofSite(long seed, int size, HamFilter ham) {
    return new VirtualRealm(seed, size, Latency.plane(seed, 50_000), PeerConfig.DEFAULT, ham);
  }

  /** A realm whose peers tell each other what their voters call spam. */
  static VirtualRealm announcing(long seed, int size) {
    PeerConfig config = PeerConfig.DEFAULT.withSummaries(SummaryConfig.DEFAULT);
    return new VirtualRealm(seed, size, Latency.plane(seed, 50_000), config, HamFilter.NONE);
  }

  /** A realm whose peers count how many people get what mail, and tell each other. */
  static VirtualRealm counting(long seed, int size, BulkConfig bulk) {
    PeerConfig config = PeerConfig.DEFAULT.withBulk(bulk);
    return new VirtualRealm(seed, size, Latency.plane(seed, 50_000), config, HamFilter.NONE);
  }

  /** A realm in which every peer is a site of its own. */
  static VirtualRealm ofStrangers(long seed, int size) {
    PeerConfig config =
        PeerConfig.DEFAULT.withTrust(TrustConfig.DEFAULT.withOwn(OwnSites.of(Set.of())));
    return new VirtualRealm(seed, size, Latency.plane(seed, 50_000), config, HamFilter.NONE);
  }

  private VirtualRealm(long seed, int size, Latency latency, PeerConfig config, HamFilter ham) {
    random = new SplittableRandom(seed);
    network = new PeerNetwork(seed, config, latency, new Faults(0, 0, 1_000), ham);
    for (int i = 0; i < size; i++) {
      peers.add(network.add());
      network.simulation().runFor(SECOND);
    }
    network.simulation().runFor(SETTLED);
  }

  PeerNetwork network() {
    return network;
  }

  List<Peer> peers() {
    return peers;
  }

  Peer peer(int number) {
    return peers.get(number);
  }

  /** A text that nobody has seen before. */
  RandomText text() {
    return RandomText.draw(random);
  }

  /** A voter that nobody knows. */
  SimulatedVoter voter() {
    return new SimulatedVoter(random);
  }

  /** Lets a second pass. */
  void pass() {
    pass(1);
  }

  /** Lets time pass. */
  void pass(int seconds) {
    network.simulation().runFor(seconds * SECOND);
  }

  /** How many messages some peers know that an origin announces, each peer's summed up. */
  long announcedAt(List<Peer> some, Id origin, List<Id> guids) {
    return some.stream()
        .flatMap(peer -> peer.core().summaries().stream())
        .mapToLong(known -> guids.stream().filter(guid -> known.announces(origin, guid)).count())
        .sum();
  }

  /** Checks for which some peers have asked others so far. */
  long asked(List<Peer> some) {
    return some.stream()
        .flatMap(peer -> peer.core().status().announcements().stream())
        .mapToLong(AnnouncementStatus::asked)
        .sum();
  }

  /** Whether a vote at a peer is acknowledged. */
  boolean vote(Peer peer, SimulatedVoter voter, RandomText text, VoteValue value) {
    return vote(peer, voter, text.address(), value);
  }

  /** Whether a vote on a mail at a peer is acknowledged. */
  boolean vote(Peer peer, SimulatedVoter voter, AddressedMail mail, VoteValue value) {
    return new MessageLog(network, peer, voter)
        .mark(mail, value)
        .map(VoteResult::accepted)
        .orElse(false);
  }

  /** Whether a mail of such a text is spam, by what a peer says. */
  boolean findsSpam(Peer peer, RandomText text) {
    return findsSpam(peer, text.address());
  }

  /** Whether a mail is spam, by what a peer says. */
  boolean findsSpam(Peer peer, AddressedMail mail) {
    return MessageLog.check(network, peer, mail, 1, Threshold.STANDARD).verdict() == Verdict.SPAM;
  }

  /** A message as an attacker sends it straight to a peer; its bytes are counted. */
  Direct told(Contact attacker, Id target, Message message) {
    Direct direct = new Direct(random.nextLong(), attacker, target, message);
    bytes += codec.encode(direct).length;
    return direct;
  }

  /** Bytes of what {@link #told} has made. */
  long bytes() {
    return bytes;
  }
}
