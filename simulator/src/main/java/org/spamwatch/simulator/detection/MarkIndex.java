package org.spamwatch.simulator.detection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * Marked mails by each key of their vectors: which of them a mail might meet. Safe for any thread
 * once it is made.
 */
final class MarkIndex {
  private static final int END = -1;

  private final List<KnownMail> marks;
  private final Map<Long, Integer> heads = new HashMap<>();
  private int[] next = new int[1 << 16];
  private int[] markOf = new int[1 << 16];
  private int entries;

  /** An index of marked mails. */
  MarkIndex(List<KnownMail> marks) {
    this.marks = List.copyOf(marks);
    for (int mark = 0; mark < marks.size(); mark++) {
      for (FeatureVector vector : marks.get(mark).vectors()) {
        for (int place = 0; place < vector.size(); place++) {
          add(element(vector.scheme(), vector.identity(place)), mark);
        }
      }
    }
  }

  private void add(long element, int mark) {
    if (entries == next.length) {
      next = Arrays.copyOf(next, 2 * entries);
      markOf = Arrays.copyOf(markOf, 2 * entries);
    }
    Integer before = heads.put(element, entries);
    next[entries] = before == null ? END : before;
    markOf[entries++] = mark;
  }

  /** A key means nothing without its scheme. */
  static long element(Scheme scheme, long identity) {
    return identity ^ ((long) scheme.id() << 56);
  }

  /** The marks that share a key with a mail, of its vectors or its probes. */
  List<KnownMail> like(KnownMail mail) {
    List<KnownMail> found = new ArrayList<>();
    boolean[] seen = new boolean[marks.size()];
    for (int i = 0; i < mail.vectors().size(); i++) {
      FeatureVector vector = mail.vectors().get(i);
      for (int place = 0; place < vector.size(); place++) {
        find(element(vector.scheme(), vector.identity(place)), seen, found);
      }
      for (Id probe : mail.probes().get(i)) {
        find(element(vector.scheme(), probe.high()), seen, found);
      }
    }
    return found;
  }

  private void find(long element, boolean[] seen, List<KnownMail> found) {
    for (int at = heads.getOrDefault(element, END); at != END; at = next[at]) {
      if (!seen[markOf[at]]) {
        seen[markOf[at]] = true;
        found.add(marks.get(markOf[at]));
      }
    }
  }
}
