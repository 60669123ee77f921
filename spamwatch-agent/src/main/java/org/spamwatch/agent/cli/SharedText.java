package org.spamwatch.agent.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.spamwatch.ata.fingerprint.Passage;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * Which text of the user's own copy some fingerprints stand for. Found and shown on the user's
 * host; nothing of it is sent.
 */
final class SharedText {
  /** Stretches of text told of at most, and characters shown of each. */
  static final int MOST_STRETCHES = 12;

  static final int MOST_SHOWN = 240;

  /** The last part of a text begins there. */
  private static final double TAIL_FROM = 0.7;

  private static final String GAP = " … ";

  /**
   * A stretch of text.
   *
   * @param from the first character in the mail's visible text
   * @param length in characters
   * @param text what stands there, made harmless for a terminal and cut in the middle if it is long
   */
  record Stretch(int from, int length, String text) {}

  private final Map<Id, Passage> passages = new LinkedHashMap<>();
  private final Map<Scheme, Integer> ends = new LinkedHashMap<>(); // of the text

  /** The text of one mail, by key. */
  SharedText(List<Passage> ofMail) {
    for (Passage passage : ofMail) {
      passages.putIfAbsent(passage.key(), passage);
      ends.merge(passage.scheme(), end(passage), Math::max);
    }
  }

  /**
   * The stretches that some keys stand for, in the order of the text, overlapping ones merged. Keys
   * that are not the mail's stand for nothing.
   */
  List<Stretch> of(Set<Id> keys) {
    List<Passage> found = new ArrayList<>();
    passages.forEach(
        (key, passage) -> {
          if (keys.contains(key)) {
            found.add(passage);
          }
        });
    found.sort(
        Comparator.<Passage>comparingInt(passage -> passage.scheme().id())
            .thenComparingInt(Passage::from)
            .thenComparingInt(Passage::length));
    List<Stretch> stretches = new ArrayList<>();
    int next = 0;
    while (next < found.size() && stretches.size() < MOST_STRETCHES) {
      Passage first = found.get(next++);
      int end = end(first);
      StringBuilder text = new StringBuilder(first.excerpt());
      while (next < found.size()
          && found.get(next).scheme().equals(first.scheme())
          && found.get(next).from() <= end) {
        Passage further = found.get(next++);
        if (end(further) > end) {
          append(text, further.excerpt(), end - further.from());
          end = end(further);
        }
      }
      stretches.add(new Stretch(first.from(), end - first.from(), shown(text.toString())));
    }
    return stretches;
  }

  /**
   * Whether all that some keys stand for is in the last part of the text, where footers are. Keys
   * that are not the mail's stand for nothing.
   */
  boolean isTailOnly(Set<Id> keys) {
    boolean isAny = false;
    for (Passage passage : passages.values()) {
      if (keys.contains(passage.key())) {
        isAny = true;
        if ((double) passage.from() / ends.getOrDefault(passage.scheme(), 1) < TAIL_FROM) {
          return false;
        }
      }
    }
    return isAny;
  }

  private static int end(Passage passage) {
    return passage.from() + passage.length();
  }

  /**
   * Two excerpts that overlap as one: what the second begins with, the first ends with. Collapsed
   * white space may make that shorter than it is in the mail.
   *
   * @param most by how much they overlap in the mail
   */
  private static void append(StringBuilder text, String further, int most) {
    for (int common = Math.min(most, Math.min(text.length(), further.length()));
        common >= 0;
        common--) {
      boolean overlaps =
          text.substring(text.length() - common).equals(further.substring(0, common));
      if (overlaps && (common > 0 || most == 0)) {
        text.append(further, common, further.length());
        return;
      }
    }
    text.append(GAP).append(further);
  }

  /** No control, format, private or unassigned character reaches a terminal. */
  static String shown(String text) {
    String harmless =
        text.replaceAll("[\\p{Zl}\\p{Zp}\\s]+", " ").replaceAll("\\p{C}", "?").strip();
    int points = harmless.codePointCount(0, harmless.length());
    if (points <= MOST_SHOWN) {
      return harmless;
    }
    int half = (MOST_SHOWN - GAP.length()) / 2;
    return harmless.substring(0, harmless.offsetByCodePoints(0, half))
        + GAP
        + harmless.substring(harmless.offsetByCodePoints(0, points - half));
  }
}
