package org.spamwatch.simulator.alternatives;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.alternatives.Alternative.Publication;
import org.spamwatch.simulator.alternatives.AlternativesExperiment.Answers;
import org.spamwatch.simulator.alternatives.AlternativesExperiment.Cost;
import org.spamwatch.simulator.alternatives.AlternativesExperiment.Lost;
import org.spamwatch.simulator.alternatives.LocationMessage.Note;
import org.spamwatch.simulator.virtual.PeerNetwork;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;
import org.spamwatch.simulator.virtual.SampleVectors;

/** What is counted, against walks over the nodes' tables; and what the ways lose. */
class AlternativesExperimentTest {
  private static final int HOP_ACK = 9;
  private static final int NOTE = 9;
  private static final int VECTOR = 2 + 1 + SampleVectors.SIZE * FeatureVector.KEY_BYTES;
  private static final int PROOF = 32 + 64 + 1;

  private final AlternativesExperiment small = experiment(40);
  private final PeerNetwork network = small.newNetwork();
  private final SplittableRandom random = new SplittableRandom(7);
  private int messages;
  private int bytes;

  private static AlternativesExperiment experiment(int peers) {
    return new AlternativesExperiment(peers, 0, 6, .2, 1, Latency.plane(1, 200_000));
  }

  private void grow() {
    small.grow(network, peer -> {}, stage -> {});
  }

  @Test
  void publishingCostsTheHopsAndReplicasOfEachFeatureByTheDocumentedSizes() {
    grow();
    FeatureVector vector = SampleVectors.random(random);
    Peer publisher = network.running().get(11);
    Cost cost =
        counted(
            publisher,
            () -> publisher.core().adolr().publishApproxObject(vector, Id.random(random)));
    int publication = Id.BYTES + VECTOR + size(publisher.contact()) + 8 + 1 + PROOF;
    for (Id key : vector.keys()) {
      Peer root = walk(publisher, key, 1 + publication + 1 + 8);
      for (Contact replica : root.node().replicaSet(key, 4)) {
        if (!replica.equals(root.contact())) {
          direct(root, 1 + 1 + publication + 1 + 1 + 8);
        }
      }
    }
    assertThat(cost).isEqualTo(new Cost(messages, bytes, 0));
  }

  @Test
  void askingForUnknownMailCostsEachFeaturesHopsAndItsEnd() {
    grow();
    FeatureVector vector = SampleVectors.random(random);
    Peer asker = network.running().get(23);
    Cost cost =
        counted(
            asker,
            () ->
                new ProductLocation(asker.core().adolr())
                    .ask(vector, 3, new Note(1), Asking.RESOLVED, found -> {}));
    int ends = 0;
    for (Id key : vector.keys()) {
      Peer root = walk(asker, key, 1 + 8 + 8 + VECTOR + 1 + 1 + 1 + NOTE);
      if (root != asker) {
        List<Contact> named = root.node().replicaSet(key, 8);
        int contacts = named.stream().mapToInt(AlternativesExperimentTest::size).sum();
        direct(root, 1 + 8 + 1 + 1 + 1 + 1 + contacts + 1);
        ends++;
      }
    }
    assertThat(cost).isEqualTo(new Cost(messages, bytes, ends / 10.0));
  }

  private Cost counted(Peer peer, Runnable call) {
    Meter meter = new Meter();
    network.traffic().onSent(meter);
    network.call(peer, call);
    network.simulation().runFor(6_000_000);
    return meter.of(1, SampleVectors.SIZE);
  }

  /** Adds up a message's way to a key's root by the tables. */
  private Peer walk(Peer from, Id key, int payload) {
    Peer at = from;
    for (Optional<Contact> next = next(at, key); next.isPresent(); next = next(at, key)) {
      messages += 2;
      bytes += 1 + 8 + size(at.contact()) + 8 + size(from.contact()) + Id.BYTES + 2 + payload;
      bytes += HOP_ACK;
      at = network.at(next.get().endpoint()).orElseThrow();
    }
    assertThat(at).isSameAs(network.root(key));
    return at;
  }

  private static Optional<Contact> next(Peer at, Id key) {
    return at.node().table().next(key, Set.of());
  }

  private void direct(Peer from, int payload) {
    messages += 2;
    bytes += 1 + 8 + size(from.contact()) + Id.BYTES + payload + HOP_ACK;
  }

  private static int size(Contact contact) {
    return Id.BYTES + 1 + contact.endpoint().host().length() + 2;
  }

  @Test
  void ofWhatIsPublishedAtOnceSomeIsLostUnlessItIsMergedOrSerialized() {
    assertThat(asked(Publication.AT_ROOT, Asking.RESOLVED)).allMatch(each -> each.lost() == 0);
    assertThat(asked(Publication.LOCK, Asking.RESOLVED)).allMatch(each -> each.lost() == 0);
    for (Publication either : List.of(Publication.LOOK_UP, Publication.GET_AND_PUT)) {
      List<Lost> lost = asked(either, Asking.LISTS);
      assertThat(lost.get(0).lost()).as("%s, apart", either).isZero();
      assertThat(lost.get(1).lost()).as("%s, at once", either).isPositive();
    }
  }

  private static List<Lost> asked(Publication publication, Asking how) {
    Trial trial = new Trial(experiment(16), publication, stage -> {});
    trial.publish();
    Answers answers = trial.ask(how);
    assertThat(answers.falselyFound()).isZero();
    return List.of(answers.apart(), answers.atOnce());
  }
}
