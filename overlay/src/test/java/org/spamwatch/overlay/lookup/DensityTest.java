package org.spamwatch.overlay.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.ReplicaLookup;

/** How often the test of plausibility is wrong, and that small rings pass it. */
class DensityTest {
  private static final int LEAVES = 16;

  private static List<Contact> ring(SplittableRandom random, int size) {
    List<Contact> ring = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      ring.add(new Contact(Id.random(random), new Endpoint("n" + i, 1)));
    }
    return ring;
  }

  private static List<Contact> closest(Id key, List<Contact> some, int count) {
    return PendingLookup.closest(key, some, count);
  }

  @Test
  void honestRootsAreSeldomDoubtedAndLiarsAmongThemselvesSeldomBelieved() {
    SplittableRandom random = new SplittableRandom(1);
    int doubted = 0;
    int believed = 0;
    for (int i = 0; i < 40; i++) {
      List<Contact> all = ring(random, 1_000);
      List<Contact> liars = all.subList(0, 200);
      for (int j = 0; j < 25; j++) {
        List<Contact> own = closest(all.get(random.nextInt(1_000)).id(), all, LEAVES + 1);
        Id key = Id.random(random);
        doubted += Density.agrees(own, key, closest(key, all, ReplicaLookup.NAMED)) ? 0 : 1;
        believed += Density.agrees(own, key, closest(key, liars, ReplicaLookup.NAMED)) ? 1 : 0;
      }
    }
    assertThat(doubted).as("of 1,000 honest roots").isLessThanOrEqualTo(15);
    assertThat(believed).as("of 1,000 liars' sets").isLessThanOrEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 16, 17})
  void inASmallRingEveryHonestRootIsPlausibleAndTooFewNamedAreNot(int size) {
    SplittableRandom random = new SplittableRandom(size);
    for (int i = 0; i < 200; i++) {
      List<Contact> all = ring(random, size);
      Id key = Id.random(random);
      List<Contact> named = closest(key, all, ReplicaLookup.NAMED);
      List<Contact> own = closest(all.get(0).id(), all, LEAVES + 1);
      assertThat(Density.agrees(own, key, named)).isTrue();
      assertThat(Density.agrees(own, key, named.subList(1, named.size()))).isFalse();
    }
  }
}
