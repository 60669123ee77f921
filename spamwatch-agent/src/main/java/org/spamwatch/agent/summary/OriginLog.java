package org.spamwatch.agent.summary;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.spamwatch.agent.summary.BlockServing.Portion;
import org.spamwatch.agent.summary.SummaryMessage.Known;
import org.spamwatch.overlay.Id;

/**
 * What is held of the blocks of one epoch of one origin, which lie in the store, and which of its
 * words stand: of each message the one in the block with the highest number. Blocks leave from the
 * lowest number on, so that a word never outlives one that took its place.
 */
final class OriginLog {
  /** Most numbers that are refused before nothing more of the epoch is wanted. */
  static final int MAX_REFUSED = 1_024;

  private static final long DAY_MILLIS = 86_400_000L;

  final Id origin;
  final long epoch;
  private final BlockRows rows;
  private final int log; // among those of all origins
  private final BlockNumbers blocks = new BlockNumbers(); // of each its row
  private final Map<Long, Integer> bytesOfDay = new LinkedHashMap<>(2);
  private final Runs held = new Runs();
  private final Runs settled = new Runs(); // held or refused
  private int floor; // none up to it is wanted
  private int refused;
  private int words;

  /**
   * A log without blocks.
   *
   * @param rows those of all logs
   */
  OriginLog(Id origin, long epoch, BlockRows rows) {
    this.origin = origin;
    this.epoch = epoch;
    this.rows = rows;
    this.log = rows.newLog();
  }

  /** Whether a block of a number could be taken. */
  boolean wants(int number) {
    return number > floor && refused < MAX_REFUSED && !settled.contains(number);
  }

  boolean holds(int number) {
    return blocks.contains(number);
  }

  /** The first run of numbers within a range that could be taken. */
  Optional<Runs.Run> firstWanted(int from, int to) {
    return to <= floor || refused >= MAX_REFUSED
        ? Optional.empty()
        : settled.firstMissing(Math.max(from, floor + 1), to);
  }

  /** Bytes of blocks dated on the day of a date, in milliseconds since the epoch. */
  int bytesOnDayOf(long millis) {
    return bytesOfDay.getOrDefault(day(millis), 0);
  }

  private static long day(long millis) {
    return Math.floorDiv(millis, DAY_MILLIS);
  }

  /** A block of this number is not taken. */
  void refuse(int number) {
    refused++;
    settled.add(number);
  }

  /** Takes a block that is wanted; tells those of its announcements that stand now. */
  void add(Block block, Consumer<Announcement> news) {
    int number = block.number();
    int row = rows.add(block);
    blocks.put(number, row);
    bytesOfDay.merge(day(block.timeMillis()), block.bytes(), Integer::sum);
    held.add(number);
    settled.add(number);
    for (Announcement announcement : block.announcements()) {
      int known = find(announcement.guid());
      if (known == Places.NONE || rows.words().number(known) < number) {
        words += known == Places.NONE ? 1 : 0;
        rows.stand(row, log, number, announcement);
        news.accept(announcement);
      }
    }
  }

  private int find(Id guid) {
    return rows.words().find(log, guid);
  }

  private int row(int place) {
    return (int) blocks.value(place);
  }

  /**
   * Forgets the blocks up to a number.
   *
   * @param gone told the bytes of each
   * @param forgotten told the messages of which a word stood, but for those taken back
   */
  void forgetThrough(int through, IntConsumer gone, Consumer<Id> forgotten) {
    int count = 0;
    while (count < blocks.size() && blocks.number(count) <= through) {
      int row = row(count);
      int bytes = rows.bytes(row);
      bytesOfDay.computeIfPresent(
          day(rows.timeMillis(row)),
          (day, had) -> had > bytes ? Integer.valueOf(had - bytes) : null);
      rows.forEachStanding(
          row,
          (guid, isTakenBack) -> {
            words--;
            if (!isTakenBack) {
              forgotten.accept(guid);
            }
          });
      rows.remove(row);
      gone.accept(bytes);
      count++;
    }
    blocks.removeFirst(count);
    held.removeThrough(through);
    settled.removeThrough(through);
    floor = Math.max(floor, through);
  }

  /** Whether the origin announces a message: has done so and not taken it back. */
  boolean announces(Id guid) {
    int word = find(guid);
    return word != Places.NONE && !rows.words().isTakenBack(word);
  }

  /** Whether the origin's word of a message is this one; none is as one that takes it back. */
  boolean says(Announcement announcement) {
    int word = find(announcement.guid());
    return word == Places.NONE ? announcement.isTakenBack() : rows.words().says(word, announcement);
  }

  /**
   * The date of the block in which the word of a message stands, in milliseconds since the epoch;
   * the farthest there is if none does.
   */
  long dateOf(Id guid) {
    int word = find(guid);
    return word == Places.NONE
        ? Long.MAX_VALUE
        : rows.timeMillis(row(blocks.placeOf(rows.words().number(word))));
  }

  /** The messages of which a word stands, those taken back included. */
  List<Id> guids() {
    return guidsBefore(Long.MAX_VALUE);
  }

  /** The messages of which a word stands in one of the first blocks, dated before another date. */
  List<Id> guidsBefore(long millis) {
    List<Id> guids = new ArrayList<>();
    int count = placesBefore(millis);
    for (int place = 0; place < count; place++) {
      rows.forEachStanding(row(place), (guid, isTakenBack) -> guids.add(guid));
    }
    return guids;
  }

  /** The last number of the first blocks that are dated before another date; 0 without any. */
  int lastBefore(long millis) {
    int count = placesBefore(millis);
    return count == 0 ? 0 : blocks.number(count - 1);
  }

  private int placesBefore(long millis) {
    int count = 0;
    while (count < blocks.size() && rows.timeMillis(row(count)) < millis) {
      count++;
    }
    return count;
  }

  /** Those of some blocks that are held, from the first on, as many as fit into one message. */
  Optional<Portion> fitting(int first, int last) {
    int bytes = 0;
    int place = blocks.placeOf(first);
    int end = place;
    while (end < blocks.size()
        && blocks.number(end) <= last
        && end - place < SummaryMessage.MAX_BLOCKS
        && bytes + rows.bytes(row(end)) <= Block.MAX_BYTES) {
      bytes += rows.bytes(row(end));
      end++;
    }
    return end == place
        ? Optional.empty()
        : Optional.of(
            new Portion(
                new Known(origin, epoch, blocks.number(place), blocks.number(end - 1)), bytes));
  }

  /** The runs of numbers held, the newest of them. */
  List<Runs.Run> runs(int most) {
    return held.newest(most);
  }

  boolean hasGap() {
    return settled.hasGap();
  }

  /** The lowest number held; that behind the floor if none is. */
  int firstNumber() {
    return blocks.size() == 0 ? floor + 1 : blocks.number(0);
  }

  /** The highest number held, the floor if none is. */
  int lastNumber() {
    return blocks.size() == 0 ? floor : blocks.number(blocks.size() - 1);
  }

  /** The date of the block with the lowest number, of which there is one. */
  long oldestMillis() {
    return rows.timeMillis(row(0));
  }

  /** That of the one with the highest number. */
  long newestMillis() {
    return rows.timeMillis(row(blocks.size() - 1));
  }

  /** None up to this number is wanted. */
  int floor() {
    return floor;
  }

  int blocks() {
    return blocks.size();
  }

  /** Messages of which a word stands, those taken back included. */
  int words() {
    return words;
  }
}
