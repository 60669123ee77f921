package org.spamwatch.simulator.corpus;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;

/** What has come so far of one group of near-duplicates. */
final class Cluster {
  final List<Future<?>> marks = new ArrayList<>();
  private final Set<String> texts = new LinkedHashSet<>();
  private final Set<Id> guids = new LinkedHashSet<>();
  private final List<CompactVector> vectors = new ArrayList<>();
  private Optional<Optional<CompactVector>> first = Optional.empty();

  /** Whether another mail with this text would be a modified copy: seen, but not this text. */
  boolean isModifiedCopy(String exactText) {
    return !texts.isEmpty() && !texts.contains(exactText);
  }

  void add(String exactText, AddressedMail mail) {
    texts.add(exactText);
    mail.guid().ifPresent(guids::add);
    List<CompactVector> ofMail = mail.vectors().stream().map(FeatureVector::compact).toList();
    vectors.addAll(ofMail);
    if (first.isEmpty()) {
      first = Optional.of(ofMail.stream().findFirst());
    }
  }

  boolean has(Id guid) {
    return guids.contains(guid);
  }

  /** Whether the first mail of all matches, by its vector. */
  boolean firstMatches(CompactVector query, int thres) {
    return first
        .flatMap(vector -> vector)
        .filter(
            vector ->
                vector.matches(query, Threshold.of(thres).forSize(query.scheme(), query.size())))
        .isPresent();
  }

  /** Whether any earlier mail matches: what the peers should find. */
  boolean anyMatches(CompactVector query, int thres) {
    int needed = Threshold.of(thres).forSize(query.scheme(), query.size());
    return vectors.stream().anyMatch(vector -> vector.matches(query, needed));
  }
}
