package org.spamwatch.ata.fingerprint;

import java.util.ArrayList;
import java.util.List;
import org.spamwatch.ata.text.Utf8Text;

/**
 * Finds in a mail's own text what its keys stand for.
 *
 * @param visible the text as it was given
 * @param normalized what the normalisation made of it, with origins
 */
record Passages(String visible, Utf8Text normalized) {
  List<Passage> of(Probes probes) {
    List<Passage> passages = new ArrayList<>(probes.size());
    for (int i = 0; i < probes.size(); i++) {
      passages.add(passage(probes, i));
    }
    return passages;
  }

  /** Composing may have moved the text a little; then its place is that in the composed text. */
  private Passage passage(Probes probes, int i) {
    String walked = normalized.source();
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
