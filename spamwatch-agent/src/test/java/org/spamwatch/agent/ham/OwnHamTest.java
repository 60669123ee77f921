package org.spamwatch.agent.ham;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.ham.HamReceipt.Outcome;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/** What own ham remembers, forgets and keeps. */
class OwnHamTest {
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final OptionalLong ANY = OptionalLong.empty();

  private final OwnHam ham = ham(HamConfig.DEFAULT);
  private long now = 20_000 * DAY;

  private static OwnHam ham(HamConfig config) {
    return new OwnHam(config, new SplittableRandom(4)::nextLong);
  }

  private Outcome learn(HamSource source, int from, int to) {
    return ham.learn(source, Mails.range(from, to), ANY, now).outcome();
  }

  private boolean knowsAll(int from, int to) {
    for (int name = from; name < to; name++) {
      if (!Mails.knows(ham, name)) {
        return false;
      }
    }
    return true;
  }

  private boolean knowsAny(int from, int to) {
    for (int name = from; name < to; name++) {
      if (Mails.knows(ham, name)) {
        return true;
      }
    }
    return false;
  }

  // Properties ---------------------------------------------------------------------------------

  /** Something done to own ham. */
  record Deed(int kind, HamSource source, Set<Integer> features, int days) {}

  @Provide
  Arbitrary<List<Deed>> deeds() {
    return Combinators.combine(
            Arbitraries.frequency(
                net.jqwik.api.Tuple.of(6, 0),
                net.jqwik.api.Tuple.of(3, 1),
                net.jqwik.api.Tuple.of(1, 2),
                net.jqwik.api.Tuple.of(1, 3)),
            Arbitraries.of(HamSource.class),
            Arbitraries.integers().between(0, 30).set().ofMinSize(1).ofMaxSize(8),
            Arbitraries.integers().between(0, 40))
        .as(Deed::new)
        .list()
        .ofMaxSize(40);
  }

  /** Own ham against a twin that keeps plain sets, also when it was on disk in between. */
  @Property(tries = 200)
  void agreesWithPlainSets(@ForAll("deeds") List<Deed> deeds, @ForAll boolean onDisk) {
    HamConfig config = new HamConfig(Duration.ofDays(30), 3, 64 << 20);
    OwnHam ham = ham(config);
    TreeMap<HamSource, TreeMap<Long, Set<Integer>>> twin = new TreeMap<>();
    TreeMap<HamPart.Name, byte[]> disk = new TreeMap<>();
    long day = 20_000;
    for (Deed deed : deeds) {
      day += deed.days();
      long start = Math.floorDiv(day, 30) * 30;
      MailFeatures mail = Mails.of(deed.features());
      switch (deed.kind()) {
        case 0 -> {
          ham.learn(deed.source(), mail, ANY, day * DAY);
          twin.computeIfAbsent(deed.source(), s -> new TreeMap<>())
              .computeIfAbsent(start, s -> new TreeSet<>())
              .addAll(deed.features());
        }
        case 1 -> {
          ham.forget(mail);
          twin.values().forEach(g -> g.values().forEach(set -> set.removeAll(deed.features())));
        }
        case 2 -> {
          ham.forget(Optional.of(deed.source()), ANY);
          twin.remove(deed.source());
        }
        default -> ham.age(day * DAY);
      }
      long oldest = day - 3 * 30;
      if (deed.kind() == 0 || deed.kind() == 3) {
        twin.values().forEach(generations -> generations.headMap(oldest, true).clear());
      }
      if (onDisk) {
        ham = reread(ham, config, disk);
      }
      for (int name = 0; name <= 30; name++) {
        int feature = name;
        boolean known =
            twin.values().stream()
                .flatMap(generations -> generations.values().stream())
                .anyMatch(set -> set.contains(feature));
        assertThat(Mails.knows(ham, name)).as("feature %d", name).isEqualTo(known);
      }
    }
  }

  private static OwnHam reread(OwnHam ham, HamConfig config, Map<HamPart.Name, byte[]> disk) {
    HamChanges changes = ham.takeChanges();
    changes.dropped().forEach(disk::remove);
    changes.kept().forEach(kept -> disk.put(kept.name(), kept.bytes()));
    OwnHam again = ham(config);
    disk.values().forEach(bytes -> again.restore(HamPart.read(bytes)));
    assertThat(again.state()).isEqualTo(ham.state());
    assertThat(again.takeChanges().kept()).isEmpty();
    return again;
  }

