package org.spamwatch.agent.vote;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.ata.adolr.Adolr;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Dolr;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.ObjectApplication;
import org.spamwatch.overlay.ReplicaLookup;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.lease.RecordTerms;

/** A vote book on a node whose routes and links lead into lists, and its disk. */
final class FakeNode implements KeyBasedRouting, Dolr, ReplicaLookup {
  /** The time at which it begins, in milliseconds since the epoch. */
  static final long START = 1_700_000_000_000L;

  record ToNode(Id node, Message message) {}

  record Sent(Contact to, Message message) {}

  /** A disk that writes at once. */
  static final class Disk implements VoteStore {
    boolean behind;
    final Map<Id, List<FeatureVector>> vectors = new LinkedHashMap<>();
    final Map<Id, Map<List<Object>, Vote>> votes = new LinkedHashMap<>();
    final Map<List<Object>, Vote> pending = new LinkedHashMap<>();

    private static List<Object> name(Vote vote) {
      return List.of(vote.guid(), vote.voter(), vote.digests());
    }

    @Override
    public void load(Consumer<StoredMessage> visitor) {
      votes.forEach(
          (guid, its) ->
              visitor.accept(
                  new StoredMessage(
                      guid,
                      vectors.getOrDefault(guid, List.of()),
                      List.copyOf(its.values()),
                      pending.values().stream().filter(v -> v.guid().equals(guid)).toList())));
    }

    @Override
    public void put(Vote vote, List<FeatureVector> its) {
      votes.computeIfAbsent(vote.guid(), g -> new LinkedHashMap<>()).put(name(vote), vote);
      List<FeatureVector> known = vectors.computeIfAbsent(vote.guid(), g -> new ArrayList<>());
      its.stream().filter(v -> !known.contains(v)).forEach(known::add);
    }

    @Override
    public void remove(Vote vote) {
      votes.getOrDefault(vote.guid(), new LinkedHashMap<>()).remove(name(vote));
    }

    @Override
    public void removeVectors(Id guid, List<Id> digests) {
      vectors
          .getOrDefault(guid, new ArrayList<>())
          .removeIf(vector -> digests.contains(vector.compact().digest()));
    }

    @Override
    public void remove(Id guid) {
      votes.remove(guid);
      vectors.remove(guid);
      pending.values().removeIf(vote -> vote.guid().equals(guid));
    }

    @Override
    public void pend(Vote vote) {
      pending.put(name(vote), vote);
    }

    @Override
    public void settle(Vote vote) {
      pending.remove(name(vote), vote);
    }

    @Override
    public boolean isBehind() {
      return behind;
    }

    @Override
    public void durable(Runnable done) {
      done.run();
    }
  }

  final Timers timers = new Timers(START * 1000);
  final List<ToNode> toNodes = new ArrayList<>();
  final List<Sent> sent = new ArrayList<>();
  final List<Contact> naming = new ArrayList<>(); // who is charged with what was sent
  final List<Message> routed = new ArrayList<>();
  final List<Contact> neighbours = new ArrayList<>();
  final Set<Id> served = new LinkedHashSet<>();
  final Set<Id> published = new LinkedHashSet<>();
  final List<Contact> closest = new ArrayList<>();
  boolean root = true;
  boolean far;
  boolean alone = true;
  private final List<Consumer<Boolean>> outcomes = new ArrayList<>();
  final Disk disk;
  final NodeLayers layers;
  final VoteTable book;

  int handoversAskedFor;

  FakeNode(int maxVotesPerMessage, Disk disk) {
    this(maxVotesPerMessage, VoteConfig.DEFAULT, disk);
  }

