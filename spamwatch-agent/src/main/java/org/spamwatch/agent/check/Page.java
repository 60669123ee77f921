package org.spamwatch.agent.check;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.vote.MessageVotes;
import org.spamwatch.agent.vote.Tally;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.evidence.MarkMatch;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * A page of what one peer has shown of a message, by this peer's own count: which of its vectors
 * are like the question's, and which of its votes may be of use.
 */
final class Page {
  private static final int WEIGHT_OF_VECTOR = 2;

  private final VotesFound found;
  private final @Nullable MarkMatch best;
  private final Set<Id> matching;
  private final List<Vote> votes;
  private final List<Vote> genuine = new ArrayList<>(1);

  private Page(VotesFound found, @Nullable MarkMatch best, Set<Id> matching, List<Vote> votes) {
    this.found = found;
    this.best = best;
    this.matching = matching;
    this.votes = votes;
  }

  /** The page; without votes of other messages, other realms, or that stand for other vectors. */
  static Page of(VotesFound found, AskedMail mail, Id realm) {
    List<Vote> votes = new ArrayList<>(found.votes().size());
    List<MarkMatch> marks = new ArrayList<>(1); // that are met
    for (Vote vote : found.votes()) {
      Optional<MarkMatch> met = mail.match(signed(found, vote));
      met.ifPresent(marks::add);
      // One that was withdrawn has no vector: another page may show what it takes back.
      if (vote.guid().equals(found.guid())
          && vote.realm().equals(realm)
          && (vote.value() == VoteValue.WITHDRAWN || met.isPresent())) {
        votes.add(vote);
      }
    }
    // What no vote of the page speaks for: a keeper may have more on it, or hide it.
    for (FeatureVector vector : found.vectors()) {
      if (!isSpokenFor(vector, found.votes())) {
        mail.match(List.of(vector)).ifPresent(marks::add);
      }
    }
    @Nullable MarkMatch best = null;
    Set<Id> matching = new LinkedHashSet<>(2);
    for (MarkMatch met : marks) {
      met.pairs().forEach(pair -> matching.add(pair.mark().digest()));
      best = best == null || isCloser(met, best) ? met : best;
    }
    return new Page(found, best, matching, votes);
  }

  private static List<FeatureVector> signed(VotesFound found, Vote vote) {
    List<FeatureVector> signed = new ArrayList<>(found.vectors().size());
    for (FeatureVector vector : found.vectors()) {
      if (vote.digests().contains(vector.digest())) {
        signed.add(vector);
      }
    }
    return signed;
  }

  private static boolean isSpokenFor(FeatureVector vector, List<Vote> votes) {
    for (Vote vote : votes) {
      if (vote.digests().contains(vector.digest())) {
        return true;
      }
    }
    return false;
  }

  /** Whether a mail is more like one mark than another: by its text, then by what it shares. */
  static boolean isCloser(MarkMatch one, MarkMatch other) {
    return one.kinds().isEmpty() == other.kinds().isEmpty()
        ? one.best().shared() > other.best().shared()
        : one.kinds().isEmpty();
  }

  /** A page of what this peer's own voters said, which was checked when it was kept. */
  static Page own(MessageVotes own, AskedMail mail, Id realm) {
    Tally tally = Tally.of(own.votes());
    Page page =
        of(
            new VotesFound(
                0, own.guid(), 0, tally.spam(), tally.ham(), 0, 1, own.votes(), own.vectors()),
            mail,
            realm);
    page.genuine.addAll(page.votes);
    return page;
  }

  /** Whether a vote of a page counts: it was signed for a mark that is met, or takes one back. */
  static boolean speaksFor(Vote vote, Set<Id> digests) {
    return vote.value() != VoteValue.WITHDRAWN
        || vote.digests().stream().anyMatch(digests::contains);
  }

  /** Whether it shows what is kept of its message, and no more. */
  boolean shows(MessageVotes kept) {
    return found.votes().equals(kept.votes()) && found.vectors().equals(kept.vectors());
  }

  /** Whether it shows a vector that is like the question's. */
  boolean isLike() {
    return best != null;
  }

  /** Whether it shows anything of use. */
  boolean saysSomething() {
    return best != null || !votes.isEmpty();
  }

  /** What it takes of memory, in about a kilobyte. */
  int weight() {
    return 1 + found.votes().size() + WEIGHT_OF_VECTOR * found.vectors().size();
  }

  /** Digests of its vectors that are like the question's. */
  Set<Id> matching() {
    return matching;
  }

  /** The votes that may be of use, checked or not. */
  List<Vote> votes() {
    return votes;
  }

  /** A vote of it was found genuine. */
  void holds(Vote vote) {
    genuine.add(vote);
  }

  /** The message's vectors, as far as some of its votes were signed for them. */
  List<FeatureVector> signed(List<Vote> some) {
    return found.vectors().stream().filter(vector -> isSpokenFor(vector, some)).toList();
  }

  Id guid() {
    return found.guid();
  }

  /** The best match; nothing if no vector is like the question's. */
  Optional<MarkMatch> best() {
    return Optional.ofNullable(best);
  }

  VotesFound found() {
    return found;
  }

  /** The votes found genuine so far. */
  List<Vote> genuine() {
    return genuine;
  }
}
