package org.spamwatch.agent.cli;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.spamwatch.agent.api.BadJsonException;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.api.ExplainAnswer;
import org.spamwatch.agent.api.FilterAnswer;
import org.spamwatch.agent.api.StatusAnswer;
import org.spamwatch.agent.api.WordsFound;
import org.spamwatch.agent.config.StatisticsMode;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.statistics.AppliedFilter;
import org.spamwatch.agent.statistics.AppliedFilter.Judgement;

/**
 * The peer's statistical filter, applied here, for a command that sends fingerprints alone: no text
 * and no word of a mail leaves it.
 */
record LocalFilter(AppliedFilter filter, StatisticsMode mode) {
  /** That of a peer; none if it has none, or not for this client: what was voted stands. */
  static Optional<LocalFilter> of(PeerClient client, StatusAnswer status)
      throws PeerClientException {
    if (status.statistics().isEmpty()) {
      return Optional.empty();
    }
    try {
      FilterAnswer answer = client.statisticalFilter();
      return answer.applied().map(applied -> new LocalFilter(applied, answer.mode()));
    } catch (BadJsonException e) {
      return Optional.empty(); // of a newer peer
    } catch (PeerClientException e) {
      if (e.kind() != PeerClientException.Kind.REFUSED) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /** Adds to what a peer said of a mail what the filter says, where votes leave it open. */
  UnaryOperator<CheckAnswer> opinion(byte[] mail) {
    Judgement said = filter.judge(mail);
    return answer -> on(answer, said);
  }

  private CheckAnswer on(CheckAnswer answer, Judgement said) {
    return answer.leavesOpen()
        ? said.verdict(mode).map(by -> answer.judged(by, said)).orElse(answer)
        : answer;
  }

  /** The same with its words. */
  ExplainAnswer on(ExplainAnswer answer, byte[] mail) {
    Judgement said = filter.judge(mail);
    return answer.with(on(answer.check(), said), WordsFound.of(said, filter.clues(mail)));
  }
}
