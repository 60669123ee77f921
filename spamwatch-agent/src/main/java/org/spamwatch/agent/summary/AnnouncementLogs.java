package org.spamwatch.agent.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.summary.BlockServing.Portion;
import org.spamwatch.agent.summary.SummaryMessage.Known;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.Revocations;

/**
 * What is held of every origin: the blocks of its latest epoch, which lie in the store. The first
 * block of a name that is held stays. Together they take no more room than they may, and who has
 * most gives way ({@link LogRoom}); an origin's blocks of one day, no more than they may.
 */
final class AnnouncementLogs {
  /** What became of a block. */
  enum Taken {
    /** It is held now. */
    NEWS,
    /** One of its name is held, or has been. */
    KNOWN,
    /** Its origin is revoked or has begun a later epoch, or it is too old or over a bound. */
    REFUSED,
    /** The disk is too slow for it now, or has failed. */
    NOT_NOW
  }

  /** Runs of one origin that are told: of more, those with the highest numbers. */
  static final int RUNS_TOLD = 8;

  /** What a log without blocks takes of the heap, about. */
  private static final int LOG_BYTES = 600;

  /** What a block takes of heap, index and file besides its bytes, about. */
  private static final int ROW_BYTES = 200;

  private final Id self;
  private final SummaryConfig config;
  private final Timers timers;
  private final Revocations revocations;
  private final SummaryStore store;
  private final LogRoom room;
  private final BlockRows rows;
  private final Gaps gaps;
  private final TreeMap<Id, Held> logs = new TreeMap<>();
  private final @Nullable Long[] digests = new Long[SummaryMessage.RANGES];
  private SummaryListener listener = SummaryListener.NONE;
  private long lostEpoch = Long.MIN_VALUE;

  /** A log, and the contact to which what it takes is charged. */
  private record Held(Contact origin, OriginLog log) {}

  AnnouncementLogs(
      Contact self,
      SummaryConfig config,
      Timers timers,
      Revocations revocations,
      SummaryStore store,
      long secret) {
    this.self = self.id();
    this.config = config;
    this.timers = timers;
    this.revocations = revocations;
    this.store = store;
    this.room = new LogRoom(self, config.roomBytes(), secret);
    this.rows = new BlockRows(store.pages(), ~secret);
    this.gaps = new Gaps(timers);
  }

  void listen(SummaryListener other) {
    listener = listener.and(other);
  }

  /**
   * Loads what the store holds, now or on later turns; that was looked at when it was put there.
   *
   * @param ended told when all is held, and whether nothing was lost
   */
  void restore(Consumer<Boolean> ended) {
    store.load(
        new SummaryStore.Loading() {
          @Override
          public void block(Block block) {
            hold(block);
          }

          @Override
          public void ended(boolean isWhole) {
            logs.values().forEach(AnnouncementLogs.this::tidy);
            ended.accept(isWhole);
          }
        });
  }

  /** Forgets what the store told that was not taken: what had been forgotten before. */
  private void tidy(Held held) {
    store.forget(held.log.origin, held.log.epoch, held.log.floor());
  }

  /** Takes a block that is in the store. */
  void hold(Block block) {
    take(block, false);
  }

  /** Takes a block whose signature holds. */
  Taken take(Block block) {
    return store.isWell() && !store.isBehind() ? take(block, true) : Taken.NOT_NOW;
  }

  private Taken take(Block block, boolean isNew) {
    Id origin = block.origin().id();
    Held held = logs.get(origin);
    if (revocations.hasNode(origin) || (held != null && block.epoch() < held.log.epoch)) {
      return Taken.REFUSED;
    }
    if (held == null || block.epoch() > held.log.epoch) {
      held = begin(block);
    }
    OriginLog log = held.log;
    if (!log.wants(block.number())) {
      return Taken.KNOWN;
    }
    if (isDead(block)) {
      forgetThrough(held, block.number());
      return Taken.REFUSED;
    }
    boolean isOwn = origin.equals(self);
    if (!isOwn && log.bytesOnDayOf(block.timeMillis()) + block.bytes() > config.bytesPerDay()) {
      log.refuse(block.number());
      return Taken.REFUSED;
    }
    add(held, block, isNew);
    return log.holds(block.number()) ? Taken.NEWS : Taken.REFUSED; // it may be what gave way
  }

  private void add(Held held, Block block, boolean isNew) {
    OriginLog log = held.log;
    room.charge(held.origin, ROW_BYTES + block.bytes());
    if (isNew) {
      store.put(block);
    }
    log.add(
        block,
        announcement -> {
          if (announcement.isTakenBack()) {
            listener.takenBack(log.origin, announcement.guid());
          } else {
            listener.announced(log.origin, announcement, block.timeMillis());
          }
        });
    changed(log);
    boolean isGiven = true;
    while (isGiven && room.isOver()) {
      isGiven = giveWay();
    }
  }

  private Held begin(Block first) {
    forget(first.origin().id());
    Id origin = first.origin().id();
    Held held = new Held(first.origin(), new OriginLog(origin, first.epoch(), rows));
    logs.put(origin, held);
    room.charge(held.origin, LOG_BYTES);
    return held;
  }

  private boolean giveWay() {
    Held heaviest = room.heaviest().map(logs::get).orElse(null);
    if (heaviest == null) {
      return false;
    }
    if (heaviest.log.blocks() > 0) {
      forgetThrough(heaviest, heaviest.log.firstNumber());
    } else {
      forget(heaviest.log.origin);
    }
    return true;
  }

