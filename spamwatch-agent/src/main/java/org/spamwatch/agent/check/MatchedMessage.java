package org.spamwatch.agent.check;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.spamwatch.ata.evidence.EvidenceKind;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * A message that people voted on and that is like the mail asked for.
 *
 * @param guid the message
 * @param scheme the scheme whose vectors match
 * @param shared |FV* ∩ FV|
 * @param of |FV|, and the features shared that are in the mail's probes alone
 * @param kinds of evidence beside the text that agree; none if the texts are alike
 * @param spamVotes voters who say that this message is spam, as its keeper counts them
 * @param hamVotes voters who say that it is not
 * @param hops overlay hops from here to the keeper that answered
 * @param sharedKeys the mail's own features that the message shares
 * @param vectors the message's own, as far as genuine votes were signed for them; at most four
 * @param votes the genuine votes, as far as they were checked
 */
public record MatchedMessage(
    Id guid,
    Scheme scheme,
    int shared,
    int of,
    Set<EvidenceKind> kinds,
    int spamVotes,
    int hamVotes,
    int hops,
    List<Id> sharedKeys,
    List<FeatureVector> vectors,
    List<VoteSeen> votes) {
  /** Copies the lists. */
  public MatchedMessage {
    kinds = kinds.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(kinds));
    sharedKeys = List.copyOf(sharedKeys);
    vectors = List.copyOf(vectors);
    votes = List.copyOf(votes);
  }

  /** One line for people: in what mail and message are alike. */
  public String likeness() {
    return isOfText()
        ? "text: " + shared + " of " + of + " fingerprints under " + scheme.label()
        : EvidenceWords.same(kinds);
  }

  /** The kinds as they are written in JSON, such as {@code contact}. */
  public List<String> evidence() {
    return kinds.stream().map(EvidenceWords::label).toList();
  }

  /** Whether the texts are alike. */
  public boolean isOfText() {
    return kinds.isEmpty();
  }
}
