package org.spamwatch.simulator.memory;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.agent.peer.Environment;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.agent.vote.StoredMessage;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteStore;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.agent.vote.VoterCertificate;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Outbox;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.SharedSecretSignatures;
import org.spamwatch.overlay.identity.Signatures;
import org.spamwatch.overlay.identity.VerifyingKey;

/**
 * What many messages take of a peer that is alone: so it has their votes and vectors, publishes and
 * renews them, and holds every one of their features. Its time is virtual, and its store hands the
 * messages out and keeps nothing, so that the heap is the peer's alone.
 *
 * @param messages how many, each with a vote of an own voter and a vector
 * @param keys of each vector
 * @param seed gives all that is drawn
 */
public record MessagesExperiment(int messages, int keys, long seed) {
  private static final long START_MICROS = 1_700_000_000_000_000L;
  private static final int COLLECTIONS = 4;
  private static final int KINDS = 24;

  /** Messages of the peer that is run before to load the classes. */
  private static final int WARM_UP = 200;

  /** Checks the ranges. */
  public MessagesExperiment {
    if (messages < 1 || keys < 1 || keys > FeatureVector.MAX_SIZE) {
      throw new IllegalArgumentException(
          messages + " messages of " + keys + " keys are not 1 or more, of 1 to 64");
    }
  }

  /**
   * What came of it.
   *
   * @param bytes heap that a message takes once everything is published, after collections
   * @param found sampled messages that a query found at once, of a hundred
   * @param loadMillis until the stored messages were loaded and found, of processor time
   * @param longestMillis the longest turn behind that, of processor time without collections
   * @param records feature records held
   */
  public record Result(
      int messages,
      int keys,
      double bytes,
      int found,
      double loadMillis,
      double longestMillis,
      int records) {}

  /**
   * What objects of one class take.
   *
   * @param bytes for each message
   */
  public record Kind(String type, double bytes, double objects) {}

  /** A store that hands out messages that nobody wrote. */
  private final class Drawn implements VoteStore {
    private final Id realm;
    private final Id site;
    private final byte[] voterKey = new byte[Vote.KEY_BYTES];
    private final Optional<VoterCertificate> certificate;

    Drawn(Id site, Signatures signatures) {
      this.realm = signatures.realm();
      this.site = site;
      new SplittableRandom(seed).nextBytes(voterKey);
      long now = START_MICROS / 1000;
      this.certificate =
          Optional.of(
              VoterCertificate.issue(
                  signatures, realm, voterKey, now, now + Duration.ofDays(90).toMillis()));
    }

    FeatureVector vector(int number) {
      SplittableRandom random = random(number);
      Set<Id> drawn = new LinkedHashSet<>();
      while (drawn.size() < keys) {
        drawn.add(FeatureVector.key(random.nextLong()));
      }
      return new FeatureVector(Scheme.CHAR50, false, List.copyOf(drawn));
    }

    private SplittableRandom random(int number) {
      return new SplittableRandom(seed * 1_000_003 + number);
    }

    @Override
    public void load(Consumer<StoredMessage> visitor) {
      for (int number = 0; number < messages; number++) {
        SplittableRandom random = random(-1 - number);
        byte[] signature = new byte[Vote.SIGNATURE_BYTES];
        random.nextBytes(signature);
        FeatureVector vector = vector(number);
        Id guid = Id.random(random);
        Vote vote =
            new Vote(
                realm,
                site,
                guid,
                List.of(vector.digest()),
                VoteValue.SPAM,
                VoteOrigin.API,
                number + 1,
                START_MICROS / 1000,
                VerifyingKey.of(voterKey),
                signature,
                certificate);
        visitor.accept(new StoredMessage(guid, List.of(vector), List.of(vote), List.of()));
      }
    }

    @Override
    public void put(Vote vote, List<FeatureVector> vectors) {}

    @Override
    public void remove(Vote vote) {}

