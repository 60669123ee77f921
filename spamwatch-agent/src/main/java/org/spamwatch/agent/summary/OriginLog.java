package org.spamwatch.agent.summary;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.spamwatch.overlay.Id;

/**
 * The blocks of one epoch of one origin, and which of its words stand: of each message the one in
 * the block with the highest number. Blocks leave from the lowest number on, so that a word never
 * outlives one that took its place.
 */
final class OriginLog {
  /** Most numbers that are refused before nothing more of the epoch is wanted. */
  static final int MAX_REFUSED = 1_024;

  private static final long DAY_MILLIS = 86_400_000L;

  final Id origin;
  final long epoch;
  private final TreeMap<Integer, Block> blocks = new TreeMap<>();
  private final Map<Id, Integer> words = new LinkedHashMap<>(); // by message, the block's number
  private final Map<Long, Integer> bytesOfDay = new LinkedHashMap<>(2);
  private final Runs held = new Runs();
  private final Runs settled = new Runs(); // held or refused
  private int floor; // none up to it is wanted
  private int refused;

  /** When a number below the last one was first found missing, -1 if none is. */
  long gapSinceMicros = -1;

  OriginLog(Id origin, long epoch) {
    this.origin = origin;
    this.epoch = epoch;
  }

  /** Whether a block of a number could be taken. */
  boolean wants(int number) {
    return number > floor && refused < MAX_REFUSED && !settled.contains(number);
  }

  boolean holds(int number) {
    return blocks.containsKey(number);
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
    blocks.put(number, block);
    bytesOfDay.merge(day(block.timeMillis()), block.bytes(), Integer::sum);
    held.add(number);
    settled.add(number);
    for (Announcement announcement : block.announcements()) {
      Integer known = words.get(announcement.guid());
      if (known == null || known < number) {
        words.put(announcement.guid(), number);
        news.accept(announcement);
      }
    }
  }

  /** Forgets the blocks up to a number; tells the announcements that stood, of messages only. */
  void forgetThrough(int through, Consumer<Block> gone, Consumer<Announcement> forgotten) {
    while (!blocks.isEmpty() && blocks.firstKey() <= through) {
      Block block = blocks.pollFirstEntry().getValue();
      bytesOfDay.computeIfPresent(
          day(block.timeMillis()),
          (day, bytes) -> bytes > block.bytes() ? Integer.valueOf(bytes - block.bytes()) : null);
      for (Announcement announcement : block.announcements()) {
        if (words.remove(announcement.guid(), block.number()) && !announcement.isTakenBack()) {
          forgotten.accept(announcement);
        }
      }
      gone.accept(block);
    }
    held.removeThrough(through);
    settled.removeThrough(through);
    floor = Math.max(floor, through);
  }

  /** What the origin says of a message, if anything; nothing else than that it is taken back. */
  Optional<Announcement> word(Id guid) {
    return blockOf(guid)
        .flatMap(
            block ->
                block.announcements().stream()
                    .filter(announcement -> announcement.guid().equals(guid))
                    .findFirst());
  }

  /** The block in which its word of a message stands. */
  Optional<Block> blockOf(Id guid) {
    Integer number = words.get(guid);
    return number == null ? Optional.empty() : Optional.ofNullable(blocks.get(number));
  }

  /** The messages of which a word stands, those taken back included. */
  List<Id> guids() {
    return List.copyOf(words.keySet());
  }

  /** Whether a block of this epoch is held, or is older than those that are. */
  boolean knows(Block block) {
    Block held = blocks.get(block.number());
    return held == null ? block.number() <= floor : held.equals(block);
  }

  /** The blocks held from a number on. */
  Iterable<Block> from(int number) {
    return blocks.tailMap(number).values();
  }

  /** The runs of numbers held, the newest of them. */
  List<Runs.Run> runs(int most) {
    return held.newest(most);
  }

  boolean hasGap() {
    return settled.hasGap();
  }

  /** The block with the lowest number. */
  Optional<Block> oldest() {
    return blocks.isEmpty() ? Optional.empty() : Optional.of(blocks.firstEntry().getValue());
  }

  /** The highest number held, the floor if none is. */
  int lastNumber() {
    return blocks.isEmpty() ? floor : blocks.lastKey();
  }

  int blocks() {
    return blocks.size();
  }

  /** Messages of which a word stands, those taken back included. */
  int words() {
    return words.size();
  }
}
