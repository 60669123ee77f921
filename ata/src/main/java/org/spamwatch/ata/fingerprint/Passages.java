package org.spamwatch.ata.fingerprint;

import java.util.ArrayList;
import java.util.List;
import org.spamwatch.ata.text.Utf8Text;

/**
 * Finds in a mail's own text what its keys stand for.
 *
 * @param visible the text as it was given
 * @param walked what the normalisation walked through: composed and without footers
 * @param normalized what it made of it, with origins in {@code walked}
 */
record Passages(String visible, String walked, Utf8Text normalized) {
  List<Passage> of(Probes probes) {
    List<Passage> passages = new ArrayList<>(probes.size());
    for (int i = 0; i < probes.size(); i++) {
      passages.add(passage(probes, i));
    }
    return passages;
  }

  /** Composing may have moved the text a little; then its place is that in the composed text. */
  private Passage passage(Probes probes, int i) {
    int start = normalized.origin(probes.from(i));
    int last = normalized.origin(probes.to(i) - 1);
    int end = last + Character.charCount(walked.codePointAt(last));
    String found = walked.substring(start, end);
    int place = visible.indexOf(found);
    return new Passage(
        probes.scheme(),
        probes.key(i),
        place < 0 ? start : place,
        end - start,
        found.replaceAll("\\s+", " ").trim());
  }
}
