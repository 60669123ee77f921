package org.spamwatch.simulator.attack;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.processes.PeerProcesses;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * A lone peer that is flooded, and a user of it who goes on marking and checking. What his answers
 * take is measured first while nobody attacks, so that a machine with other work shows; the
 * processor time that peer and attacker had is told apart. For one thread.
 */
final class Victim implements AutoCloseable {
  /** What a user's answers take at most under any attack, 99 of 100 of them. */
  static final double WITHIN_MILLIS = 500;

  private static final int MARKED_BEFORE = 10;
  private static final long PAUSE_MILLIS = 20;

  private final PeerProcesses peers;
  private final PeerProcess peer;
  private final SplittableRandom random;
  private final List<RandomText> marked = new ArrayList<>();
  private final HonestUser unharmed;
  private final HonestUser user;
  private final Duration cpuBefore;
  private final Duration ownCpuBefore;
  private final long begun;
  private int asked;
  private int found;

  private Victim(PeerProcesses peers, AttackSettings settings) throws PeerClientException {
    this.peers = peers;
    peer = peers.all().get(0);
    random = new SplittableRandom(settings.seed());
    HonestUser first = new HonestUser(peer, random.split());
    for (int i = 0; i < MARKED_BEFORE; i++) {
      RandomText text = first.text();
      first.vote(text, VoteValue.SPAM);
      marked.add(text);
    }
    unharmed = first.warmedUp(marked.get(0), random);
    user = first.another(random.split());
    cpuBefore = peer.cpu().orElse(Duration.ZERO);
    ownCpuBefore = ownCpu();
    begun = System.nanoTime();
  }

  /** A peer with a user; the attack begins when this returns. */
  static Victim open(AttackSettings settings, Consumer<String> progress)
      throws ProcessException, PeerClientException {
    return of(settings.start(1, progress), settings);
  }

  /** A peer with more settings, of the form KEY=VALUE. */
  static Victim open(AttackSettings settings, List<String> more, Consumer<String> progress)
      throws ProcessException, PeerClientException {
    List<String> flags = PeerProcesses.small(settings.heapMebibytes());
    return of(PeerProcesses.start(1, flags, more, progress), settings);
  }

  private static Victim of(PeerProcesses peers, AttackSettings settings)
      throws PeerClientException {
    try {
      return new Victim(peers, settings);
    } catch (PeerClientException | RuntimeException e) {
      peers.close();
      throw e;
    }
  }

  PeerProcess peer() {
    return peer;
  }

  HonestUser user() {
    return user;
  }

  SplittableRandom random() {
    return random;
  }

  double seconds() {
    return (System.nanoTime() - begun) / 1e9;
  }

  /** The user marks a mail that nobody knew; returns whether the peer takes it. */
  boolean marks() {
    RandomText text = user.text();
    boolean accepted = user.vote(text, VoteValue.SPAM);
    if (accepted) {
      marked.add(text);
    }
    return accepted;
  }

  /** The user checks a mail that he has marked, one after the other. */
  void checks() throws InterruptedException {
    found += user.findsSpam(marked.get(asked++ % marked.size())) ? 1 : 0;
    Thread.sleep(PAUSE_MILLIS);
  }

  /** Mails that the user has marked. */
  int marked() {
    return marked.size();
  }

  /** How many of them the peer finds now. */
  int found() {
    return (int) marked.stream().filter(user::findsSpam).count();
  }

  /** Kills the peer and starts it with what it kept. */
  void restart() throws ProcessException {
    peers.kill(List.of(peer));
    peers.start(List.of(peer));
  }

  /** Whether the peer is up and gave its user every answer so far, rightly and in time. */
  boolean serves() {
    return peer.serves()
        && found == asked
        && user.unanswered() == 0
        && user.millis(0.99) < WITHIN_MILLIS;
  }

  /** What the user saw so far; to be asked before the peer is started again. */
  String seen() {
    return String.format(
        Locale.ROOT,
        "%s%d of %d checks right, p50 %.0f ms, p99 %.0f ms (%.0f and %.0f before the attack),"
            + " %d unanswered; CPU: the peer's %.1f s, the attacker's and user's %.1f s",
        peer.serves() ? "" : "the peer has ended; ",
        found,
        asked,
        user.millis(0.5),
        user.millis(0.99),
        unharmed.millis(0.5),
        unharmed.millis(0.99),
        user.unanswered(),
        peer.cpu().orElse(cpuBefore).minus(cpuBefore).toMillis() / 1e3,
        ownCpu().minus(ownCpuBefore).toMillis() / 1e3);
  }

  private static Duration ownCpu() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  @Override
  public void close() {
    peers.close();
  }
}
