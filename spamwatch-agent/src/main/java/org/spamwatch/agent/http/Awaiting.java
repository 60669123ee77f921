package org.spamwatch.agent.http;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.spamwatch.agent.api.ProblemKind;

/** Waits for what a peer answers on its own time. */
final class Awaiting {
  private Awaiting() {}

  /**
   * The answer, or that the peer is overloaded.
   *
   * @throws HttpProblem if the peer does not answer in time, is stopping, or could not do it
   */
  static <T> T answer(CompletableFuture<T> future, HttpSettings settings) throws HttpProblem {
    return within(future, settings).orElseThrow(() -> HttpProblem.overloaded(1));
  }

  /**
   * The answer; nothing if it does not come in time.
   *
   * @throws HttpProblem if the peer is stopping, or could not do it
   */
  static <T> Optional<T> within(CompletableFuture<T> future, HttpSettings settings)
      throws HttpProblem {
    try {
      return Optional.of(future.get(settings.timeout().toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      future.cancel(false);
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HttpProblem(ProblemKind.NOT_NOW, "the peer is stopping", "try again later");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof NotKeptException kept) {
        throw new HttpProblem(ProblemKind.FAILED, String.valueOf(kept.getMessage()), kept.hint());
      }
      if (e.getCause() instanceof WrongClockException wrong) {
        throw new HttpProblem(
            ProblemKind.NOT_NOW,
            String.valueOf(wrong.getMessage()),
            "mark it again once the clock is right");
      }
      throw new IllegalStateException("the node failed: " + e.getCause(), e);
    }
  }
}
