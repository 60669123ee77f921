package org.spamwatch.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.VoteAnswer;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.Id;

final class VoteWindowTest {
  private static final long PATIENCE_SECONDS = 20;

  private final List<String> told = new ArrayList<>();

  private final VoteWindow.Told teller =
      new VoteWindow.Told() {
        @Override
        public void receipt(String name, VoteAnswer receipt) {
          told.add(name);
        }

        @Override
        public void refused(String name, String reason) {
          told.add(name + ": " + reason);
        }
      };

  private static Vote vote(int guid) {
    return new Vote(
        Id.ofHex("aa"),
        Id.ofHex("c0"),
        Id.ofHex(String.format("%04x", guid)),
        List.of(Id.ofHex("dd")),
        VoteValue.SPAM,
        VoteOrigin.BUTTON,
        1,
        1,
        new byte[32],
        new byte[64]);
  }

  private static VoteAnswer accepted() {
    return new VoteAnswer(true, Id.ofHex("ab"), 1, 4, "", Optional.empty());
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Answers a vote only when the next one is under way: all alone it would never end. */
  @Test
  void severalVotesAreUnderWayAndAnswersAreToldInOrder() throws Exception {
    List<CountDownLatch> sent = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      sent.add(new CountDownLatch(1));
    }
    AtomicInteger underWay = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    VoteWindow.Caster caster =
        (vote, vectors) -> {
          most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
          int number = Integer.parseInt(vote.guid().toString().substring(0, 4), 16);
          sent.get(number).countDown();
          await(sent.get(Math.min(number + 1, 39)));
          underWay.decrementAndGet();
          return accepted();
        };
    List<String> names = new ArrayList<>();
    try (VoteWindow window = new VoteWindow(caster, teller)) {
      for (int i = 0; i < 40; i++) {
        names.add("mail " + i);
        window.cast("mail " + i, vote(i), List.of());
      }
      window.settle();
    }
    assertThat(told).isEqualTo(names);
    assertThat(most.get()).isBetween(2, VoteWindow.WIDTH);
  }

  @Test
  void aVoteWaitsForTheAnswerToAnEarlierOneOnTheSameMessage() throws Exception {
    List<Integer> answeredBefore = new CopyOnWriteArrayList<>();
    VoteWindow.Caster caster =
        (vote, vectors) -> {
          answeredBefore.add(told.size());
          return accepted();
        };
    try (VoteWindow window = new VoteWindow(caster, teller)) {
      for (int i = 0; i < 5; i++) {
        window.cast("mail " + i, vote(7), List.of());
      }
      window.settle();
    }
    assertThat(told).hasSize(5);
    assertThat(answeredBefore).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void whatWasAcceptedIsToldEvenIfAnEarlierVoteFoundNoPeer() throws Exception {
    PeerClient nobody = new PeerClient(URI.create("http://127.0.0.1:0"), Optional.empty());
    VoteWindow.Caster caster =
        (vote, vectors) -> {
          if (vote.guid().equals(vote(0).guid())) {
            throw noPeer(nobody);
          }
          return accepted();
        };
    try (VoteWindow window = new VoteWindow(caster, teller)) {
      for (int i = 0; i < 5; i++) {
        window.cast("mail " + i, vote(i), List.of());
      }
      assertThatThrownBy(window::settle)
          .isInstanceOfSatisfying(
              AgentException.class,
              failure -> assertThat(ExitCode.of(failure)).isEqualTo(ExitCode.UNAVAILABLE));
    }
    assertThat(told).containsExactly("mail 1", "mail 2", "mail 3", "mail 4");
  }

  private static PeerClientException noPeer(PeerClient client) {
    try {
      client.status();
    } catch (PeerClientException e) {
      return e;
    }
    throw new IllegalStateException("a peer at port 0");
  }
}
