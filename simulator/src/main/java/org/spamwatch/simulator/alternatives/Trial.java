package org.spamwatch.simulator.alternatives;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.simulator.alternatives.Alternative.Publication;
import org.spamwatch.simulator.alternatives.AlternativesExperiment.Answers;
import org.spamwatch.simulator.alternatives.AlternativesExperiment.Cost;
import org.spamwatch.simulator.alternatives.AlternativesExperiment.Lost;
import org.spamwatch.simulator.alternatives.LocationMessage.Note;
import org.spamwatch.simulator.virtual.PeerNetwork;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;
import org.spamwatch.simulator.virtual.SampleVectors;

/**
 * One way of publishing, on a settled network of its own: spams of which three peers each publish a
 * near-copy, half of them one after the other and half at once, and questions about further copies.
 */
final class Trial {
  private static final long SECOND = 1_000_000;
  private static final int MARKS = 3;
  private static final int MARK_KEEPS = 8;
  private static final int ASKERS = 3;
  private static final int COPY_KEEPS = 5;
  private static final int THRES = 3;

  /** A spam: the near-copies that peers have published. */
  private record Spam(FeatureVector vector, List<Id> copies, List<Peer> publishers) {}

  private final PeerNetwork network;
  private final SplittableRandom random;
  private final Publication publication;
  private final Map<Peer, FeatureLocation> locations = new LinkedHashMap<>();
  private final Arrivals arrivals;
  private final List<Spam> apart = new ArrayList<>();
  private final List<Spam> atOnce = new ArrayList<>();
  private long lastNumber;

  /** A network that has settled; the same for every way but for what their nodes draw. */
  Trial(AlternativesExperiment about, Publication publication, Consumer<String> progress) {
    this.publication = publication;
    this.network = about.newNetwork();
    this.random = new SplittableRandom(about.seed() + 1);
    this.arrivals = new Arrivals(network.simulation());
    about.grow(network, this::take, progress);
    List<Peer> all = new ArrayList<>(network.running());
    for (int i = 0; i < about.spams(); i++) {
      Collections.shuffle(all, new Random(random.nextLong()));
      List<Id> copies = new ArrayList<>();
      for (int mark = 0; mark < MARKS; mark++) {
        copies.add(Id.random(random));
      }
      Spam spam =
          new Spam(SampleVectors.random(random), copies, List.copyOf(all.subList(0, MARKS)));
      (i % 2 == 0 ? apart : atOnce).add(spam);
    }
  }

  private void take(Peer peer) {
    peer.core().dolr().register(arrivals);
    Signatures signatures = network.signaturesOf(peer);
    locations.put(
        peer,
        switch (publication) {
          case AT_ROOT -> new ProductLocation(peer.core().adolr());
          case LOOK_UP -> new LookUpThenCreate(peer, signatures);
          case LOCK -> new LookUpUnderLock(peer, signatures);
          case CANCEL -> new CancelAndMerge(peer, signatures);
          case GET_AND_PUT -> new GetAndPut(peer, signatures);
        });
  }

  private void run(long seconds) {
    network.simulation().runFor(seconds * SECOND);
  }

  private FeatureLocation at(Peer peer) {
    FeatureLocation location = locations.get(peer);
    if (location == null) {
      throw new IllegalArgumentException("no peer of this network");
    }
    return location;
  }

  /** What publishing one of the near-copies takes; the objects are published before. */
  Cost publish() {
    List<Spam> all = new ArrayList<>(apart);
    all.addAll(atOnce);
    for (Spam spam : all) {
      for (int mark = 0; mark < MARKS; mark++) {
        Peer publisher = spam.publishers().get(mark);
        Id guid = spam.copies().get(mark);
        network.call(publisher, () -> publisher.core().dolr().publish(guid));
      }
      network.simulation().runFor(SECOND / 20);
    }
    run(10);
    Meter meter = begin();
    for (int mark = 0; mark < MARKS; mark++) {
      for (Spam spam : apart) {
        publish(spam, mark);
        network.simulation().runFor(SECOND / 20);
      }
      run(10);
    }
    for (Spam spam : atOnce) {
      for (int mark = 0; mark < MARKS; mark++) {
        publish(spam, mark);
      }
      network.simulation().runFor(SECOND / 20);
    }
    run(20);
    return end(meter, all.size() * MARKS);
  }

