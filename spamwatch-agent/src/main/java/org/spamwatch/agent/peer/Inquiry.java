package org.spamwatch.agent.peer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.vote.Tally;
import org.spamwatch.agent.vote.Verdict;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteVerifier;
import org.spamwatch.ata.adolr.QueryOutcome;
import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

/**
 * A question under way: gathers what routes and keepers answer, and judges.
 *
 * <p>Nobody's word is taken: a message counts only if a vector its keeper sent does match the
 * question's, by this peer's own count, and a vote only if its signature holds and it speaks for
 * that very vector. A voter counts once over all matches, by the last word.
 */
final class Inquiry {
  /** Signatures checked for one question at most. */
  static final int MAX_VERIFIED = 64;

  /** Keepers' answers heeded at most: every match from several keepers, in pages. */
  private static final int MAX_ANSWERS = 1024;

  private static final class Kept {
    final Set<Integer> pages = new LinkedHashSet<>(2);
    final Map<Id, Vote> votes = new LinkedHashMap<>(2);
    final Map<Id, FeatureVector> vectors = new LinkedHashMap<>(2);
    int spam;
    int ham;
    int hops;
    boolean complete;
  }

  final Question question;
  private final Id realm;
  private final VoteVerifier verifier;
  private final Consumer<Answer> receiver;
  private final Map<Id, Kept> kept = new TreeMap<>();
  private final Set<Id> awaited = new LinkedHashSet<>();
  private final Set<Id> missing = new LinkedHashSet<>();
  Timers.@Nullable Timer timer;
  private int openQueries;
  private int answers;
  private int hops;
  private int routesAnswered;
  private boolean allRoutesAnswered = true;

  Inquiry(Question question, Id realm, VoteVerifier verifier, Consumer<Answer> receiver) {
    this.question = question;
    this.realm = realm;
    this.verifier = verifier;
    this.receiver = receiver;
    this.openQueries = question.vectors().size();
  }

  void routesEnded(QueryOutcome outcome) {
    openQueries--;
    hops = Math.max(hops, outcome.hops());
    routesAnswered += outcome.answered();
    allRoutesAnswered &= outcome.isComplete();
    outcome.matches().forEach(match -> awaited.add(match.guid()));
  }

  void found(VotesFound found) {
    if (answers++ >= MAX_ANSWERS) {
      return;
    }
    Kept message = kept.computeIfAbsent(found.guid(), guid -> new Kept());
    message.pages.add(found.page());
    message.complete |= message.pages.size() >= found.pages();
    message.spam = Math.max(message.spam, found.spam());
    message.ham = Math.max(message.ham, found.ham());
    message.hops = found.hops();
    for (FeatureVector vector : found.vectors()) {
      message.vectors.putIfAbsent(vector.compact().digest(), vector);
    }
    for (Vote vote : found.votes()) {
      if (vote.guid().equals(found.guid()) && vote.realm().equals(realm)) {
        message.votes.merge(vote.voter(), vote, (a, b) -> b.supersedes(a) ? b : a);
      }
    }
  }

  void missing(Id guid) {
    missing.add(guid);
  }

  /** Whether nothing more is to come. */
  boolean isComplete() {
    if (openQueries > 0) {
      return false;
    }
    for (Id guid : awaited) {
      Kept message = kept.get(guid);
      if (!(message != null && message.complete) && !missing.contains(guid)) {
        return false;
      }
    }
    return true;
  }

  void finish() {
    receiver.accept(judge());
  }

  // Judging ------------------------------------------------------------------------------------

  private Answer judge() {
    List<Candidate> candidates = new ArrayList<>();
    kept.forEach(
        (guid, message) -> {
          Best best = best(message);
          if (best != null) {
            candidates.add(new Candidate(guid, message, best));
          }
        });
    Map<Id, Vote> lastWords = verified(candidates);
    List<Match> matches = new ArrayList<>();
    for (Candidate candidate : candidates) {
      if (candidate.seen.stream().anyMatch(vote -> vote.verdict() != Verdict.WITHDRAWN)) {
        matches.add(candidate.match());
      }
    }
    matches.sort(Comparator.comparingInt(Match::shared).reversed().thenComparing(Match::guid));
    return answer(matches, Tally.of(lastWords.values()));
  }

