package org.spamwatch.simulator.detection;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.spamwatch.ata.evidence.EvidenceKind;
import org.spamwatch.ata.evidence.Likeness;

/**
 * What is taken for enough to meet a mark: the rule itself, or for comparison the text, some kinds,
 * or anything alone.
 *
 * @param label what it is called
 * @param meets whether a likeness to one mark, as bits, is enough
 */
record Variant(String label, IntPredicate meets) {
  private static final int RULE = 1;
  private static final int TEXT = 1 << 1;
  private static final int FIRST_KIND = 2;
  private static final int KINDS = -1 << FIRST_KIND;

  /** All of them; the rule first. */
  static final List<Variant> ALL = all();

  /** A likeness as bits. */
  static int bits(Likeness likeness, boolean byRule) {
    int bits = (byRule ? RULE : 0) | (likeness.text().isEmpty() ? 0 : TEXT);
    for (EvidenceKind kind : likeness.kinds()) {
      bits |= bit(kind);
    }
    return bits;
  }

  private static int bit(EvidenceKind kind) {
    return 1 << (FIRST_KIND - 1 + kind.number());
  }

  private static List<Variant> all() {
    List<EvidenceKind> kinds =
        Stream.of(EvidenceKind.values()).filter(EvidenceKind::isWitness).toList();
    List<Variant> all = new ArrayList<>();
    all.add(new Variant("the rule", bits -> (bits & RULE) != 0));
    all.add(new Variant("text", bits -> (bits & TEXT) != 0));
    all.add(new Variant("any", bits -> (bits & (TEXT | KINDS)) != 0));
    all.add(
        new Variant(
            "text or two kinds", bits -> (bits & TEXT) != 0 || Integer.bitCount(bits & KINDS) > 1));
    for (EvidenceKind kind : kinds) {
      all.add(new Variant(label(kind), bits -> (bits & bit(kind)) != 0));
      all.add(new Variant("text or " + label(kind), bits -> (bits & (TEXT | bit(kind))) != 0));
    }
    for (EvidenceKind one : kinds) {
      for (EvidenceKind other : kinds) {
        int both = bit(one) | bit(other);
        if (one.compareTo(other) < 0) {
          all.add(new Variant(label(one) + " and " + label(other), bits -> (bits & both) == both));
        }
      }
    }
    return List.copyOf(all);
  }

  private static String label(EvidenceKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** Whether any of the likenesses is enough. */
  boolean meets(Set<Integer> likenesses) {
    return likenesses.stream().anyMatch(meets::test);
  }
}