  @Property(tries = 300)
  void anyBytesAreAPartOrRefusedInOneLine(
      @ForAll @Size(max = 12) List<@IntRange(min = 0, max = 70) Integer> places,
      @ForAll byte change,
      @ForAll @IntRange(max = 20) int cut) {
    OwnHam some = ham(HamConfig.DEFAULT);
    some.learn(HamSource.SENT, Mails.range(0, 20), ANY, now);
    byte[] bytes = some.takeChanges().kept().get(0).bytes();
    byte[] changed = Arrays.copyOf(bytes, bytes.length - cut);
    places.forEach(place -> changed[place] ^= change);
    if (Arrays.equals(bytes, changed)) {
      assertThat(HamPart.read(changed).mails()).isEqualTo(1);
    } else {
      assertThatThrownBy(() -> HamPart.read(changed))
          .isInstanceOf(IllegalArgumentException.class)
          .message()
          .doesNotContain("\n");
    }
  }

  // Examples -----------------------------------------------------------------------------------

  @Test
  void everyFeatureOfALearntMailIsKnownAndNoOther() {
    assertThat(ham.learn(HamSource.SENT, Mails.range(0, 300), ANY, now))
        .isEqualTo(new HamReceipt(Outcome.LEARNT, 300, 300));
    assertThat(knowsAll(0, 300)).isTrue();
    assertThat(knowsAny(1000, 3000)).isFalse();
    assertThat(ham.contains(Scheme.RABIN50, Mails.key(1).high())).isFalse();
  }

  @Test
  void aMailThatIsKnownCostsNothing() {
    learn(HamSource.SENT, 0, 30);
    HamState state = ham.state();
    ham.takeChanges();
    assertThat(learn(HamSource.SENT, 5, 25)).isEqualTo(Outcome.KNOWN);
    assertThat(ham.state()).isEqualTo(state);
    assertThat(ham.takeChanges().kept()).isEmpty();
    now += 40 * DAY; // but the next generation learns it again, or it would be lost with the first
    assertThat(learn(HamSource.SENT, 5, 25)).isEqualTo(Outcome.LEARNT);
  }

  @Test
  void whatIsForgottenIsUnknownUntilItIsLearntAgain() {
    learn(HamSource.SENT, 0, 100);
    learn(HamSource.LIST, 0, 100);
    now += 31 * DAY;
    learn(HamSource.SENT, 0, 100);
    assertThat(ham.forget(Mails.range(0, 50))).isEqualTo(new HamReceipt(Outcome.FORGOTTEN, 50, 50));
    assertThat(knowsAny(0, 50)).isFalse();
    assertThat(knowsAll(50, 100)).isTrue();
    assertThat(ham.forget(Mails.range(0, 50)).changed()).isZero();
    assertThat(learn(HamSource.SENT, 0, 20)).isEqualTo(Outcome.LEARNT);
    assertThat(knowsAll(0, 20)).isTrue();
    assertThat(knowsAny(20, 50)).isFalse();
  }

  @Test
  void aSourceAndWhatIsOlderThanATimeAreForgottenWhole() {
    learn(HamSource.SENT, 0, 10);
    learn(HamSource.LIST, 10, 20);
    long middle = now + 15 * DAY;
    now += 60 * DAY;
    learn(HamSource.SENT, 20, 30);
    assertThat(ham.forget(Optional.of(HamSource.LIST), ANY)).isEqualTo(1);
    assertThat(knowsAny(10, 20)).isFalse();
    assertThat(ham.forget(Optional.empty(), OptionalLong.of(middle))).isEqualTo(1);
    assertThat(knowsAny(0, 10)).isFalse();
    assertThat(knowsAll(20, 30)).isTrue();
    assertThat(ham.forget(Optional.empty(), ANY)).isEqualTo(1);
    assertThat(ham.state().generations()).isEmpty();
    assertThat(ham.state().bytes()).isZero();
  }

  @Test
  void generationsAreDroppedWholeWhenTheyAreTooOld() {
    HamConfig config = new HamConfig(Duration.ofDays(30), 2, 64 << 20);
    OwnHam two = ham(config);
    long start = Math.floorDiv(now, 30 * DAY) * 30 * DAY;
    two.learn(HamSource.SENT, Mails.range(0, 10), ANY, start + 29 * DAY);
    two.learn(HamSource.SENT, Mails.range(10, 20), ANY, start + 30 * DAY);
    two.takeChanges();
    two.age(start + 60 * DAY - 1);
    assertThat(Mails.knows(two, 0)).isTrue();
    two.age(start + 60 * DAY);
    assertThat(Mails.knows(two, 0)).isFalse();
    assertThat(Mails.knows(two, 10)).isTrue();
    assertThat(two.takeChanges().dropped())
        .containsExactly(new HamPart.Name(HamSource.SENT, start, 0));
  }

