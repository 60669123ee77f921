package org.spamwatch.agent.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.api.ExplainAnswer;
import org.spamwatch.agent.api.WordsFound;
import org.spamwatch.overlay.Id;

/**
 * The peer's explanation, and what only the user's own copy of the mail tells: the text.
 *
 * @param provenSender the domain that is proven to have sent the mail
 * @param ownHamText what counts for nothing
 */
record ExplainedText(
    @JsonUnwrapped CheckAnswer check,
    Optional<String> provenSender,
    List<MatchedText> matches,
    List<Id> ownHam,
    List<SharedText.Stretch> ownHamText,
    Optional<WordsFound> statistics) {
  /** A match and the text that it shares. */
  record MatchedText(@JsonUnwrapped ExplainAnswer.Match match, List<SharedText.Stretch> text) {}

  static ExplainedText of(ExplainAnswer answer, Optional<String> provenSender, SharedText shared) {
    return new ExplainedText(
        answer.check(),
        provenSender,
        answer.matches().stream()
            .map(match -> new MatchedText(match, shared.of(Set.copyOf(match.features()))))
            .toList(),
        answer.ownHam(),
        shared.of(Set.copyOf(answer.ownHam())),
        answer.statistics());
  }
}
