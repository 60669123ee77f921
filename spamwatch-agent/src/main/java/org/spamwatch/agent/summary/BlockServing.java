package org.spamwatch.agent.summary;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.spamwatch.agent.summary.SummaryMessage.BlocksTold;
import org.spamwatch.agent.summary.SummaryMessage.Known;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.TokenBuckets;

/**
 * Sends what others ask for: to each asker one message at a time, the next when it has acknowledged
 * the one before, and no more bytes a second than it, and all together, may have. Blocks are read
 * from the store only then.
 */
final class BlockServing {
  /** After how long an asker that has had its share of bytes is looked at again. */
  static final Duration PAUSE = Duration.ofMillis(250);

  private static final int MAX_ASKERS = 256;
  private static final int MAX_WAITING = 8;
  private static final int MOST_BYTES = 1_000_000;
  private static final String ALL = "all";

  private final KeyBasedRouting routing;
  private final Timers timers;
  private final Function<Known, Optional<Portion>> fitting;
  private final SummaryStore store;
  private final TokenBuckets<Id> bytesOfOne;
  private final TokenBuckets<String> bytesOfAll;
  private final Map<Id, Deque<Known>> waiting = new LinkedHashMap<>();

  /**
   * Blocks that fit a message, the first and the last of them held, and the bytes of those held.
   */
  record Portion(Known blocks, int bytes) {}

  /**
   * Nothing is asked for yet.
   *
   * @param fitting those of some blocks that are held, the first of them, as many as fit a message
   * @param perSecond bytes a second for one asker
   */
  BlockServing(
      KeyBasedRouting routing,
      Timers timers,
      Function<Known, Optional<Portion>> fitting,
      SummaryStore store,
      int perSecond) {
    this.routing = routing;
    this.timers = timers;
    this.fitting = fitting;
    this.store = store;
    this.bytesOfOne = new TokenBuckets<>(timers, perSecond, perSecond, 4 * MAX_ASKERS);
    int ofAll = (int) Math.min(MOST_BYTES, 4L * perSecond);
    this.bytesOfAll = new TokenBuckets<>(timers, ofAll, ofAll, 1);
  }

  /** Whether somebody may be sent so many bytes now; they are charged then. */
  boolean mayHave(Id asker, int bytes) {
    return bytesOfOne.take(asker, bytes) && bytesOfAll.take(ALL, bytes);
  }

  /** Somebody asks for blocks. */
  void asked(Contact asker, Known wanted) {
    Deque<Known> asks = waiting.get(asker.id());
    if (asks != null) {
      if (asks.size() < MAX_WAITING) {
        asks.add(wanted);
      }
    } else if (waiting.size() < MAX_ASKERS) {
      waiting.put(asker.id(), new ArrayDeque<>(List.of(wanted)));
      next(asker);
    }
  }

  private void next(Contact asker) {
    Deque<Known> asks = waiting.getOrDefault(asker.id(), new ArrayDeque<>(0));
    Optional<Portion> portion = Optional.empty();
    while (!asks.isEmpty() && portion.isEmpty()) {
      portion = fitting.apply(asks.element());
      if (portion.isEmpty()) {
        asks.remove();
      }
    }
    if (portion.isEmpty()) {
      waiting.remove(asker.id());
    } else if (mayHave(asker.id(), portion.get().bytes())) {
      read(asker, asks, portion.get().blocks());
    } else {
      timers.after(PAUSE, () -> next(asker));
    }
  }

  private void read(Contact asker, Deque<Known> asks, Known portion) {
    Known asked = asks.remove();
    if (portion.last() < asked.last()) {
      asks.addFirst(new Known(asked.origin(), asked.epoch(), portion.last() + 1, asked.last()));
    }
    store.read(portion, blocks -> send(asker, blocks));
  }

  private void send(Contact asker, List<Block> blocks) {
    if (blocks.isEmpty()) {
      waiting.remove(asker.id()); // they have gone meanwhile, or the disk has failed
      return;
    }
    routing.send(
        asker,
        new BlocksTold(blocks),
        arrived -> {
          if (arrived) {
            next(asker);
          } else {
            waiting.remove(asker.id());
          }
        });
  }
}
