package org.spamwatch.ata.adolr;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureObject;
import org.spamwatch.ata.adolr.AdolrMessage.Listed;
import org.spamwatch.ata.adolr.AdolrMessage.Role;
import org.spamwatch.ata.fingerprint.FeatureVector;

/** The feature objects that the naive resolution fetches: which objects they list. */
final class ListedObjects {
  private final FeatureVector vector;
  private final Map<Variant, BitSet> occurrences = new LinkedHashMap<>();
  private final int[] listedUnder;
  private final Map<Integer, BitSet> pagesRead = new LinkedHashMap<>();

  ListedObjects(FeatureVector vector) {
    this.vector = vector;
    this.listedUnder = new int[vector.size()];
  }

  /**
   * A page of a feature's object has come; returns whether it was the last.
   *
   * @param most objects counted for one feature
   */
  boolean add(int index, FeatureObject page, int most) {
    BitSet read = pagesRead.computeIfAbsent(index, i -> new BitSet());
    if (!read.get(page.page())) {
      read.set(page.page());
      for (Listed object : page.objects()) {
        if (listedUnder[index]++ < most && agrees(index, object)) {
          Variant variant = new Variant(object.guid(), object.digest());
          occurrences.computeIfAbsent(variant, v -> new BitSet()).set(index);
        }
      }
    }
    return read.cardinality() >= page.pages();
  }

  private boolean agrees(int index, Listed object) {
    boolean whole = vector.wholeText() && index == 0;
    Role wanted = vector.wholeText() ? Role.PART_BESIDE_WHOLE : Role.PART;
    return object.scheme().equals(vector.scheme())
        && object.role() == (whole ? Role.WHOLE : wanted);
  }

  /** The naive rule: objects listed under at least THRES of the features. */
  List<Match> matches(int thres) {
    List<Match> matches = new ArrayList<>();
    occurrences.forEach(
        (object, under) -> {
          int shared = under.cardinality();
          if (shared >= thres && (!vector.wholeText() || under.get(0))) {
            matches.add(new Match(object.guid(), object.digest(), shared, vector.size()));
          }
        });
    return matches;
  }
}