  private void publish(Spam spam, int mark) {
    Peer publisher = spam.publishers().get(mark);
    FeatureVector vector = SampleVectors.changed(spam.vector(), MARK_KEEPS, random);
    network.call(publisher, () -> at(publisher).publish(vector, spam.copies().get(mark)));
  }

  private Meter begin() {
    Meter meter = new Meter();
    network.traffic().onSent(meter);
    return meter;
  }

  private Cost end(Meter meter, int vectors) {
    network.traffic().onSent(message -> {});
    return meter.of(vectors, SampleVectors.SIZE);
  }

  /** A question about a mail, and what came of it. */
  private final class Asked {
    private final Peer asker;
    private final FeatureVector vector;
    private final List<Id> expected;
    private Note note = new Note(0);
    private Set<Id> found = Set.of();
    private long begunMicros;
    private OptionalLong answeredMicros = OptionalLong.empty();

    Asked(FeatureVector vector, List<Id> expected) {
      List<Peer> all = network.running();
      this.asker = all.get(random.nextInt(all.size()));
      this.vector = vector;
      this.expected = expected;
    }

    void ask(Asking how) {
      note = new Note(++lastNumber);
      begunMicros = network.simulation().nowMicros();
      network.call(asker, () -> at(asker).ask(vector, THRES, note, how, this::answered));
      network.simulation().runFor(SECOND / 20);
    }

    private void answered(Set<Id> guids) {
      found = guids;
      answeredMicros = OptionalLong.of(network.simulation().nowMicros());
    }

    int lost() {
      return (int) expected.stream().filter(guid -> !found.contains(guid)).count();
    }

    double millis(OptionalLong until) {
      return (until.orElse(begunMicros) - begunMicros) / 1000.0;
    }
  }

  /** Asks about copies of what was published, and as often about mail that nobody knows. */
  Answers ask(Asking how) {
    List<Asked> ofApart = copies(apart);
    List<Asked> ofAtOnce = copies(atOnce);
    List<Asked> known = new ArrayList<>(ofApart);
    known.addAll(ofAtOnce);
    List<Asked> unknown = new ArrayList<>();
    known.forEach(one -> unknown.add(new Asked(SampleVectors.random(random), List.of())));
    if (how == Asking.REMEMBERED) {
      askAll(known, Asking.FIRST_HIT);
      askAll(unknown, Asking.FIRST_HIT);
    }
    return new Answers(
        askAll(known, how),
        mean(known.stream().map(one -> one.millis(arrivals.of(one.note.number())))),
        mean(known.stream().map(one -> one.millis(one.answeredMicros))),
        askAll(unknown, how),
        lost(ofApart),
        lost(ofAtOnce),
        unknown.stream().mapToInt(one -> one.found.size()).sum());
  }

  private List<Asked> copies(List<Spam> spams) {
    List<Asked> copies = new ArrayList<>();
    for (Spam spam : spams) {
      for (int i = 0; i < ASKERS; i++) {
        FeatureVector copy = SampleVectors.changed(spam.vector(), COPY_KEEPS, random);
        copies.add(new Asked(copy, spam.copies()));
      }
    }
    return copies;
  }

  private Cost askAll(List<Asked> all, Asking how) {
    Meter meter = begin();
    all.forEach(one -> one.ask(how));
    run(6);
    return end(meter, all.size());
  }

  private static Lost lost(List<Asked> all) {
    return new Lost(
        all.stream().mapToInt(Asked::lost).sum(),
        all.stream().mapToInt(one -> one.expected.size()).sum());
  }

  private static double mean(Stream<Double> values) {
    return values.mapToDouble(Double::doubleValue).average().orElse(0);
  }

  /** Crashes a share of the peers at once; the others find out, and repair what they repair. */
  void crash(double share) {
    List<Peer> all = new ArrayList<>(network.running());
    Collections.shuffle(all, new Random(random.nextLong()));
    all.subList(0, (int) Math.round(share * all.size())).forEach(network::crash);
    run(180);
  }
}
