package org.spamwatch.agent.summary;

import java.util.List;
import java.util.function.Predicate;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * What a check looks up of the messages announced in the realm, without asking anybody. To be
 * called on the node's turn only.
 */
public interface AnnouncedSpam {
  /** Knows of nothing, and does not claim that there is nothing. */
  AnnouncedSpam NONE =
      new AnnouncedSpam() {
        @Override
        public boolean contains(Id feature) {
          return false;
        }

        @Override
        public List<Announced> matches(
            FeatureVector vector,
            List<Id> probes,
            int thres,
            HamFilter ham,
            Predicate<List<FeatureVector>> meets) {
          return List.of();
        }

        @Override
        public void fruitless(List<Announced> like) {}

        @Override
        public void confirmed(Id origin) {}

        @Override
        public boolean isComplete() {
          return false;
        }
      };

  /** Whether a message with this very feature stands announced. */
  boolean contains(Id feature);

  /**
   * The messages that a mail meets: those first that are heeded, and of these the most like it; at
   * most 64 of them. Those of which asking led to no vote today are left out. They have a vector
   * that shares at least THRES features with the mail's, by the whole-text rule; under {@code
   * Scheme.EVIDENCE} one that {@linkplain org.spamwatch.ata.evidence.SharedKinds shares enough
   * kinds}.
   *
   * @param vector the mail's own
   * @param probes what else the mail may be known by; counts for nothing where the vector stands
   *     for the whole text
   * @param thres THRES of the mail's own vector, 1 or more
   * @param ham features in it count for nothing
   * @param meets whether a mail meets what one peer announces of a message
   */
  List<Announced> matches(
      FeatureVector vector,
      List<Id> probes,
      int thres,
      HamFilter ham,
      Predicate<List<FeatureVector>> meets);

  /**
   * A question about a mail has led to no vote of anybody: what it was like is not asked for again
   * for a day, for the sake of those who announce it; and whoever announced what led to nothing
   * twice in a row is not heeded at all for a day.
   *
   * @param like what {@link #matches} told for the mail
   */
  void fruitless(List<Announced> like);

  /** A question has led to a spam vote that was cast at a peer: it is heeded again. */
  void confirmed(Id origin);

  /**
   * Whether what is announced in the realm is known here, as far as anybody tells: then what does
   * not match here matches nowhere. Not so while blocks are missing that may yet come.
   */
  boolean isComplete();
}