  FakeNode(int maxVotesPerMessage, VoteConfig config, Disk disk) {
    this.disk = disk;
    Limits d = Limits.DEFAULT;
    Limits limits =
        new Limits(
            d.maxMessageBytes(),
            d.maxHops(),
            d.maxContacts(),
            d.maxPendingHops(),
            d.maxRemembered(),
            d.maxProbes(),
            d.maxPointers(),
            d.maxPointersPerObject(),
            d.maxFeatureRecords(),
            d.maxRecordsPerFeature(),
            d.maxGuidsPerQuery(),
            maxVotesPerMessage,
            d.maxFutureSkewMillis(),
            d.traffic(),
            d.maxPerGroupInRow(),
            d.maxPerGroupInTable(),
            d.maxRecordSkewMillis(),
            d.maxPublisherPercent(),
            d.maxGroupPercent(),
            d.maxChecksPerSecond(),
            d.relaying());
    SplittableRandom random = new SplittableRandom(1);
    LeaseConfig leases = LeaseConfig.DEFAULT;
    RecordTerms terms = new RecordTerms(limits, leases, SeededVoter.signatures(self().id()));
    Adolr adolr = new Adolr(this, this, this, terms, timers, random);
    layers = new NodeLayers(this, this, adolr, this, limits, leases, timers, random);
    book = new VoteTable(layers, SeededVoter.REALM, config, disk, terms.signatures());
    book.load(Runnable::run); // as a driver does
    book.start();
  }

  static Contact contact(int number) {
    return new Contact(Id.ofHex("c" + number), new Endpoint("n" + number, 1));
  }

  /** Lets time pass, in steps of a second. */
  void pass(long seconds) {
    for (long i = 0; i < seconds; i++) {
      timers.advance(timers.nowMicros() + 1_000_000);
    }
  }

  /** Tells what became of everything sent so far. */
  void acknowledge(boolean arrived) {
    List<Consumer<Boolean>> told = new ArrayList<>(outcomes);
    outcomes.clear();
    told.forEach(outcome -> outcome.accept(arrived));
  }

  /** A routed message of another peer ends here. */
  void deliver(Message message, RouteEnd end) {
    book.deliver(new Routed(Id.ZERO, message, contact(9), 1, 31), end);
  }

  <M extends Message> List<M> sent(Class<M> type) {
    return sent.stream().map(Sent::message).filter(type::isInstance).map(type::cast).toList();
  }

  <M extends Message> List<M> routed(Class<M> type) {
    return routed.stream().filter(type::isInstance).map(type::cast).toList();
  }

  @Override
  public Contact self() {
    return contact(0);
  }

  @Override
  public void register(Application application) {}

  @Override
  public void register(ObjectApplication application) {}

  @Override
  public void route(Id key, Message message, int ttl, Optional<Contact> hint) {
    routed.add(message);
  }

  @Override
  public void askForHandover() {
    handoversAskedFor++;
  }

  @Override
  public void sendNamed(Contact to, Contact by, Message message, Consumer<Boolean> outcome) {
    naming.add(by);
    send(to, message, outcome);
  }

  @Override
  public void send(Contact to, Message message, Consumer<Boolean> outcome) {
    sent.add(new Sent(to, message));
    outcomes.add(outcome);
  }

  @Override
  public boolean isAlone() {
    return alone;
  }

  @Override
  public boolean isRoot(Id key) {
    return root;
  }

  @Override
  public List<Contact> replicaSet(Id key, int count) {
    List<Contact> all = new ArrayList<>(far ? List.of() : List.of(self()));
    all.addAll(neighbours);
    return all.subList(0, Math.min(count, all.size()));
  }

  @Override
  public void publish(Id guid) {
    published.add(guid);
  }

  @Override
  public void unpublish(Id guid) {
    published.remove(guid);
  }

  @Override
  public void lapse(Id guid) {
    published.remove(guid);
  }

  @Override
  public void serve(Id guid) {
    served.add(guid);
  }

  @Override
  public void stopServing(Id guid) {
    served.remove(guid);
  }

  @Override
  public void routeToObject(Id guid, Message message, int ttl, Contact origin) {}

  @Override
  public void routeToNode(Id nodeId, Message message) {
    toNodes.add(new ToNode(nodeId, message));
  }

  @Override
  public List<Contact> firstHops(Id key, int count) {
    return List.of();
  }

  @Override
  public List<Contact> named(Id key) {
    return replicaSet(key, NAMED);
  }

  @Override
  public boolean isPlausible(Id key, Contact root, List<Contact> named) {
    return true;
  }

  @Override
  public void find(Id key, Consumer<List<Contact>> found) {
    found.accept(closest.isEmpty() ? List.of(self()) : closest);
  }
}
