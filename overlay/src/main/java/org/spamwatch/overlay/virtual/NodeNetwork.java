package org.spamwatch.overlay.virtual;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.node.Role;
import org.spamwatch.simnet.Faults;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simnet.SimNetwork;
import org.spamwatch.simnet.Simulation;

/**
 * Nodes on the seeded network, and the oracle that knows them all: who runs where, whose id is
 * closest to a key, and who belongs into whose leaf set. One seed gives one run. Not thread-safe;
 * two networks share nothing.
 *
 * @param <N> its nodes
 */
public abstract class NodeNetwork<N extends SimulatedNode> {
  private final SplittableRandom random;
  private final Simulation simulation = new Simulation();
  private final SimNetwork<Endpoint, Message> links;
  private final Map<Endpoint, N> running = new LinkedHashMap<>();
  private final Map<Endpoint, Contact> lastAt = new LinkedHashMap<>(); // the crashed ones, too
  private final TreeMap<Id, N> ring = new TreeMap<>();
  private int made;

  /** A network without nodes, whose links draw from a split of the given generator. */
  protected NodeNetwork(SplittableRandom random, Latency latency, Faults faults) {
    this.random = random;
    this.links = new SimNetwork<>(simulation, latency, faults, random.split());
  }

  /** Virtual time. */
  public final Simulation simulation() {
    return simulation;
  }

  /** The links. */
  public final SimNetwork<Endpoint, Message> links() {
    return links;
  }

  /** Randomness for the nodes and for the experiment itself, from the same seed. */
  public final SplittableRandom random() {
    return random;
  }

  /** An endpoint at which nothing has run, named by what is to run there. */
  protected final Endpoint newEndpoint(String kind) {
    return new Endpoint(kind + made++, 1);
  }

  /** Runs a node at its endpoint, where none runs. */
  protected final void run(N node) {
    running.put(node.contact().endpoint(), node);
    lastAt.put(node.contact().endpoint(), node.contact());
    ring.put(node.contact().id(), node);
    links.attach(node.contact().endpoint(), node);
  }

  /** Stops a node without a word. */
  public final void crash(N node) {
    links.crash(node.contact().endpoint());
    running.remove(node.contact().endpoint());
    ring.remove(node.contact().id(), node);
  }

  /** Makes a call on a node's turn. */
  public final void call(N node, Runnable action) {
    links.call(node.contact().endpoint(), action);
  }

  /** The nodes that run, in the order in which they were started. */
  public final List<N> running() {
    return new ArrayList<>(running.values());
  }

  /** The node that runs at an endpoint. */
  public final Optional<N> at(Endpoint endpoint) {
    return Optional.ofNullable(running.get(endpoint));
  }

  /** Whose a link from an endpoint is, or was: messages of a crashed node arrive yet. */
  final Contact provenBy(Endpoint from) {
    return Objects.requireNonNull(lastAt.get(from));
  }

  /** The running node whose id is closest to a key, clients aside. */
  public final N root(Id key) {
    return closest(key, NodeNetwork::isOnRing).orElseThrow();
  }

  /** Of the running nodes that count the one whose id is closest to a key. */
  public final Optional<N> closest(Id key, Predicate<N> counts) {
    return Stream.concat(
            firstOf(ring.tailMap(key, true), ring.headMap(key, false), counts).stream(),
            firstOf(
                ring.descendingMap().tailMap(key, true),
                ring.descendingMap().headMap(key, false),
                counts)
                .stream())
        .reduce((a, b) -> b.contact().id().isCloserTo(key, a.contact().id()) ? b : a);
  }

  private static <N> Optional<N> firstOf(Map<Id, N> ahead, Map<Id, N> round, Predicate<N> counts) {
    return Stream.of(ahead, round)
        .flatMap(part -> part.values().stream())
        .filter(counts)
        .findFirst();
  }

  private static boolean isOnRing(SimulatedNode node) {
    return node.node().role() != Role.CLIENT;
  }

  /**
   * The leaf sets that the running nodes would have if all were one ring, clients aside, by id; of
   * each the nearest first.
   *
   * @param side how many there are on either side
   */
  public final Map<N, Set<Contact>> leafSets(int side) {
    List<N> all = ring.values().stream().filter(NodeNetwork::isOnRing).toList();
    Map<N, Set<Contact>> sets = new LinkedHashMap<>();
    for (int i = 0; i < all.size(); i++) {
      Set<Contact> leaves = new LinkedHashSet<>();
      for (int step = 1; step <= side; step++) {
        leaves.add(all.get((i + step) % all.size()).contact());
        leaves.add(all.get(Math.floorMod(i - step, all.size())).contact());
      }
      leaves.remove(all.get(i).contact());
      sets.put(all.get(i), leaves);
    }
    return sets;
  }
}
