package org.spamwatch.agent.request;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.spamwatch.agent.api.ProblemKind;

/** Waits for what a peer answers on its own time. */
public final class Awaiting {
  private Awaiting() {}

  /**
   * The answer, or that the peer is overloaded.
   *
   * @throws RequestProblem if the peer does not answer in time, is stopping, or could not do it
   */
  public static <T> T answer(CompletableFuture<T> future, RequestSettings settings)
      throws RequestProblem {
    return within(future, settings).orElseThrow(() -> RequestProblem.overloaded(1));
  }

  /**
   * The answer; nothing if it does not come in time.
   *
   * @throws RequestProblem if the peer is stopping, or could not do it
   */
  public static <T> Optional<T> within(CompletableFuture<T> future, RequestSettings settings)
      throws RequestProblem {
    try {
      return Optional.of(future.get(settings.timeout().toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      future.cancel(false);
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RequestProblem(ProblemKind.NOT_NOW, "the peer is stopping", "try again later");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof NotKeptException kept) {
        throw new RequestProblem(
            ProblemKind.FAILED, String.valueOf(kept.getMessage()), kept.hint());
      }
      if (e.getCause() instanceof WrongClockException wrong) {
        throw new RequestProblem(
            ProblemKind.NOT_NOW,
            String.valueOf(wrong.getMessage()),
            "mark it again once the clock is right");
      }
      throw new IllegalStateException("the node failed: " + e.getCause(), e);
    }
  }
}
