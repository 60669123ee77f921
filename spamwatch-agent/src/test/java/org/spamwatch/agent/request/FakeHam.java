package org.spamwatch.agent.request;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.ham.HamGeneration;
import org.spamwatch.agent.ham.HamReceipt;
import org.spamwatch.agent.ham.HamReceipt.Outcome;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.ham.HamState;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.overlay.Id;

/** An own-ham filter whose answers a test chooses; it remembers what it was asked. */
public final class FakeHam implements HamCalls {
  /** What its operator shows. */
  public static final String OPERATOR = "0f".repeat(32);

  /** What was learnt, a line each: source, limit and the mail. */
  public final List<Learning> learnt = new CopyOnWriteArrayList<>();

  /** What was forgotten, a line each. */
  public final List<Object> forgotten = new CopyOnWriteArrayList<>();

  /** How the next learning ends. */
  public volatile Outcome outcome = Outcome.LEARNT;

  /** Whether nothing gets to the disk. */
  public volatile boolean diskFails;

  /** How many keys of a question's first vector are masked. */
  public volatile int masked;

  /** One call. */
  public record Learning(HamSource source, MailFeatures mail, OptionalLong mostToday) {}

  @Override
  public CompletableFuture<HamReceipt> learn(
      HamSource source, MailFeatures mail, OptionalLong mostToday) {
    learnt.add(new Learning(source, mail, mostToday));
    return CompletableFuture.completedFuture(new HamReceipt(outcome, 20, 15));
  }

  @Override
  public CompletableFuture<HamReceipt> forget(MailFeatures mail) {
    forgotten.add(mail);
    if (diskFails) {
      return CompletableFuture.failedFuture(
          new NotKeptException("done, but not on disk", "make room"));
    }
    return CompletableFuture.completedFuture(new HamReceipt(Outcome.FORGOTTEN, 20, 7));
  }

  @Override
  public CompletableFuture<Long> forget(Optional<HamSource> source, OptionalLong beforeMillis) {
    forgotten.add(source + " " + beforeMillis);
    return CompletableFuture.completedFuture(3L);
  }

  @Override
  public CompletableFuture<HamState> state() {
    HamGeneration generation =
        new HamGeneration(
            HamSource.SENT,
            1_700_000_000_000L,
            12,
            3_400,
            5,
            0.25,
            0.0001,
            32_768,
            1_700_000_100_000L);
    return CompletableFuture.completedFuture(
        new HamState(List.of(generation), 0.0002, 1 << 20, 64 << 20));
  }

  @Override
  public CompletableFuture<List<Id>> masked(CheckRequest question) {
    return CompletableFuture.completedFuture(question.vectors().get(0).keys().subList(0, masked));
  }

  @Override
  public boolean isOperator(String token) {
    return token.equals(OPERATOR);
  }
}
