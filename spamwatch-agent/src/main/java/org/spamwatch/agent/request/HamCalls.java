package org.spamwatch.agent.request;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.ham.HamReceipt;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.ham.HamState;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.overlay.Id;

/**
 * What the HTTP interface needs of a running peer's own-ham filter. Every method may be called by
 * any thread and returns at once; futures complete on another thread, so that what follows them
 * must not block.
 */
public interface HamCalls {
  /**
   * Learns a mail, unless users of this peer have marked it or one like it as spam.
   *
   * @param mostToday mails the source may give today, if there is a limit
   */
  CompletableFuture<HamReceipt> learn(HamSource source, MailFeatures mail, OptionalLong mostToday);

  /**
   * Forgets a mail's features; completes when that is on disk, or with an {@link NotKeptException}
   * if it cannot be brought there.
   */
  CompletableFuture<HamReceipt> forget(MailFeatures mail);

  /**
   * Forgets whole generations; completes with the number of their mails when that is on disk, or
   * with a {@link NotKeptException} if it cannot be brought there.
   *
   * @param source all if empty
   * @param beforeMillis those in which nothing was learnt at or after this time; all if empty
   */
  CompletableFuture<Long> forget(Optional<HamSource> source, OptionalLong beforeMillis);

  /** What has been learnt. */
  CompletableFuture<HamState> state();

  /** The keys of a question that are own ham and would else be asked for. */
  CompletableFuture<List<Id>> masked(CheckRequest question);

  /** Whether a token is the one that lies in the peer's data directory. */
  boolean isOperator(String token);
}