  /**
   * Checks signatures, one of each message in turn, so that a message with many votes leaves some
   * of the work for the others; returns every genuine voter's last word.
   */
  private Map<Id, Vote> verified(List<Candidate> candidates) {
    Map<Id, Vote> lastWords = new TreeMap<>();
    int budget = MAX_VERIFIED;
    boolean more = true;
    while (more && budget > 0) {
      more = false;
      for (Candidate candidate : candidates) {
        if (budget > 0 && candidate.unverified.hasNext()) {
          more = true;
          Vote vote = candidate.unverified.next();
          if (vote.digests().contains(candidate.best.digest())) {
            budget--;
            if (verifier.isGenuine(vote)) {
              candidate.seen.add(
                  new VoteSeen(vote.voter(), vote.verdict(), vote.origin(), vote.timeMillis()));
              lastWords.merge(vote.voter(), vote, (a, b) -> b.supersedes(a) ? b : a);
            }
          }
        }
      }
    }
    return lastWords;
  }

  /** A message that matches, and those of its votes that were found genuine. */
  private static final class Candidate {
    final Id guid;
    final Kept message;
    final Best best;
    final Iterator<Vote> unverified;
    final List<VoteSeen> seen = new ArrayList<>(1);

    Candidate(Id guid, Kept message, Best best) {
      this.guid = guid;
      this.message = message;
      this.best = best;
      this.unverified = message.votes.values().iterator();
    }

    Match match() {
      FeatureVector asked = best.asked();
      List<Id> sharedKeys =
          asked.keys().stream()
              .filter(key -> best.kept().identities().contains(asked.scheme().identity(key)))
              .toList();
      return new Match(
          guid,
          asked.scheme(),
          best.shared(),
          asked.size(),
          message.spam,
          message.ham,
          message.hops,
          sharedKeys,
          seen);
    }
  }

  /** The pair of vectors, one asked for and one kept, that share most. */
  private record Best(FeatureVector asked, Id digest, CompactVector kept, int shared) {}

  private @Nullable Best best(Kept message) {
    Best best = null;
    for (FeatureVector asked : question.vectors()) {
      CompactVector query = asked.compact();
      int thres = question.threshold().forSize(asked.size());
      for (Map.Entry<Id, FeatureVector> entry : message.vectors.entrySet()) {
        CompactVector vector = entry.getValue().compact();
        if (vector.matches(query, thres)) {
          int shared = vector.overlap(query);
          if (best == null || shared > best.shared()) {
            best = new Best(asked, entry.getKey(), vector, shared);
          }
        }
      }
    }
    return best;
  }

  private Answer answer(List<Match> matches, Tally tally) {
    boolean spam = tally.spam() >= question.votesNeeded() && tally.spam() > tally.ham();
    int of = question.vectors().isEmpty() ? 0 : question.vectors().get(0).size();
    boolean asked = routesAnswered > 0;
    return new Answer(
        spam ? Judgement.SPAM : Judgement.UNKNOWN,
        tally.spam(),
        tally.ham(),
        matches.isEmpty() ? 0 : matches.get(0).shared(),
        matches.isEmpty() ? of : matches.get(0).of(),
        asked ? Source.OVERLAY : Source.NONE,
        hops,
        matches,
        isComplete() && allRoutesAnswered,
        reason(matches, tally, spam, asked));
  }

  private String reason(List<Match> matches, Tally tally, boolean spam, boolean asked) {
    if (question.vectors().isEmpty()) {
      return "the mail has too little text to be recognised by";
    }
    if (!asked) {
      return "no peer has answered in time";
    }
    if (matches.isEmpty()) {
      return "nobody has voted on a mail like this one";
    }
    String votes = votes(tally.spam(), "spam") + ", " + votes(tally.ham(), "ham");
    if (spam) {
      return votes + ": at least " + question.votesNeeded() + " for spam, and more than for ham";
    }
    return tally.spam() < question.votesNeeded()
        ? votes + ": spam needs " + question.votesNeeded()
        : votes + ": spam needs more votes than ham";
  }

  private static String votes(int count, String verdict) {
    return count + (count == 1 ? " vote for " : " votes for ") + verdict;
  }
}
