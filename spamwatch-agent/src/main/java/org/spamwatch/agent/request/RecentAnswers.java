package org.spamwatch.agent.request;

import com.google.common.base.Ticker;
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.hash.HashCode;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.ham.ProbeKeys;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * What was said of spam a moment ago. A message that many people of a site get is asked for once,
 * since the network takes a hundred times as long as what this peer knows itself; ordinary mail is
 * judged at home and is not kept. Whatever this peer's own people or operator say ends all of it at
 * once; what others say is heeded when it has run out. Safe for any thread.
 */
final class RecentAnswers {
  /** Answers kept, of some kilobytes each. */
  static final int MOST = 256;

  /** For which an answer stands. */
  static final Duration LIFE = Duration.ofSeconds(30);

  private final Cache<HashCode, CheckResult> answers;
  private final AtomicLong changes = new AtomicLong();

  /** Asks the peer. */
  interface Asking {
    CheckResult ask() throws RequestProblem;
  }

  RecentAnswers(Ticker ticker) {
    answers =
        CacheBuilder.newBuilder().maximumSize(MOST).expireAfterWrite(LIFE).ticker(ticker).build();
  }

  /** The answer to a question of a moment ago, or else what the peer says now. */
  CheckResult answer(CheckRequest question, Asking asking) throws RequestProblem {
    HashCode key = key(question);
    CheckResult known = answers.getIfPresent(key);
    if (known != null) {
      return known;
    }
    long before = changes.get();
    CheckResult answer = asking.ask();
    if (answer.verdict() == Verdict.SPAM && answer.complete() && changes.get() == before) {
      answers.put(key, answer);
      if (changes.get() != before) {
        answers.invalidate(key); // it was asked for before what has changed
      }
    }
    return answer;
  }

  /** Something has changed that own people or the operator expect to be heeded at once. */
  void forget() {
    changes.incrementAndGet();
    answers.invalidateAll();
  }

  /** Stands for all of a question; nobody finds two that share one. */
  private static HashCode key(CheckRequest question) {
    Hasher hasher = Hashing.sha256().newHasher();
    hasher.putInt(question.vectors().size());
    for (FeatureVector vector : question.vectors()) {
      hasher.putInt(vector.scheme().id()).putBoolean(vector.wholeText()).putInt(vector.size());
      for (int i = 0; i < vector.size(); i++) {
        hasher.putLong(vector.identity(i));
      }
    }
    for (ProbeKeys probes : question.probes()) {
      hasher.putInt(probes.scheme().id()).putInt(probes.keys().size());
      for (Id probe : probes.keys()) {
        hasher.putLong(probe.high());
      }
    }
    return hasher
        .putInt(question.threshold().asked().orElse(0))
        .putInt(question.ttl())
        .putInt(question.votesNeeded())
        .putUnencodedChars(question.rule().name())
        .putUnencodedChars(question.privacy().name())
        .hash();
  }
}