  private void changed(OriginLog log) {
    gaps.set(log.origin, log.hasGap());
    digests[log.origin.digit(0)] = null;
  }

  private boolean isDead(Block block) {
    return block.timeMillis() < eldestMillis();
  }

  private long eldestMillis() {
    return timers.calendar().settledMillis() - config.retention().toMillis();
  }

  private void forgetThrough(Held held, int through) {
    OriginLog log = held.log;
    log.forgetThrough(
        through,
        bytes -> room.charge(held.origin, -ROW_BYTES - bytes),
        guid -> listener.forgotten(log.origin, guid));
    store.forget(log.origin, log.epoch, through);
    changed(log);
  }

  /** Forgets all that is held of an origin. */
  void forget(Id origin) {
    Held held = logs.get(origin);
    if (held != null) {
      forgetThrough(held, Integer.MAX_VALUE);
      room.charge(held.origin, -LOG_BYTES);
      logs.remove(origin);
    }
  }

  /** A question about what an origin announces of a message has led to no vote of anybody. */
  void fruitless(Id origin) {
    room.fruitless(origin);
  }

  /** Forgets what is too old; to be called once an hour. Costs O(origins). */
  void sweep() {
    room.forgive();
    for (Held held : List.copyOf(logs.values())) {
      int through = held.log.lastBefore(eldestMillis());
      if (through > 0) {
        forgetThrough(held, through);
      }
      if (held.log.blocks() == 0 && !held.log.origin.equals(self)) {
        forget(held.log.origin);
      }
    }
  }

  /** Forgets the logs of revoked origins. Costs O(origins). */
  void heedRevocations() {
    List.copyOf(logs.keySet()).stream().filter(revocations::hasNode).forEach(this::forget);
  }

  /** Own blocks up to an epoch are not all held here though others have them: that log is over. */
  void lose(long epoch) {
    lostEpoch = Math.max(lostEpoch, epoch);
  }

  /** The last epoch of this peer that is over. */
  long lostEpoch() {
    return lostEpoch;
  }

  /** The first run of numbers of what another has told of that is wanted here. */
  Optional<Runs.Run> firstWanted(Known told) {
    boolean isLost = told.origin().equals(self) && told.epoch() <= lostEpoch;
    if (isLost || revocations.hasNode(told.origin())) {
      return Optional.empty();
    }
    Held held = logs.get(told.origin());
    if (held == null || held.log.epoch < told.epoch()) {
      return Optional.of(new Runs.Run(told.first(), told.last()));
    }
    return held.log.epoch == told.epoch()
        ? held.log.firstWanted(told.first(), told.last())
        : Optional.empty();
  }

  /** Those of some blocks that are held, from the first on, as many as fit into one message. */
  Optional<Portion> fitting(Known wanted) {
    return log(wanted.origin())
        .filter(log -> log.epoch == wanted.epoch())
        .flatMap(log -> log.fitting(wanted.first(), wanted.last()));
  }

  /** The runs held of all origins whose id begins with a digit, in the order of origins. */
  List<Known> known(int digit) {
    List<Known> known = new ArrayList<>();
    Id first = Id.ZERO.withDigit(0, digit);
    Map<Id, Held> range =
        digit == Id.BASE - 1
            ? logs.tailMap(first)
            : logs.subMap(first, Id.ZERO.withDigit(0, digit + 1));
    for (Held held : range.values()) {
      for (Runs.Run run : held.log.runs(RUNS_TOLD)) {
        known.add(new Known(held.log.origin, held.log.epoch, run.first(), run.last()));
      }
    }
    return known;
  }

  /** A digest over {@link #known} for each digit. */
  List<Long> digests() {
    List<Long> all = new ArrayList<>(digests.length);
    for (int digit = 0; digit < digests.length; digit++) {
      Long digest = digests[digit];
      if (digest == null) {
        digest = LogDigest.of(known(digit));
        digests[digit] = digest;
      }
      all.add(digest);
    }
    return all;
  }

  /** What is held of an origin. */
  Optional<OriginLog> log(Id origin) {
    return Optional.ofNullable(logs.get(origin)).map(Held::log);
  }

  /** The origins of which numbers are missing. */
  Gaps gaps() {
    return gaps;
  }

  int origins() {
    return logs.size();
  }

  /** Blocks held. Costs O(origins). */
  long blocks() {
    return logs.values().stream().mapToLong(held -> held.log.blocks()).sum();
  }

  /** Words that stand, of all origins. Costs O(origins). */
  long words() {
    return logs.values().stream().mapToLong(held -> held.log.words()).sum();
  }

  /** What all blocks are charged with. */
  long bytes() {
    return room.bytes();
  }

  /** The date of the oldest block held, in milliseconds since the epoch; 0 without any. */
  long oldestMillis() {
    return logs.values().stream()
        .map(Held::log)
        .filter(log -> log.blocks() > 0)
        .mapToLong(OriginLog::oldestMillis)
        .min()
        .orElse(0);
  }

  /** That of the newest. */
  long newestMillis() {
    return logs.values().stream()
        .map(Held::log)
        .filter(log -> log.blocks() > 0)
        .mapToLong(OriginLog::newestMillis)
        .max()
        .orElse(0);
  }
}
