package org.spamwatch.agent.cli;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.VoteAnswer;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * The votes that were sent to a peer and not answered yet: a few at once, because each waits for
 * the disks of four peers. Answers are told in the order of the votes. Two votes on one message are
 * never under way together: the later one could arrive first and the earlier be refused as old. For
 * one thread.
 */
final class VoteWindow implements AutoCloseable {
  static final int WIDTH = 8;

  private final Caster caster;
  private final Told told;
  private final ArrayDeque<UnderWay> underWay = new ArrayDeque<>(WIDTH);
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          WIDTH, new ThreadFactoryBuilder().setNameFormat("vote").setDaemon(true).build());

  VoteWindow(Caster caster, Told told) {
    this.caster = caster;
    this.told = told;
  }

  /** Sends a vote and waits for its receipt; called by several threads at once. */
  interface Caster {
    VoteAnswer cast(Vote vote, List<FeatureVector> vectors) throws PeerClientException;
  }

  /** Hears how each vote ended, in their order, in the thread that uses the window. */
  interface Told {
    void receipt(String name, VoteAnswer receipt);

    void refused(String name, String reason);
  }

  private record UnderWay(String name, Id guid, Future<VoteAnswer> receipt) {}

  /**
   * Sends a vote, when the window has room for it.
   *
   * @throws AgentException if the peer is gone or overloaded; the answers to all that was under way
   *     have been told then
   */
  void cast(String name, Vote vote, List<FeatureVector> vectors) throws AgentException {
    while (underWay.size() >= WIDTH || isUnderWay(vote.guid())) {
      settleOldest();
    }
    Future<VoteAnswer> receipt = threads.submit(() -> caster.cast(vote, vectors));
    underWay.add(new UnderWay(name, vote.guid(), receipt));
  }

  private boolean isUnderWay(Id guid) {
    return underWay.stream().anyMatch(sent -> sent.guid().equals(guid));
  }

  /** Waits until every vote is answered; fails like {@link #cast}. */
  void settle() throws AgentException {
    while (!underWay.isEmpty()) {
      settleOldest();
    }
  }

  private void settleOldest() throws AgentException {
    try {
      settle(underWay.remove());
    } catch (AgentException first) {
      // Others may have been accepted: whoever counts the lines must see them.
      while (!underWay.isEmpty()) {
        try {
          settle(underWay.remove());
        } catch (AgentException further) {
          first.addSuppressed(further);
        }
      }
      throw first;
    }
  }

  private void settle(UnderWay sent) throws AgentException {
    try {
      told.receipt(sent.name(), sent.receipt().get());
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof PeerClientException problem)) {
        throw new IllegalStateException("a vote could not be sent: " + e.getCause(), e);
      }
      if (problem.kind() != PeerClientException.Kind.REFUSED) {
        throw problem;
      }
      told.refused(sent.name(), problem.line());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure(ExitCode.TRY_AGAIN, "interrupted", e);
    }
  }

  /** Tells of the votes that are under way still, which only another failure leaves behind. */
  @Override
  public void close() {
    try {
      settle();
    } catch (AgentException e) {
      told.refused("mark", e.line());
    } finally {
      threads.shutdownNow();
    }
  }
}
