package org.spamwatch.agent.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.check.Source;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.ham.ProbeKeys;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;

/** Which answers stand for a moment, and what ends them. */
final class RecentAnswersTest {
  private long now;
  private final RecentAnswers recent =
      new RecentAnswers(
          new Ticker() {
            @Override
            public long read() {
              return now;
            }
          });
  private int asked;

  private static CheckRequest question(
      long key, long probe, int votes, Rule rule, Privacy privacy) {
    return new CheckRequest(
        List.of(new FeatureVector(Scheme.WORD, false, List.of(FeatureVector.key(key)))),
        List.of(new ProbeKeys(Scheme.WORD, List.of(FeatureVector.key(probe)))),
        Threshold.STANDARD,
        9,
        votes,
        rule,
        privacy);
  }

  private static CheckRequest question(long key) {
    return question(key, 1, 1, Rule.TRUST, Privacy.SUMMARY);
  }

  private static CheckResult result(Verdict verdict, boolean complete) {
    return new CheckResult(
        verdict, 3, 0, 9, 10, Source.OVERLAY, 2, List.of(), complete, "a test says so");
  }

  private CheckResult ask(CheckRequest question, CheckResult says) throws RequestProblem {
    return recent.answer(
        question,
        () -> {
          asked++;
          return says;
        });
  }

  @Test
  void spamIsAskedForOnceWhileTheAnswerStands() throws RequestProblem {
    CheckResult spam = result(Verdict.SPAM, true);
    for (int i = 0; i < 5; i++) {
      assertThat(ask(question(1), spam)).isSameAs(spam);
    }
    assertThat(asked).isEqualTo(1);
    now = RecentAnswers.LIFE.toNanos() - 1;
    ask(question(1), spam);
    assertThat(asked).isEqualTo(1);
    now++;
    ask(question(1), spam);
    assertThat(asked).isEqualTo(2);
  }

  @Test
  void whatIsNoSpamOrNotSureIsAskedForEachTime() throws RequestProblem {
    for (CheckResult says : List.of(result(Verdict.UNKNOWN, true), result(Verdict.SPAM, false))) {
      ask(question(2), says);
      ask(question(2), says);
    }
    assertThat(asked).isEqualTo(4);
  }

  @Test
  void everyPartOfAQuestionCounts() throws RequestProblem {
    CheckResult spam = result(Verdict.SPAM, true);
    List<CheckRequest> different =
        List.of(
            question(1),
            question(2),
            question(1, 2, 1, Rule.TRUST, Privacy.SUMMARY),
            question(1, 1, 2, Rule.TRUST, Privacy.SUMMARY),
            question(1, 1, 1, Rule.OWN, Privacy.SUMMARY),
            question(1, 1, 1, Rule.TRUST, Privacy.LOCAL));
    for (CheckRequest question : different) {
      ask(question, spam);
    }
    assertThat(asked).isEqualTo(different.size());
  }

  @Test
  void aVoteEndsThemAlsoThoseUnderWay() throws RequestProblem {
    CheckResult spam = result(Verdict.SPAM, true);
    ask(question(1), spam);
    recent.forget();
    ask(question(1), spam);
    assertThat(asked).isEqualTo(2);
    recent.answer(
        question(3),
        () -> {
          recent.forget(); // somebody votes while the peer is asked
          return spam;
        });
    ask(question(3), spam);
    assertThat(asked).isEqualTo(3);
  }

  @Test
  void noMoreAreKeptThanThereIsRoomFor() throws RequestProblem {
    CheckResult spam = result(Verdict.SPAM, true);
    for (int key = 1; key <= 20 * RecentAnswers.MOST; key++) {
      ask(question(key), spam);
    }
    asked = 0;
    for (int key = 1; key <= 20 * RecentAnswers.MOST; key++) {
      ask(question(key), spam);
    }
    assertThat(asked).isGreaterThanOrEqualTo(19 * RecentAnswers.MOST);
  }
}
