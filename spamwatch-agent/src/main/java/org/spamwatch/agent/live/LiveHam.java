package org.spamwatch.agent.live;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.spamwatch.agent.ham.HamReceipt;
import org.spamwatch.agent.ham.HamReceipt.Outcome;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.ham.HamState;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.ham.OwnHam;
import org.spamwatch.agent.http.HamCalls;
import org.spamwatch.agent.peer.CheckRequest;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.live.LiveNode;

/** Hands what concerns own ham over to the node's turn. */
final class LiveHam implements HamCalls {
  private final LiveNode node;
  private final PeerCore core;
  private final OwnHam ham;
  private final HamKeeper keeper;
  private final String operator;

  LiveHam(LiveNode node, PeerCore core, OwnHam ham, HamKeeper keeper, String operator) {
    this.node = node;
    this.core = core;
    this.ham = ham;
    this.keeper = keeper;
    this.operator = operator;
  }

  @Override
  public CompletableFuture<HamReceipt> learn(
      HamSource source, MailFeatures mail, OptionalLong mostToday) {
    return node.call(
        () ->
            core.ownSpamVotes(mail) > 0
                ? new HamReceipt(Outcome.SPAM, 0, 0)
                : ham.learn(source, mail, mostToday, node.timers().calendar().settledMillis()));
  }

  @Override
  public CompletableFuture<HamReceipt> forget(MailFeatures mail) {
    return node.call(() -> ham.forget(mail)).thenCompose(this::onDisk);
  }

  @Override
  public CompletableFuture<Long> forget(Optional<HamSource> source, OptionalLong beforeMillis) {
    return node.call(() -> ham.forget(source, beforeMillis)).thenCompose(this::onDisk);
  }

  private <T> CompletableFuture<T> onDisk(T result) {
    return keeper.write().thenApply(written -> result);
  }

  @Override
  public CompletableFuture<HamState> state() {
    return node.call(ham::state);
  }

  @Override
  public CompletableFuture<List<Id>> masked(CheckRequest question) {
    return node.call(() -> core.masked(question));
  }

  @Override
  public boolean isOperator(String token) {
    // In constant time: the time must not tell how much of a guess was right.
    return MessageDigest.isEqual(token.getBytes(US_ASCII), operator.getBytes(US_ASCII));
  }
}
