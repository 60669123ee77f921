package org.spamwatch.agent.ham;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.evidence.EvidenceKind;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * Every feature of a mail: what it is published under and what else its text may be known by.
 * Immutable.
 *
 * @param vectors one for each scheme
 * @param probes at most one for each scheme; none if only the vectors are known
 */
public record MailFeatures(List<FeatureVector> vectors, List<ProbeKeys> probes) {
  /** Copies the lists; empty lists of probes are left out. */
  public MailFeatures {
    vectors = List.copyOf(vectors);
    probes = probes.stream().filter(some -> !some.keys().isEmpty()).toList();
  }

  /** All features of a mail. */
  public static MailFeatures of(AddressedMail mail) {
    return new MailFeatures(mail.vectors(), mail.probes().stream().map(ProbeKeys::of).toList());
  }

  /** Those of some schemes of text only, and what is no text. */
  public MailFeatures under(List<Scheme> schemes) {
    return new MailFeatures(
        vectors.stream()
            .filter(vector -> schemes.contains(vector.scheme()) || !vector.scheme().isOfText())
            .toList(),
        probes.stream().filter(some -> schemes.contains(some.scheme())).toList());
  }

  /**
   * Those of the text, and who is proven to have sent the mail; no other evidence beside it, and
   * nothing if there is no text.
   */
  public MailFeatures provenText() {
    if (vectors.stream().noneMatch(vector -> vector.scheme().isPublished())) {
      return new MailFeatures(List.of(), List.of());
    }
    List<FeatureVector> kept = new ArrayList<>(vectors.size());
    for (FeatureVector vector : vectors) {
      if (!vector.scheme().equals(Scheme.EVIDENCE)) {
        kept.add(vector);
        continue;
      }
      List<Id> proven =
          vector.keys().stream()
              .filter(key -> EvidenceKind.of(key.high()).equals(Optional.of(EvidenceKind.DOMAIN)))
              .toList();
      if (!proven.isEmpty()) {
        kept.add(new FeatureVector(Scheme.EVIDENCE, false, proven));
      }
    }
    return new MailFeatures(kept, probes);
  }

  /** What a filter holds of them: a number for each distinct one, ascending. */
  long[] elements() {
    TreeSet<Long> elements = new TreeSet<>();
    for (FeatureVector vector : vectors) {
      add(vector.scheme(), vector.keys(), elements);
    }
    for (ProbeKeys some : probes) {
      add(some.scheme(), some.keys(), elements);
    }
    return elements.stream().mapToLong(Long::longValue).toArray();
  }

  private static void add(Scheme scheme, List<Id> keys, TreeSet<Long> elements) {
    keys.forEach(key -> elements.add(element(scheme, key.high())));
  }

  /** What stands for a feature in a filter: an identity means nothing without its scheme. */
  public static long element(Scheme scheme, long identity) {
    return identity ^ ((long) scheme.id() << 56);
  }
}
