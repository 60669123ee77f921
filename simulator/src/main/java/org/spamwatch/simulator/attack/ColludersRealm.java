package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.ham.ProbeKeys;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.trust.OwnSites;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.virtual.MessageLog;
import org.spamwatch.simulator.virtual.PeerNetwork;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;
import org.spamwatch.simulator.virtual.SimulatedVoter;

/**
 * A closed realm of sixty members in virtual time: three sites whose users mark spam, ten members
 * that may collude, six of them side by side on the ring, and readers who count the users of the
 * three sites. The same seed gives the same realm.
 */
final class ColludersRealm {
  /** Sites whose users mark. */
  static final int SITES = 3;

  private static final int MEMBERS = 60;
  private static final int COLLUDERS = 10;
  private static final int SIDE_BY_SIDE = 6;
  private static final int KEEPERS = 4;
  private static final long SECOND = 1_000_000;

  private final PeerNetwork network;
  private final SplittableRandom users;
  private final List<Peer> sites = new ArrayList<>();
  private final List<Peer> colluders = new ArrayList<>();
  private final List<Peer> readers = new ArrayList<>();
  private final long startMillis;

  /** The realm, once all have joined. */
  ColludersRealm(long seed) {
    network = PeerNetwork.closed(seed, PeerConfig.DEFAULT, Latency.plane(seed, 50_000));
    users = new SplittableRandom(seed + 2);
    for (int i = 0; i < SITES; i++) {
      sites.add(network.add());
      pass(1);
    }
    List<Id> believed = sites.stream().map(peer -> peer.contact().id()).toList();
    PeerConfig config = PeerConfig.DEFAULT;
    network.configure(config.withTrust(config.trust().withOwn(OwnSites.of(believed))));
    List<Peer> others = new ArrayList<>();
    for (int i = SITES; i < MEMBERS; i++) {
      others.add(network.add());
      pass(1);
    }
    pass(120);
    List<Peer> ring = new ArrayList<>(others);
    ring.sort(Comparator.comparing(peer -> peer.contact().id()));
    // Whoever asks an authority to admit a key may have drawn it until its place on the ring suits.
    colluders.addAll(ring.subList(0, SIDE_BY_SIDE));
    int step = (ring.size() - SIDE_BY_SIDE) / (COLLUDERS - SIDE_BY_SIDE);
    for (int i = SIDE_BY_SIDE; colluders.size() < COLLUDERS; i += step) {
      colluders.add(ring.get(i + step / 2));
    }
    others.stream().filter(peer -> !colluders.contains(peer)).forEach(readers::add);
    startMillis = network.simulation().nowMicros() / 1000;
  }

  PeerNetwork network() {
    return network;
  }

  List<Peer> colluders() {
    return colluders;
  }

  List<Peer> readers() {
    return readers;
  }

  /** When all had joined. */
  long startMillis() {
    return startMillis;
  }

  void pass(int seconds) {
    network.simulation().runFor(seconds * SECOND);
  }

  /** Those that are to keep a message. */
  List<Peer> keepers(Id guid) {
    List<Peer> all = new ArrayList<>(network.running());
    all.sort(
        (a, b) -> {
          Id one = a.contact().id();
          Id other = b.contact().id();
          return one.equals(other) ? 0 : one.isCloserTo(guid, other) ? -1 : 1;
        });
    return all.subList(0, KEEPERS);
  }

  /** A text of which so many of those who may collude are to keep the votes. */
  RandomText textKeptBy(int count, SplittableRandom random) {
    while (true) {
      RandomText text = RandomText.draw(random);
      Id guid = text.address().guid().orElseThrow();
      if (keepers(guid).stream().filter(colluders::contains).count() == count) {
        return text;
      }
    }
  }

  /** Publishes an object that nobody has. */
  void publish(Peer by, List<FeatureVector> vectors, Id guid) {
    network.call(
        by, () -> vectors.forEach(each -> by.core().adolr().publishApproxObject(each, guid)));
  }

  /** A voter calls a message ham at a peer, which publishes it; so does the message's root. */
  void vote(Peer by, SimulatedVoter voter, List<FeatureVector> vectors, Id guid) {
    voter.vote(network, by, guid, vectors, VoteValue.HAM);
  }

  void send(Peer by, Contact to, Message message) {
    network.call(by, () -> by.core().node().send(to, message));
  }

  /** Users of a site say what they think of a spam; not all think the same, and one errs first. */
  void mark(int site, RandomText text) {
    SimulatedVoter erring = new SimulatedVoter(users);
    vote(site, erring, text, VoteValue.HAM);
    vote(site, new SimulatedVoter(users), text, VoteValue.HAM);
    vote(site, new SimulatedVoter(users), text, VoteValue.SPAM);
    vote(site, new SimulatedVoter(users), text, VoteValue.SPAM);
    vote(site, erring, text, VoteValue.SPAM);
  }

  private void vote(int site, SimulatedVoter voter, RandomText text, VoteValue value) {
    new MessageLog(network, sites.get(site), voter).mark(text.address(), value);
    pass(1);
  }

  /** What a reader is told of a mail. */
  Verdict says(Peer reader, RandomText text, Rule rule) {
    AddressedMail mail = text.address();
    CheckRequest question =
        new CheckRequest(
            mail.vectors(),
            mail.probes().stream().map(ProbeKeys::of).toList(),
            Threshold.STANDARD,
            Integer.MAX_VALUE,
            1,
            rule,
            Privacy.SUMMARY);
    AtomicReference<CheckResult> answer = new AtomicReference<>();
    network.call(reader, () -> reader.core().check(question, answer::set));
    long limit = network.simulation().nowMicros() + 10 * SECOND;
    network.simulation().runUntil(() -> answer.get() != null, limit);
    return Objects.requireNonNull(answer.get()).verdict();
  }
}
