package org.spamwatch.agent.request;

import java.util.Optional;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.statistics.AppliedFilter.Judgement;
import org.spamwatch.agent.statistics.Statistics;
import org.spamwatch.overlay.live.LimitedLog;

/**
 * What a peer's statistical filter adds to what is said of a mail: where votes leave it open, that
 * it is spam, or that one cannot be sure; never that it is ham, and nothing against a vote or own
 * ham. It fails open.
 */
final class Opinion {
  private final LimitedLog log = new LimitedLog(LoggerFactory.getLogger(Opinion.class));
  private final Optional<Statistics> statistics;

  Opinion(Optional<Statistics> statistics) {
    this.statistics = statistics;
  }

  /**
   * The result, or what the filter makes of it.
   *
   * @param asker who asks
   */
  CheckResult on(CheckResult result, byte[] mail, Asker asker) {
    if (statistics.isEmpty() || !result.leavesOpen()) {
      return result;
    }
    try {
      Statistics asked = statistics.get();
      Optional<String> user = asked.hasOwn() ? asker.user() : Optional.empty();
      return asked
          .judge(mail, user)
          .flatMap(said -> said.verdict(asked.mode()).map(by -> judged(result, said, by)))
          .orElse(result);
    } catch (RuntimeException e) {
      log.error("a mail is not judged by the statistical filter", e);
      return result;
    }
  }

  private static CheckResult judged(CheckResult result, Judgement said, Verdict by) {
    return result.judged(by, said.reason(), said.change(result.decision().change()));
  }
}
