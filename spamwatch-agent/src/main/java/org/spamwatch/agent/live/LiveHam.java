package org.spamwatch.agent.live;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.ham.HamChanges;
import org.spamwatch.agent.ham.HamConfig;
import org.spamwatch.agent.ham.HamReceipt;
import org.spamwatch.agent.ham.HamReceipt.Outcome;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.ham.HamState;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.ham.OwnHam;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.agent.request.HamCalls;
import org.spamwatch.agent.request.NotKeptException;
import org.spamwatch.agent.store.HamFiles;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.live.LiveNode;

/** Hands what concerns own ham over to the node's turn. */
final class LiveHam implements HamCalls {
  private final LiveNode node;
  private final PeerCore core;
  private final OwnHam ham;
  private final PeriodicSave<HamChanges> save;
  private final String operator;

  /** Own ham, as it is saved, for whoever shows the operator's token. */
  LiveHam(
      LiveNode node, PeerCore core, OwnHam ham, PeriodicSave<HamChanges> save, String operator) {
    this.node = node;
    this.core = core;
    this.ham = ham;
    this.save = save;
    this.operator = operator;
  }

  /** What was learnt before; the seeds of its filters stay on this host. */
  static OwnHam restored(Settings settings, HamFiles files) {
    HamConfig config =
        new HamConfig(
            settings.value(Setting.HAM_GENERATION),
            settings.value(Setting.HAM_KEEP),
            (long) settings.value(Setting.HAM_MAX_MEGABYTES) << 20);
    OwnHam ham = new OwnHam(config, new SecureRandom()::nextLong);
    files.read().forEach(ham::restore);
    return ham;
  }

  /**
   * Writes down what is learnt, and has old generations dropped. A crash loses what was learnt
   * since the last time, never what was forgotten and confirmed.
   */
  static PeriodicSave<HamChanges> save(LiveNode node, OwnHam ham, HamFiles files, Executor disk) {
    return new PeriodicSave<>(
        "own ham",
        () ->
            node.call(
                () -> {
                  ham.age(node.timers().calendar().settledMillis());
                  return ham.takeChanges();
                }),
        changes -> {
          try {
            files.write(changes);
          } catch (IOException e) {
            node.execute(() -> ham.takeBack(changes));
            throw e;
          }
        },
        disk);
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
    return save.now()
        .handle(
            (saved, failure) -> {
              if (failure != null) {
                throw new NotKeptException(
                    "done, but not on disk",
                    "it holds until the peer ends; make room, it is tried again every half minute");
              }
              return result;
            });
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
