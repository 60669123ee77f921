package org.spamwatch.ata.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

class SharedKindsTest {
  private static int shared(long... keys) {
    int shared = SharedKinds.NONE;
    for (long key : keys) {
      shared = SharedKinds.with(shared, key);
    }
    return shared;
  }

  private static long key(EvidenceKind kind, int number) {
    return kind.identity((long) number << 4);
  }

  private static FeatureVector vector(EvidenceKind kind, int keys) {
    List<Id> all = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      all.add(FeatureVector.key(key(kind, i)));
    }
    return new FeatureVector(Scheme.EVIDENCE, false, all);
  }

  @Test
  void anyTwoKindsAreWorthAComparisonAndManyKeysOfOneAreNot() {
    for (EvidenceKind one : EvidenceKind.values()) {
      for (EvidenceKind other : EvidenceKind.values()) {
        if (one != other && one.isWitness() && other.isWitness()) {
          assertThat(SharedKinds.areWorthComparing(shared(key(one, 1), key(other, 2))))
              .as(one + " and " + other)
              .isTrue();
        }
      }
    }
    int links = shared(key(EvidenceKind.LINK, 1), key(EvidenceKind.LINK, 2));
    assertThat(SharedKinds.kinds(links)).isOne();
    assertThat(SharedKinds.areWorthComparing(links)).isFalse();
    assertThat(SharedKinds.areWorthComparing(SharedKinds.NONE)).isFalse();
  }

  @Test
  void someKindsMaySufficeAlone() {
    assertThat(SharedKinds.areWorthComparing(shared(key(EvidenceKind.CONTACT, 1)))).isTrue();
    assertThat(SharedKinds.areWorthComparing(shared(key(EvidenceKind.SHORT, 1)))).isTrue();
    assertThat(SharedKinds.areWorthComparing(shared(key(EvidenceKind.COARSE, 1)))).isFalse();
    int words = shared(key(EvidenceKind.COARSE, 1), key(EvidenceKind.COARSE, 2));
    assertThat(SharedKinds.areWorthComparing(words)).isTrue();
    int many = SharedKinds.NONE;
    for (int i = 0; i < 10_000; i++) {
      many = SharedKinds.with(many, key(EvidenceKind.COARSE, i));
    }
    assertThat(many).isPositive();
    assertThat(SharedKinds.kinds(many)).isOne();
  }

  @Test
  void whatIsNoWitnessAndUnknownKindsAreNotShared() {
    long domain = key(EvidenceKind.DOMAIN, 1);
    long host = key(EvidenceKind.HOST, 1);
    assertThat(shared(domain, host, -1L, 0x7770L, 15)).isEqualTo(SharedKinds.NONE);
  }

  @Test
  void aVectorWithMoreOfAKindThanAMailHasIsNone() {
    for (EvidenceKind kind : EvidenceKind.values()) {
      assertThat(SharedKinds.isWithinBudget(vector(kind, kind.most()))).isTrue();
      assertThat(SharedKinds.isWithinBudget(vector(kind, kind.most() + 1))).isFalse();
    }
    List<Id> newer = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      newer.add(FeatureVector.key((long) i << 4 | 15));
    }
    assertThat(SharedKinds.isWithinBudget(new FeatureVector(Scheme.EVIDENCE, false, newer)))
        .isTrue();
  }
}
