package org.spamwatch.agent.summary;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.spamwatch.agent.summary.SummaryMessage.Known;
import org.spamwatch.agent.vote.MessageVotes;
import org.spamwatch.agent.vote.NodeLayers;
import org.spamwatch.agent.vote.Tally;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteTable;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Signatures;

/**
 * Brings what this peer announces in line with what its own voters say: a message that more of them
 * call spam than ham is announced with the vectors for which a word of spam stands, any other taken
 * back if it was announced. What changes within two seconds goes into one block. While the clock is
 * known to be wrong nothing is signed: others would refuse it. Nor is anything before others were
 * heard on what they hold of this peer's own: a number that was given before the disk was lost, or
 * an older image of it restored, would be given to another block, which nobody would take.
 *
 * <p>What is announced stands as long as its block is held, so it is announced anew before that is
 * too old. A block is told to others when it is on disk: else its number could be given to another
 * one after a crash.
 */
final class Announcer {
  private static final Comparator<FeatureVector> TEXT_FIRST =
      Comparator.<FeatureVector, Boolean>comparing(
              vector -> vector.scheme().equals(Scheme.EVIDENCE))
          .thenComparing(vector -> vector.digest());

  private static final Duration LATER = Duration.ofMinutes(1);
  private static final Duration SOON = Duration.ofMillis(2);

  /** Messages looked at in one turn: after a start all that own voters have voted on are. */
  private static final int MAX_LOOKED_AT = 1_000;

  private static final Duration BETWEEN_RENEWALS = Duration.ofHours(1);

  /** The last part of the retention, in which a word is announced anew. */
  private static final int RENEWED_OF = 6;

  /** Room that signature, membership and the longest contact take of a block. */
  private static final int ENVELOPE_BYTES = 512;

  private final NodeLayers node;
  private final SummaryConfig config;
  private final Signatures signatures;
  private final AnnouncementLogs logs;
  private final SummaryStore store;
  private final VoteTable votes;
  private final Consumer<Block> tell;
  private final Set<Id> changed = new LinkedHashSet<>();
  private boolean isLoaded;
  private boolean isGathering;
  private BooleanSupplier hasCompared = () -> false;

  /**
   * Announces nothing yet.
   *
   * @param tell told of each block that is signed, on disk and in the logs
   */
  Announcer(
      NodeLayers node,
      SummaryConfig config,
      Signatures signatures,
      AnnouncementLogs logs,
      SummaryStore store,
      VoteTable votes,
      Consumer<Block> tell) {
    this.node = node;
    this.config = config;
    this.signatures = signatures;
    this.logs = logs;
    this.store = store;
    this.votes = votes;
    this.tell = tell;
    votes.onOwnWord(this::consider);
  }

  /**
   * What was announced before is loaded: begins to announce, and to announce anew what is about to
   * be too old.
   *
   * @param isWhole whether no block of this peer's may have been lost; else it begins a new epoch
   * @param compared whether others were heard on what they hold of this peer's own
   */
  void start(boolean isWhole, BooleanSupplier compared) {
    isLoaded = true;
    hasCompared = compared;
    if (!isWhole) {
      log().ifPresent(log -> lost(log.epoch));
    }
    if (!changed.isEmpty()) {
      gather();
    }
    renewLater();
  }

  private void renewLater() {
    node.timers()
        .after(
            BETWEEN_RENEWALS,
            () -> {
              renew();
              if (log().filter(held -> isAhead(held, node.timers().dateMillis())).isPresent()) {
                gather();
              }
              renewLater();
            });
  }

  /** What own voters say of a message may have changed. */
  private void consider(Id guid) {
    if (!isLoaded || next(guid).isPresent()) {
      changed.add(guid);
      gather();
    }
  }

  private void gather() {
    if (isLoaded && !isGathering) {
      isGathering = true;
      node.timers().after(config.gather(), this::sign);
    }
  }

  private Optional<OriginLog> log() {
    return logs.log(node.routing().self().id()).filter(held -> held.epoch > logs.lostEpoch());
  }

  /** What is to be announced of a message now, if it is not what was announced last. */
  private Optional<Announcement> next(Id guid) {
    List<FeatureVector> vectors = votes.ownWord(guid).map(Announcer::called).orElse(List.of());
    Announcement wanted = new Announcement(guid, vectors);
    Optional<OriginLog> log = log();
    boolean isSaid = log.map(held -> held.says(wanted)).orElse(wanted.isTakenBack());
    boolean isOld =
        !wanted.isTakenBack()
            && log.filter(held -> held.dateOf(guid) < renewedMillis()).isPresent();
    return isSaid && !isOld ? Optional.empty() : Optional.of(wanted);
  }

