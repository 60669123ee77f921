package org.spamwatch.ata.evidence;

import org.spamwatch.ata.fingerprint.FeatureVector;

/**
 * Of which kinds a mail and a mark share evidence, in one number that is counted key by key: what
 * an index finds before mail and mark are compared by {@link MailMatcher}, which alone decides.
 */
public final class SharedKinds {
  /** Nothing is shared. */
  public static final int NONE = 0;

  private static final int COARSE_BIT = 16; // and above: how many keys of that kind
  private static final int COARSE_NEEDED = 2;
  private static final int MOST_COARSE = 64;
  private static final int KINDS = (1 << COARSE_BIT) - 1;
  private static final int SUFFICIENT =
      1 << EvidenceKind.CONTACT.number() | 1 << EvidenceKind.SHORT.number();

  private static final EvidenceKind[] ALL = EvidenceKind.values();

  private SharedKinds() {}

  /**
   * What is shared with one key more. Kinds that are no witness ({@link EvidenceKind#isWitness}),
   * and those of a newer version, are nothing that two mails share.
   *
   * @param before what was shared without it
   */
  public static int with(int before, long identity) {
    EvidenceKind kind = EvidenceKind.of(identity).orElse(EvidenceKind.DOMAIN);
    if (!kind.isWitness()) {
      return before;
    }
    boolean isCounted = kind == EvidenceKind.COARSE && before >>> COARSE_BIT < MOST_COARSE;
    return (before | 1 << kind.number()) + (isCounted ? 1 << COARSE_BIT : 0);
  }

  /**
   * Whether mail and mark are to be compared: they share keys of two kinds, or of one that may
   * suffice alone.
   */
  public static boolean areWorthComparing(int shared) {
    return kinds(shared) >= 2
        || (shared & SUFFICIENT) != 0
        || shared >>> COARSE_BIT >= COARSE_NEEDED;
  }

  /**
   * Whether a vector of others has no more keys of any kind than a mail has at most: who fills it
   * with addresses or links, to be met by everybody, is met by nobody. Keys of a newer version's
   * kinds may be any number.
   */
  public static boolean isWithinBudget(FeatureVector evidence) {
    int[] left = new int[ALL.length + 1];
    for (EvidenceKind kind : ALL) {
      left[kind.number()] = kind.most();
    }
    for (int place = 0; place < evidence.size(); place++) {
      EvidenceKind kind = EvidenceKind.of(evidence.identity(place)).orElse(null);
      if (kind != null && --left[kind.number()] < 0) {
        return false;
      }
    }
    return true;
  }

  /** How many kinds are shared. */
  public static int kinds(int shared) {
    return Integer.bitCount(shared & KINDS);
  }
}