    @Override
    public void removeVectors(Id guid, List<Id> digests) {}

    @Override
    public void remove(Id guid) {}

    @Override
    public void pend(Vote vote) {}

    @Override
    public void settle(Vote vote) {}

    @Override
    public void durable(Runnable done) {
      done.run();
    }
  }

  /**
   * Runs it; tells the stage it is in.
   *
   * @param kinds is told of the classes that take most
   */
  public Result run(Consumer<String> progress, Consumer<Kind> kinds) throws JMException {
    if (messages > WARM_UP) {
      new MessagesExperiment(WARM_UP, keys, seed).run(line -> {}, kind -> {});
    }
    Id self = Id.random(new SplittableRandom(seed));
    Signatures signatures = new SharedSecretSignatures(self, seed);
    Drawn store = new Drawn(self, signatures);
    long before = usedBytes();
    Timers timers = new Timers(START_MICROS);
    Outbox outbox = new Outbox();
    PeerCore core =
        new PeerCore(
            new Contact(self, new Endpoint("192.0.2.1", 9460)),
            signatures.realm(),
            config(),
            new Environment(timers, outbox, new SplittableRandom(seed)),
            store,
            signatures,
            HamFilter.NONE);
    progress.accept(messages + " messages: loading");
    long begun = cpuNanos();
    core.start(List.of());
    final double loadMillis = (cpuNanos() - begun) / 1e6;
    progress.accept(messages + " messages: publishing");
    double longest = publish(core, timers, outbox);
    double bytes = (double) (usedBytes() - before) / messages;
    Result result =
        new Result(
            messages,
            keys,
            bytes,
            found(core, store),
            loadMillis,
            longest,
            core.adolr().recordCount());
    histogram().forEach(kinds);
    return result;
  }

  private PeerConfig config() {
    PeerConfig standard = PeerConfig.DEFAULT;
    return new PeerConfig(
        standard.overlay(),
        standard.leases(),
        standard.votes().withRoom(Long.MAX_VALUE / 2),
        standard.checks(),
        standard.trust(),
        standard.summaries(),
        standard.bulk(),
        Limits.DEFAULT);
  }

  /** Lets the peer publish everything once; returns its longest turn in milliseconds. */
  private double publish(PeerCore core, Timers timers, Outbox outbox) {
    double longest = 0;
    long until = START_MICROS + Duration.ofHours(9).toNanos() / 1000;
    long wanted = (long) messages * keys;
    while (timers.nowMicros() < until && core.adolr().recordCount() < wanted) {
      OptionalLong next = timers.nextDeadlineMicros();
      long begun = cpuNanos();
      timers.advance(Math.max(timers.nowMicros(), next.orElse(until)));
      outbox.take();
      double millis = (cpuNanos() - begun) / 1e6;
      longest = Math.max(longest, millis);
    }
    return longest;
  }

  private int found(PeerCore core, Drawn store) {
    int found = 0;
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 100; i++) {
      FeatureVector vector = store.vector(random.nextInt(messages));
      found += core.adolr().matchesHere(vector, keys).outcome().matches().isEmpty() ? 0 : 1;
    }
    return found;
  }

  /** Of this thread, which collects no garbage. */
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  private List<Kind> histogram() throws JMException {
    String told =
        (String)
            ManagementFactory.getPlatformMBeanServer()
                .invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "gcClassHistogram",
                    new Object[] {new String[] {}},
                    new String[] {String[].class.getName()});
    List<Kind> kinds = new ArrayList<>();
    Matcher line = Pattern.compile("(?m)^ *\\d+: +(\\d+) +(\\d+) +(\\S+)").matcher(told);
    while (line.find() && kinds.size() < KINDS) {
      kinds.add(
          new Kind(
              line.group(3),
              Double.parseDouble(line.group(2)) / messages,
              Double.parseDouble(line.group(1)) / messages));
    }
    return kinds;
  }
}
