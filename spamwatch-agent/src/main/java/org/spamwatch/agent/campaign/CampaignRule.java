package org.spamwatch.agent.campaign;

import java.util.List;
import java.util.Locale;
import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.overlay.Id;

/**
 * What a postmaster has said of a message: it counts at this peer, before everybody's votes.
 *
 * @param sinceMillis when it was said, in milliseconds since the epoch
 * @param note why, for people; at most {@value #MAX_NOTE} characters, none of them a control
 *     character
 * @param vectors the message's, at most {@value #MAX_VECTORS}: the rule holds for whatever is like
 *     one of them. None if the message was not known here; then it holds for this GUID alone
 */
public record CampaignRule(
    Id guid, Action action, long sinceMillis, String note, List<CompactVector> vectors) {
  /** The longest note. */
  public static final int MAX_NOTE = 200;

  /** Most vectors of a rule. */
  public static final int MAX_VECTORS = 8;

  /** What becomes of mail like the message. */
  public enum Action {
    /** It is never called spam, whatever others vote. */
    ALLOW,
    /** It is spam, though nobody votes. */
    BLOCK;

    /** The word that a postmaster types. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Checks the note and the number of vectors. */
  public CampaignRule {
    if (note.length() > MAX_NOTE || note.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "a note has at most " + MAX_NOTE + " characters and no control characters");
    }
    vectors = List.copyOf(vectors);
    if (vectors.size() > MAX_VECTORS) {
      throw new IllegalArgumentException(
          "a rule has at most " + MAX_VECTORS + " vectors, not " + vectors.size());
    }
  }

  /** Why a mail gets its verdict, in one line. */
  public String reason() {
    String said =
        action == Action.ALLOW
            ? "the postmaster of this peer allows mail like message "
            : "the postmaster of this peer blocks mail like message ";
    return said + guid + (note.isEmpty() ? "" : " (" + note + ")");
  }
}
