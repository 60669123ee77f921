package org.spamwatch.simulator.detection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.summary.Announcement;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

class SmallCacheTest {
  /** A block of the filter, for 28 features. */
  private static final int BYTES = 64;

  private static final long DAY = 86_400_000L;

  private final SplittableRandom random = new SplittableRandom(5);
  private final SmallCache cache = new SmallCache(BYTES, 1);

  private AddressedMail mail() {
    List<Id> keys = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      keys.add(FeatureVector.key(random.nextLong()));
    }
    return new AddressedMail(
        Optional.of(Id.random(random)), List.of(new FeatureVector(Scheme.CHAR50, false, keys)));
  }

  private Id announce(AddressedMail mail, long day) {
    Id origin = Id.random(random);
    cache.announced(origin, new Announcement(mail.guid().orElseThrow(), mail.vectors()), day * DAY);
    return origin;
  }

  @Test
  void theNewestAreKnownAndWhatManyAnnounceForLonger() {
    AddressedMail first = mail();
    AddressedMail voted = mail();
    announce(first, 1);
    announce(voted, 1);
    announce(voted, 2);
    assertThat(cache.knows(first)).isTrue();
    assertThat(cache.knows(mail())).isFalse();
    List<AddressedMail> later = new ArrayList<>();
    for (int day = 3; day < 8; day++) {
      AddressedMail next = mail();
      announce(next, day);
      later.add(next);
    }
    assertThat(cache.knows(first)).isFalse();
    assertThat(cache.knows(voted)).isTrue();
    assertThat(cache.knows(later.get(0))).isFalse();
    assertThat(cache.knows(later.get(4))).isTrue();
  }

  @Test
  void whatEverybodyTakesBackIsNotKnown() {
    AddressedMail mail = mail();
    Id guid = mail.guid().orElseThrow();
    Id one = announce(mail, 1);
    Id other = announce(mail, 1);
    cache.takenBack(one, guid);
    assertThat(cache.knows(mail)).isTrue();
    cache.forgotten(other, guid);
    assertThat(cache.knows(mail)).isFalse();
  }

  @Test
  void halfOfTheFeaturesOfAShortTextAreEnough() {
    AddressedMail mail = mail();
    announce(mail, 1);
    List<Id> keys = mail.vectors().get(0).keys();
    List<Id> others = mail().vectors().get(0).keys();
    for (int shared = 4; shared < 6; shared++) {
      List<Id> mixed = new ArrayList<>(keys.subList(0, shared));
      mixed.addAll(others.subList(shared, others.size()));
      FeatureVector vector = new FeatureVector(Scheme.CHAR50, false, mixed);
      assertThat(cache.knows(new AddressedMail(mail.guid(), List.of(vector))))
          .as("%s shared", shared)
          .isEqualTo(shared == 5);
    }
  }
}
