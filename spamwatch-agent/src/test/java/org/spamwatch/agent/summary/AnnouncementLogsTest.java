package org.spamwatch.agent.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.summary.AnnouncementLogs.Taken;
import org.spamwatch.agent.summary.SummaryMessage.Known;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.Revocations;
import org.spamwatch.overlay.identity.SharedSecretSignatures;

class AnnouncementLogsTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final Contact SELF = contact(0);
  private static final SummaryConfig CONFIG = SummaryConfig.DEFAULT;

  private final Timers timers = new Timers(NOW * 1000);

  /** What stands, by what was told. */
  private static final class Heard implements SummaryListener {
    final Map<List<Id>, Announcement> standing = new LinkedHashMap<>();

    @Override
    public void announced(Id origin, Announcement announcement, long timeMillis) {
      standing.put(List.of(origin, announcement.guid()), announcement);
    }

    @Override
    public void takenBack(Id origin, Id guid) {
      standing.remove(List.of(origin, guid));
    }

    @Override
    public void forgotten(Id origin, Id guid) {
      assertThat(standing.remove(List.of(origin, guid))).isNotNull();
    }
  }

  private final Heard heard = new Heard();

  private AnnouncementLogs logs(SummaryConfig config) {
    AnnouncementLogs logs =
        new AnnouncementLogs(SELF, config, timers, Revocations.none(), SummaryStore.NONE, 7);
    logs.listen(heard);
    return logs;
  }

  private static Contact contact(int number) {
    return new Contact(
        Id.of(0x1234_0000_0000_0000L + number, number, number),
        new Endpoint("peer" + number + ".example" + number % 3, 1));
  }

  private static Announcement announcement(int guid, long key) {
    FeatureVector vector = new FeatureVector(Scheme.CHAR50, false, List.of(FeatureVector.key(key)));
    return new Announcement(Id.of(guid, 0, 0), List.of(vector));
  }

  private static Block block(int origin, long epoch, int number, Announcement... announcements) {
    return dated(origin, epoch, number, NOW, announcements);
  }

  private static Block dated(
      int origin, long epoch, int number, long millis, Announcement... announcements) {
    Contact its = contact(origin);
    return Block.signed(
        new SharedSecretSignatures(its.id(), 1),
        its,
        epoch,
        number,
        millis,
        List.of(announcements));
  }

  @Test
  void theNewestWordStandsWhateverTheOrderOfBlocks() {
    AnnouncementLogs logs = logs(CONFIG);
    Id guid = Id.of(1, 0, 0);
    assertThat(logs.take(block(1, 5, 3, announcement(1, 30)))).isEqualTo(Taken.NEWS);
    assertThat(logs.take(block(1, 5, 1, announcement(1, 10)))).isEqualTo(Taken.NEWS);
    assertThat(heard.standing).containsValue(announcement(1, 30)).hasSize(1);
    assertThat(logs.take(block(1, 5, 4, Announcement.takenBack(guid)))).isEqualTo(Taken.NEWS);
    assertThat(logs.take(block(1, 5, 2, announcement(1, 20)))).isEqualTo(Taken.NEWS);
    assertThat(heard.standing).isEmpty();
  }

  @Test
  void aNumberIsGivenOnceAndAnEarlierEpochIsOver() {
    AnnouncementLogs logs = logs(CONFIG);
    logs.take(block(1, 5, 1, announcement(1, 10)));
    assertThat(logs.take(block(1, 5, 1, announcement(2, 20)))).isEqualTo(Taken.KNOWN);
    assertThat(logs.take(block(1, 4, 2, announcement(2, 20)))).isEqualTo(Taken.REFUSED);
    assertThat(heard.standing).containsOnlyKeys(List.of(contact(1).id(), Id.of(1, 0, 0)));
    assertThat(logs.firstWanted(new Known(contact(1).id(), 4, 1, 9))).isEmpty();
    assertThat(logs.take(block(1, 6, 1, announcement(2, 20)))).isEqualTo(Taken.NEWS);
    assertThat(heard.standing).containsOnlyKeys(List.of(contact(1).id(), Id.of(2, 0, 0)));
  }

  @Test
  void aNumberThatIsMissingIsAGapAfterTenMinutesAndNoLongerWhenItComes() {
    AnnouncementLogs logs = logs(CONFIG);
    logs.take(block(1, 5, 1, announcement(1, 10)));
    logs.take(block(1, 5, 3, announcement(3, 10)));
    assertThat(logs.gaps().lasting()).isEmpty();
    assertThat(logs.gaps().isAnyCounted()).isTrue();
    assertThat(logs.firstWanted(new Known(contact(1).id(), 5, 1, 9))).contains(new Runs.Run(2, 2));
    timers.advance(timers.nowMicros() + Duration.ofMinutes(11).toNanos() / 1000);
    assertThat(logs.gaps().lasting()).containsExactly(contact(1).id());
    assertThat(logs.gaps().isAnyCounted()).isFalse();
    logs.take(block(1, 5, 2, announcement(2, 10)));
    assertThat(logs.gaps().lasting()).isEmpty();
    assertThat(logs.known(1)).containsExactly(new Known(contact(1).id(), 5, 1, 3));
  }

  @Test
  void whatIsTooOldIsForgottenAndNotWantedAgain() {
    AnnouncementLogs logs = logs(CONFIG);
    logs.take(block(1, 5, 1, announcement(1, 10)));
    long later = NOW + Duration.ofDays(40).toMillis();
    logs.take(dated(1, 5, 2, later, announcement(2, 20)));
    timers.advance(timers.nowMicros() + Duration.ofDays(61).toNanos() / 1000);
    logs.sweep();
    assertThat(heard.standing).containsOnlyKeys(List.of(contact(1).id(), Id.of(2, 0, 0)));
    assertThat(logs.firstWanted(new Known(contact(1).id(), 5, 1, 2))).isEmpty();
    assertThat(logs.take(block(2, 5, 1, announcement(1, 10)))).isEqualTo(Taken.REFUSED);
  }

  @Test
  void anOriginHasNoMoreThanItsShareOfADay() {
    AnnouncementLogs logs = logs(CONFIG.withBounds(Block.MAX_BYTES, CONFIG.roomBytes(), 1));
    int number = 0;
    long taken = 0;
    while (number < 1_000) {
      number++;
      Block block = block(1, 5, number, announcement(number, 10));
      taken += logs.take(block) == Taken.NEWS ? block.bytes() : 0;
    }
    assertThat(taken).isBetween(Block.MAX_BYTES - 400L, (long) Block.MAX_BYTES);
    assertThat(logs.firstWanted(new Known(contact(1).id(), 5, 1, 1_000))).isEmpty();
    long tomorrow = NOW + Duration.ofDays(1).toMillis();
    assertThat(logs.take(dated(1, 5, 1_001, tomorrow, announcement(0, 1)))).isEqualTo(Taken.NEWS);
  }

  @Test
  void whoHasMostGivesWay() {
    AnnouncementLogs logs = logs(CONFIG.withBounds(CONFIG.bytesPerDay(), 100_000, 1));
    logs.take(block(0, 5, 1, announcement(1, 1)));
    logs.take(block(2, 5, 1, announcement(1, 1)));
    for (int number = 1; number < 500; number++) {
      logs.take(block(1, 5, number, announcement(number, 10)));
      assertThat(logs.bytes()).isLessThanOrEqualTo(100_000);
    }
    assertThat(heard.standing).containsKey(List.of(contact(0).id(), Id.of(1, 0, 0)));
    assertThat(heard.standing).containsKey(List.of(contact(2).id(), Id.of(1, 0, 0)));
    assertThat(heard.standing).containsKey(List.of(contact(1).id(), Id.of(499, 0, 0)));
    assertThat(heard.standing).doesNotContainKey(List.of(contact(1).id(), Id.of(1, 0, 0)));
    assertThat(logs.firstWanted(new Known(contact(1).id(), 5, 1, 1))).isEmpty();
  }

  @Test
  void peersWithTheSameBlocksHaveTheSameDigestsAndOthersHaveNot() {
    AnnouncementLogs one = logs(CONFIG);
    AnnouncementLogs other = logs(CONFIG);
    Block[] blocks = {
      block(1, 5, 1, announcement(1, 1)),
      block(1, 5, 2, announcement(2, 1)),
      block(2, 5, 1, announcement(1, 1))
    };
    for (int i = 0; i < blocks.length; i++) {
      one.take(blocks[i]);
      other.take(blocks[blocks.length - 1 - i]);
    }
    assertThat(one.digests()).isEqualTo(other.digests());
    one.take(block(2, 5, 3, announcement(9, 1)));
    assertThat(one.digests()).isNotEqualTo(other.digests());
    assertThat(one.digests().get(2)).isEqualTo(other.digests().get(2));
  }

  /** Blocks in any order, some numbers twice, and those up to a number forgotten now and then. */
  @Property(tries = 200)
  void ofEachMessageTheWordWithTheHighestNumberStands(@ForAll long seed) {
    Random random = new Random(seed);
    BlockRows rows = new BlockRows(SummaryPages.HEAP, seed);
    OriginLog log = new OriginLog(contact(1).id(), 5, rows);
    OriginLog other = new OriginLog(contact(2).id(), 5, rows); // shares the rows
    TreeMap<Integer, Block> twin = new TreeMap<>();
    Map<Id, Announcement> told = new LinkedHashMap<>();
    for (int i = 0; i < 60; i++) {
      Block block = drawn(random);
      if (log.wants(block.number())) {
        twin.put(block.number(), block);
        log.add(block, word -> told.put(word.guid(), word));
      }
      other.add(dated(2, 5, i + 1, NOW, drawn(random).announcements().get(0)), word -> {});
      if (random.nextInt(8) == 0) {
        int through = log.firstNumber() + random.nextInt(4);
        List<Integer> gone = new ArrayList<>();
        List<Integer> expected =
            twin.headMap(through, true).values().stream().map(Block::bytes).toList();
        log.forgetThrough(through, gone::add, told::remove);
        twin.headMap(through, true).clear();
        assertThat(gone).isEqualTo(expected);
      }
      Map<Id, Announcement> standing = new LinkedHashMap<>();
      twin.values().forEach(held -> held.announcements().forEach(w -> standing.put(w.guid(), w)));
      assertThat(log.guids()).containsExactlyInAnyOrderElementsOf(standing.keySet());
      assertThat(log.words()).isEqualTo(standing.size());
      standing.forEach(
          (guid, word) -> {
            assertThat(log.says(word)).isTrue();
            assertThat(log.says(announcement(0, 99))).isFalse();
            assertThat(log.announces(guid)).isEqualTo(!word.isTakenBack());
          });
      told.values().removeIf(Announcement::isTakenBack);
      standing.values().removeIf(Announcement::isTakenBack);
      assertThat(told).isEqualTo(standing);
      assertThat(log.blocks()).isEqualTo(twin.size());
      assertThat(log.bytesOnDayOf(NOW))
          .isEqualTo(twin.values().stream().mapToInt(Block::bytes).sum());
    }
  }

  private static Block drawn(Random random) {
    Map<Id, Announcement> some = new LinkedHashMap<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      Announcement word = announcement(1 + random.nextInt(9), random.nextInt(3));
      boolean isOver = random.nextInt(4) == 0;
      some.put(word.guid(), isOver ? Announcement.takenBack(word.guid()) : word);
    }
    Announcement[] words = some.values().toArray(Announcement[]::new);
    return block(1, 5, 1 + random.nextInt(40), words);
  }

  @Property(tries = 100)
  void blocksAreInTheOrderOfTheirNumbers(@ForAll long seed) {
    Random random = new Random(seed);
    BlockNumbers tried = new BlockNumbers();
    TreeMap<Integer, Long> twin = new TreeMap<>();
    for (int i = 0; i < 100; i++) {
      int number = random.nextInt(60);
      assertThat(tried.contains(number)).isEqualTo(twin.containsKey(number));
      if (twin.putIfAbsent(number, (long) i) == null) {
        tried.put(number, i);
      }
      if (random.nextInt(10) == 0) {
        int count = random.nextInt(twin.size() + 1);
        tried.removeFirst(count);
        List.copyOf(twin.keySet()).stream().limit(count).forEach(twin::remove);
      }
      List<Integer> numbers = List.copyOf(twin.keySet());
      assertThat(tried.size()).isEqualTo(numbers.size());
      for (int place = 0; place < numbers.size(); place++) {
        assertThat(tried.number(place)).isEqualTo(numbers.get(place));
        assertThat(tried.value(place)).isEqualTo(twin.get(numbers.get(place)));
      }
      assertThat(tried.placeOf(number)).isEqualTo(twin.headMap(number).size());
    }
  }

  @Property(tries = 200)
  void runsAreASetOfNumbers(@ForAll long seed) {
    Random random = new Random(seed);
    Runs runs = new Runs();
    TreeSet<Integer> twin = new TreeSet<>();
    for (int i = 0; i < 60; i++) {
      int number = 1 + random.nextInt(40);
      if (random.nextInt(8) == 0) {
        runs.removeThrough(number / 2);
        twin.headSet(number / 2, true).clear();
      } else {
        runs.add(number);
        twin.add(number);
      }
      int from = 1 + random.nextInt(40);
      int to = from + random.nextInt(10);
      List<Integer> missing = new ArrayList<>();
      for (int n = from; n <= to && (missing.isEmpty() || !twin.contains(n)); n++) {
        if (!twin.contains(n)) {
          missing.add(n);
        }
      }
      Optional<Runs.Run> expected =
          missing.isEmpty()
              ? Optional.empty()
              : Optional.of(new Runs.Run(missing.get(0), missing.get(missing.size() - 1)));
      assertThat(runs.firstMissing(from, to)).isEqualTo(expected);
      assertThat(runs.contains(from)).isEqualTo(twin.contains(from));
      assertThat(runs.newest(100).stream().mapToInt(run -> run.last() - run.first() + 1).sum())
          .isEqualTo(twin.size());
    }
  }

  @Test
  void behindTheLastNumberThereIsNothingToAskFor() {
    OriginLog log = new OriginLog(Id.ZERO, 1, new BlockRows(SummaryPages.HEAP, 7));
    assertThat(log.firstWanted(1, Integer.MAX_VALUE)).isPresent();
    log.forgetThrough(Integer.MAX_VALUE, bytes -> {}, guid -> {});
    assertThat(log.firstWanted(1, Integer.MAX_VALUE)).isEmpty();
  }
}
