package org.spamwatch.simulator.outage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.api.VoteAnswer;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.PeerClient.CheckOptions;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.virtual.SimulatedVoter;

/** People who mark spam at peers, and the book of what the peers acknowledged. Thread-safe. */
final class Voting implements AutoCloseable {
  private static final int THREADS = 4;

  /** Votes in a second while a fault lasts, over all peers. */
  private static final int VOTES_A_SECOND = 4;

  private final Id realm;
  private final SplittableRandom random;
  private final List<Acknowledged> acknowledged = new ArrayList<>();
  private final AtomicInteger unanswered = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicBoolean under = new AtomicBoolean();
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  Voting(Id realm, SplittableRandom random) {
    this.realm = realm;
    this.random = random;
  }

  /** Everything acknowledged so far. */
  synchronized List<Acknowledged> acknowledged() {
    return List.copyOf(acknowledged);
  }

  /** No peer has a vote waiting to be confirmed any more. */
  synchronized void confirmAll() {
    acknowledged.replaceAll(
        vote -> new Acknowledged(vote.guid(), vote.copy(), vote.caster(), true));
  }

  /** Takes what cannot be found any more out of the book. */
  synchronized void writeOff(List<Acknowledged> lost) {
    acknowledged.removeAll(lost);
  }

  /** Marks and checks that were not answered properly since this was last asked. */
  int takeUnanswered() {
    return unanswered.getAndSet(0);
  }

  /** Marks and checks that were answered since this was last asked. */
  int takeAnswered() {
    return answered.getAndSet(0);
  }

  /** Marks new spams at any of the peers, and waits for the receipts. */
  void mark(int count, List<PeerProcess> at) throws InterruptedException {
    List<Callable<Void>> marks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      marks.add(
          () -> {
            markOne(at);
            return null;
          });
    }
    threads.invokeAll(marks);
  }

  /** Goes on marking and checking at a steady pace until {@link #rest}. */
  void keepOn(Supplier<List<PeerProcess>> at) {
    under.set(true);
    for (int thread = 0; thread < THREADS; thread++) {
      threads.execute(
          () -> {
            while (under.get() && pause()) {
              List<PeerProcess> now = at.get();
              if (!now.isEmpty()) { // not while all of them are down
                markOne(now);
                oneAcknowledged().ifPresent(vote -> find(vote, one(now)));
              }
            }
          });
    }
  }

  /** Nobody marks any more. */
  void rest() {
    under.set(false);
  }

  private static boolean pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(1000L * THREADS / VOTES_A_SECOND);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private synchronized Optional<Acknowledged> oneAcknowledged() {
    return acknowledged.isEmpty()
        ? Optional.empty()
        : Optional.of(acknowledged.get(random.nextInt(acknowledged.size())));
  }

  /** A random one. */
  synchronized <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** Random keys. */
  synchronized List<Id> keys(int count) {
    List<Id> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      keys.add(Id.random(random));
    }
    return keys;
  }

  private void markOne(List<PeerProcess> at) {
    SplittableRandom own;
    PeerProcess peer;
    synchronized (this) {
      own = random.split();
      peer = one(at);
    }
    RandomText text = RandomText.draw(own);
    AddressedMail mail = text.address();
    List<FeatureVector> copy = text.changed(own).address().vectors();
    Id guid = mail.guid().orElseThrow();
    List<FeatureVector> vectors = mail.vectors();
    long nowMicros = System.currentTimeMillis() * 1000;
    Id caster = peer.id();
    VoteRequest voteRequest =
        new SimulatedVoter(own)
            .voteRequest(realm, caster, guid, vectors, VoteValue.SPAM, nowMicros);
    try {
      VoteAnswer receipt = peer.client().vote(voteRequest.vote(), vectors);
      if (receipt.accepted()) {
        boolean confirmed = receipt.reason().isEmpty();
        synchronized (this) {
          acknowledged.add(new Acknowledged(guid, copy, caster, confirmed));
        }
        answered.incrementAndGet();
        return;
      }
    } catch (PeerClientException e) {
      unanswered.incrementAndGet();
      return;
    }
    unanswered.incrementAndGet();
  }

  /** Whether a peer finds a message that was marked, by a changed copy of its text. */
  boolean find(Acknowledged vote, PeerProcess at) {
    try {
      CheckAnswer answer =
          at.client().check(new MailFeatures(vote.copy(), List.of()), CheckOptions.USUAL);
      answered.incrementAndGet();
      return answer.verdict() == Verdict.SPAM && answer.messages().contains(vote.guid());
    } catch (PeerClientException e) {
      unanswered.incrementAndGet();
      return false;
    }
  }

  /** Whether a peer takes a text that nobody marked for one that somebody did. */
  boolean findsUnmarked(PeerProcess at) {
    SplittableRandom own;
    synchronized (this) {
      own = random.split();
    }
    try {
      MailFeatures mail = MailFeatures.of(RandomText.draw(own).address());
      return at.client().check(mail, CheckOptions.USUAL).verdict() != Verdict.UNKNOWN;
    } catch (PeerClientException e) {
      return false;
    }
  }

  @Override
  public void close() {
    rest();
    threads.shutdownNow();
  }
}