  /**
   * The vectors that own voters call spam, those of text first, in the order of their digests: if
   * there are too many, evidence beside the text gives way.
   */
  private static List<FeatureVector> called(MessageVotes own) {
    Tally tally = Tally.ofLastWords(own.votes());
    if (tally.spam() <= tally.ham()) {
      return List.of();
    }
    Set<Id> digests = new LinkedHashSet<>();
    own.votes().stream()
        .filter(vote -> vote.value() == VoteValue.SPAM)
        .forEach(vote -> digests.addAll(vote.digests()));
    return own.vectors().stream()
        .filter(vector -> digests.contains(vector.digest()))
        .sorted(TEXT_FIRST)
        .limit(Vote.MAX_DIGESTS)
        .toList();
  }

  /** What stands in a block of an earlier date is announced anew. */
  private long renewedMillis() {
    long retention = config.retention().toMillis();
    return node.timers().dateMillis() - retention + retention / RENEWED_OF;
  }

  private void renew() {
    log().ifPresent(log -> log.guidsBefore(renewedMillis()).forEach(this::consider));
  }

  /** Signs one block of what has changed, and comes again for the rest. */
  private void sign() {
    if (!hasCompared.getAsBoolean()) {
      node.timers().after(config.gather(), this::sign);
      return;
    }
    long date = node.timers().dateMillis();
    int today = log().map(log -> log.bytesOnDayOf(date)).orElse(0);
    if (node.timers().calendar().wrong().isPresent()
        || today + Block.MAX_BYTES > config.bytesPerDay()) {
      node.timers().after(LATER, this::sign);
      return;
    }
    log().filter(held -> isAhead(held, date)).ifPresent(held -> beginAnew(held, date));
    List<Announcement> some = takeSome();
    if (some.isEmpty()) {
      isGathering = !changed.isEmpty();
      if (isGathering) {
        node.timers().after(SOON, this::sign);
      }
      return;
    }
    Optional<OriginLog> log = log();
    long epoch = log.map(held -> held.epoch).orElse(Math.max(date, logs.lostEpoch() + 1));
    int number = log.map(OriginLog::lastNumber).orElse(0) + 1;
    Block block = Block.signed(signatures, node.routing().self(), epoch, number, date, some);
    store.put(block);
    store.durable(() -> signed(block));
  }

  /** Whether something was signed while the clock was ahead: others take it only at that date. */
  private boolean isAhead(OriginLog held, long date) {
    return held.epoch > latest(date) || (held.blocks() > 0 && held.newestMillis() > latest(date));
  }

  private long latest(long date) {
    return date + node.limits().maxRecordSkewMillis();
  }

  /** All that stands is announced in another epoch; in an earlier one if nobody has taken any. */
  private void beginAnew(OriginLog held, long date) {
    List<Id> guids = held.guids();
    if (held.epoch > latest(date)) {
      logs.forget(held.origin);
    } else {
      logs.lose(held.epoch);
    }
    changed.addAll(guids);
  }

  /** As much of what has changed as fits a block. */
  private List<Announcement> takeSome() {
    List<Announcement> some = new ArrayList<>();
    int bytes = ENVELOPE_BYTES;
    Iterator<Id> all = changed.iterator();
    for (int looked = 0; looked < MAX_LOOKED_AT && all.hasNext(); looked++) {
      Optional<Announcement> next = next(all.next());
      bytes += next.map(Block::bytes).orElse(0);
      if (bytes > Block.MAX_BYTES || some.size() == Block.MAX_ANNOUNCEMENTS) {
        break;
      }
      next.ifPresent(some::add);
      all.remove();
    }
    return some;
  }

  private void signed(Block block) {
    logs.hold(block);
    tell.accept(block);
    isGathering = false;
    if (!changed.isEmpty()) {
      gather();
    }
  }

  /**
   * Another has a genuine block of this peer. One that is not held here was lost with the disk, or
   * signed while the clock was ahead: all that stands is announced in a later epoch then.
   */
  void met(Block own) {
    OriginLog held = log().filter(log -> log.epoch >= own.epoch()).orElse(null);
    if (held == null) {
      lost(own.epoch());
    } else if (held.epoch > own.epoch() || own.number() <= held.floor()) {
      return;
    } else if (held.holds(own.number())) {
      Known name = new Known(held.origin, held.epoch, own.number(), own.number());
      store.read(
          name,
          ours -> {
            if (ours.stream().anyMatch(block -> !block.equals(own))) {
              lost(own.epoch());
            }
          });
    } else {
      lost(own.epoch());
    }
  }

  private void lost(long epoch) {
    log().ifPresent(held -> changed.addAll(held.guids()));
    logs.lose(epoch);
    gather();
  }
}
