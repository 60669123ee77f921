package org.spamwatch.ata.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;

/** Which keys of a mail are kept, and that they do not depend on its order. */
class EvidenceKeysTest {
  private static final List<EvidenceKind> KINDS = List.of(EvidenceKind.values());

  private record Key(EvidenceKind kind, long hash) {}

  private static Optional<FeatureVector> vector(List<Key> keys) {
    EvidenceKeys collected = new EvidenceKeys();
    keys.forEach(key -> collected.add(key.kind(), key.hash()));
    return collected.vector();
  }

  private static List<Key> many(EvidenceKind kind, long seed) {
    Random random = new Random(seed);
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      keys.add(new Key(kind, random.nextLong()));
    }
    return keys;
  }

  private static long count(FeatureVector vector, EvidenceKind kind) {
    return vector.keys().stream()
        .filter(key -> EvidenceKind.of(key.high()).equals(Optional.of(kind)))
        .count();
  }

  @Property(tries = 100)
  void theOrderInWhichTheyComeDoesNotMatter(
      @ForAll @Size(max = 80) List<Long> hashes, @ForAll long seed) {
    List<Key> keys = new ArrayList<>();
    for (long hash : hashes) {
      keys.add(new Key(KINDS.get((int) (hash >>> 60) % KINDS.size()), hash));
    }
    Optional<FeatureVector> vector = vector(keys);
    Collections.shuffle(keys, new Random(seed));
    assertThat(vector(keys)).isEqualTo(vector);
    assertThat(vector.isPresent()).isEqualTo(!hashes.isEmpty());
  }

  @Test
  void ofEachKindTheLowestAreKept() {
    for (EvidenceKind kind : EvidenceKind.values()) {
      FeatureVector vector = vector(many(kind, 1)).orElseThrow();
      long[] all =
          many(kind, 1).stream().mapToLong(key -> kind.identity(key.hash())).sorted().toArray();
      assertThat(vector.size()).isEqualTo(kind.most());
      for (int i = 0; i < vector.size(); i++) {
        assertThat(vector.identity(i)).isEqualTo(all[i]);
      }
    }
  }

  @Test
  void whenEveryKindIsFullSoIsTheVector() {
    List<Key> keys = new ArrayList<>();
    for (EvidenceKind kind : EvidenceKind.values()) {
      keys.addAll(many(kind, 2));
    }
    FeatureVector vector = vector(keys).orElseThrow();
    assertThat(vector.size()).isEqualTo(FeatureVector.MAX_SIZE);
    assertThat(vector.scheme()).isEqualTo(Scheme.EVIDENCE);
    assertThat(vector).isEqualTo(vector.ascending());
    for (EvidenceKind kind : EvidenceKind.values()) {
      if (kind != EvidenceKind.HOST) {
        assertThat(count(vector, kind)).isEqualTo(kind.most());
      }
    }
    assertThat(count(vector, EvidenceKind.HOST)).as("for which there is room").isOne();
  }

  @Test
  void aDomainAloneHasOneHashInAllKindsAndNothingElseHasIt() {
    long linked = EvidenceKind.LINK.identity(EvidenceHash.ofDomain("example.org"));
    long proven = EvidenceKind.DOMAIN.identity(EvidenceHash.ofDomain("example.org"));
    assertThat(linked).isNotEqualTo(proven);
    assertThat(EvidenceHash.isSameDomain(linked, proven)).isTrue();
    long other = EvidenceKind.LINK.identity(EvidenceHash.ofDomain("example.net"));
    assertThat(EvidenceHash.isSameDomain(linked, other)).isFalse();
    long page = EvidenceKind.LINK.identity(EvidenceHash.of("domain", "example.org"));
    assertThat(EvidenceHash.isOfDomain(page)).isFalse();
    assertThat(EvidenceHash.isSameDomain(page, page)).isFalse();
  }
}