  @Test
  void aSourceMayGiveSoManyMailsADay() {
    OptionalLong two = OptionalLong.of(2);
    for (int i = 0; i < 4; i++) {
      Outcome outcome =
          ham.learn(HamSource.KEPT, Mails.range(10 * i, 10 * i + 10), two, now).outcome();
      assertThat(outcome).isEqualTo(i < 2 ? Outcome.LEARNT : Outcome.DAILY_LIMIT);
    }
    assertThat(knowsAny(20, 40)).isFalse();
    assertThat(ham.learn(HamSource.KEPT, Mails.range(0, 10), two, now).outcome())
        .isEqualTo(Outcome.KNOWN); // a repeat is free
    assertThat(ham.learn(HamSource.LIST, Mails.range(20, 30), two, now).outcome())
        .isEqualTo(Outcome.LEARNT);
    assertThat(learn(HamSource.KEPT, 30, 40)).isEqualTo(Outcome.LEARNT); // the operator
    assertThat(ham.learn(HamSource.KEPT, Mails.range(40, 50), two, now + DAY).outcome())
        .isEqualTo(Outcome.LEARNT);
  }

  @Test
  void itGrowsByPartsAndNeverBeyondItsRoom() {
    OwnHam small = ham(new HamConfig(Duration.ofDays(30), 12, 200_000));
    int mails = 0;
    while (small
            .learn(HamSource.SENT, Mails.range(100 * mails, 100 * mails + 100), ANY, now)
            .outcome()
        == Outcome.LEARNT) {
      mails++;
    }
    assertThat(small.state().bytes()).isLessThanOrEqualTo(200_000);
    // 32 and 64 KiB at 2 bytes a feature; the third part, of 128 KiB, has no room
    assertThat(mails).isBetween(480, 495);
    assertThat(small.state().falsePositives()).isLessThan(0.0012);
    assertThat(small.forget(Mails.range(0, 100)).changed()).isEqualTo(100);
    assertThat(small.takeChanges().kept()).hasSize(2);
  }

  @Test
  void forgettingAndLearningInTurnIsBounded() {
    int learnt = 0;
    for (int i = 0; i < 200; i++) {
      learnt += learn(HamSource.SENT, 0, 10) == Outcome.LEARNT ? 1 : 0;
      ham.forget(Mails.range(0, 10));
    }
    assertThat(learnt).isEqualTo(OwnHam.MAX_PARTS);
    assertThat(ham.state().bytes()).isEqualTo(2L * OwnHam.MAX_PARTS * 32 * 1024);
    now += 30 * DAY;
    assertThat(learn(HamSource.SENT, 0, 10)).isEqualTo(Outcome.LEARNT);
  }

  @Test
  void falsePositivesAreAsFewAsItSays() {
    int from = 0;
    for (HamSource source : HamSource.values()) {
      for (int mail = 0; mail < 40; mail++, from += 400) {
        learn(source, from, from + 400);
      }
    }
    int wrong = 0;
    int tries = 200_000;
    for (int i = 0; i < tries; i++) {
      wrong += Mails.knows(ham, 1_000_000 + i) ? 1 : 0;
    }
    double stated = ham.state().falsePositives();
    assertThat(stated).isLessThan(4.1 * Math.pow(1 - Math.exp(-11.0 / 16), 11)); // four full parts
    assertThat((double) wrong / tries)
        .isBetween(stated - 5 * Math.sqrt(stated / tries), stated + 5 * Math.sqrt(stated / tries));
  }

  @Test
  void aDiskThatFailedIsToldEverythingAgain() {
    learn(HamSource.SENT, 0, 10);
    HamChanges changes = ham.takeChanges();
    ham.takeBack(changes);
    assertThat(ham.takeChanges().kept()).hasSize(1);
    ham.forget(Optional.empty(), ANY);
    ham.takeBack(changes); // of a part that is gone
    HamChanges after = ham.takeChanges();
    assertThat(after.kept()).isEmpty();
    assertThat(after.dropped()).hasSize(1);
  }

  @Test
  void probesAreBounded() {
    List<Id> many = new ArrayList<>();
    for (int i = 0; i <= ProbeKeys.MOST; i++) {
      many.add(Mails.key(i));
    }
    assertThatThrownBy(() -> new ProbeKeys(Scheme.CHAR50, many))
        .hasMessage("a scheme has at most 4096 probes, not 4097");
    assertThat(FeatureVector.MAX_SIZE).isLessThan(ProbeKeys.MOST);
  }
}
