package org.spamwatch.simulator.fuzz;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.agent.peer.Environment;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.adolr.Resolution;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Outbox;
import org.spamwatch.overlay.Send;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.SharedSecretSignatures;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.simulator.virtual.MemoryVoteStore;
import org.spamwatch.simulator.virtual.SimulatedVoter;

/**
 * A few peers that do all that peers do, and the bytes of what they say to each other: the valid
 * frames that others are made of. Messages arrive at once and in order; one seed gives one village.
 */
final class SeedCorpus {
  private static final int PEERS = 6;
  private static final int FEATURES = 10;
  private static final int KEPT_OF_A_TYPE = 40;
  private static final long START_MICROS = 1_700_000_000_000_000L;

  /** One peer. */
  record Inhabitant(PeerCore core, Timers timers, Outbox outbox) {}

  private final MessageTable codec = PeerCore.messages(Limits.DEFAULT);
  private final SplittableRandom random;
  private final Id realm;
  private final Map<Endpoint, Inhabitant> peers = new LinkedHashMap<>();
  private final Map<Class<?>, List<byte[]>> said = new LinkedHashMap<>();
  private long nowMicros = START_MICROS;

  SeedCorpus(long seed) {
    random = new SplittableRandom(seed);
    realm = Id.random(random);
    for (int i = 0; i < PEERS; i++) {
      move(i);
      run(10);
    }
    run(60);
    live();
  }

  private void move(int number) {
    Contact self = new Contact(Id.random(random), new Endpoint("10.0.0." + (number + 1), 9460));
    PeerConfig config =
        PeerConfig.DEFAULT.withResolution(number % 2 == 0 ? Resolution.FULL : Resolution.NAIVE);
    Inhabitant peer = inhabitant(self, config);
    List<Endpoint> seeds = new ArrayList<>(peers.keySet());
    peers.put(self.endpoint(), peer);
    peer.core.start(seeds.subList(0, Math.min(1, seeds.size())));
  }

  private Inhabitant inhabitant(Contact self, PeerConfig config) {
    Timers timers = new Timers(nowMicros);
    Outbox outbox = new Outbox();
    PeerCore core =
        new PeerCore(
            self,
            realm,
            config,
            new Environment(timers, outbox, random.split()),
            MemoryVoteStore.empty(timers),
            new SharedSecretSignatures(self.id(), realm.high()),
            HamFilter.NONE);
    return new Inhabitant(core, timers, outbox);
  }

  /** Another peer in the place of the first: what frames are fed to. */
  Inhabitant stranger() {
    return inhabitant(all().get(0).core.node().self(), PeerConfig.DEFAULT);
  }

  /** Marks, checks, withdrawals, and somebody leaves. */
  private void live() {
    List<Inhabitant> all = all();
    for (int i = 0; i < 12; i++) {
      SimulatedVoter voter = new SimulatedVoter(random);
      List<FeatureVector> vectors = List.of(vector(i % 3 == 0));
      Id guid = Id.random(random);
      Inhabitant at = all.get(i % PEERS);
      Id site = at.core.node().self().id();
      vote(at, voter.voteRequest(realm, site, guid, vectors, VoteValue.SPAM, nowMicros));
      for (Inhabitant asker : all) {
        asker.core.check(new CheckRequest(vectors, Threshold.STANDARD, 32, 1), answer -> {});
        asker.core.check(
            new CheckRequest(List.of(vector(false)), Threshold.STANDARD, 32, 1), answer -> {});
        run(1);
      }
      vote(at, voter.voteRequest(Id.ZERO, site, guid, vectors, VoteValue.SPAM, nowMicros));
      if (i % 2 == 0) {
        vote(at, voter.voteRequest(realm, site, guid, vectors, VoteValue.WITHDRAWN, nowMicros));
      }
    }
    all.get(PEERS - 1).core.node().leave();
    run(60);
  }

  private void vote(Inhabitant at, VoteRequest voteRequest) {
    at.core.vote(voteRequest, receipt -> {});
    run(1);
  }

  private FeatureVector vector(boolean wholeText) {
    List<Id> keys = new ArrayList<>();
    for (int i = 0; i < FEATURES; i++) {
      keys.add(FeatureVector.key(Id.random(random).high()));
    }
    return new FeatureVector(Scheme.CHAR50, wholeText, keys);
  }

  private List<Inhabitant> all() {
    return new ArrayList<>(peers.values());
  }

  private void run(int seconds) {
    for (int tick = 0; tick < 10 * seconds; tick++) {
      nowMicros += 100_000;
      for (Inhabitant peer : all()) {
        peer.timers.advance(nowMicros);
      }
      boolean quiet;
      do {
        quiet = true;
        for (Inhabitant peer : all()) {
          for (Send send : peer.outbox.take()) {
            quiet = false;
            carry(peer.core.node().self(), send);
          }
        }
      } while (!quiet);
    }
  }

  private void carry(Contact from, Send send) {
    List<byte[]> ofType = said.computeIfAbsent(typeOf(send.message()), type -> new ArrayList<>());
    if (ofType.size() < KEPT_OF_A_TYPE) {
      ofType.add(codec.encode(send.message()));
    }
    Inhabitant to = peers.get(send.to());
    if (to != null) {
      to.core.node().receive(from, send.message());
    }
  }

  /** The innermost message's type: routes and envelopes are kept apart by what they carry. */
  private static Class<?> typeOf(Message message) {
    return Payloads.innermost(message).getClass();
  }

  /** The present of all peers, in microseconds. */
  long nowMicros() {
    return nowMicros;
  }

  /** Where the others live. */
  List<Contact> contacts() {
    return all().stream().map(peer -> peer.core.node().self()).toList();
  }

  /** Valid frames, some of every type that was said. */
  List<byte[]> frames() {
    List<byte[]> frames = new ArrayList<>();
    said.values().forEach(frames::addAll);
    return frames;
  }

  /** The types of messages that were said. */
  int types() {
    return said.size();
  }
}
