package org.spamwatch.agent.summary;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.summary.SummaryMessage.BlocksWanted;
import org.spamwatch.agent.summary.SummaryMessage.Known;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.RecentMap;
import org.spamwatch.overlay.Timers;

/**
 * Asks those who have told of blocks for the ones that are wanted here: for the blocks of one
 * origin and epoch one teller at a time, the next one when it has been silent for two seconds. Few
 * questions are open to one teller at once, so that one who tells of blocks that nobody has keeps
 * none but its own questions waiting; who was silent is not heeded for a while.
 */
final class BlockPulls {
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final Duration UNHEEDED = Duration.ofSeconds(30);
  private static final int MAX_WANTS = 100_000;
  private static final int MAX_TELLERS = 4;
  private static final int MAX_OPEN = 4;
  private static final int MAX_RUN = 64;
  private static final int REMEMBERED = 1_024;

  /** The blocks of one origin in one epoch. */
  private record Name(Id origin, long epoch) {}

  /** What is wanted of one name, who has told of it, and who is asked now. */
  private static final class Want {
    final Name name;
    final Map<Id, Known> tellers = new LinkedHashMap<>(2);
    @Nullable Teller asked;
    int last;
    long askedMicros;
    Timers.@Nullable Timer silence;

    Want(Name name) {
      this.name = name;
    }
  }

  /** Somebody who is asked or is to be asked. */
  private static final class Teller {
    final Contact contact;
    final Set<Name> waiting = new LinkedHashSet<>(0); // each once, however often it is told
    int open;
    long heardMicros;

    Teller(Contact contact) {
      this.contact = contact;
    }
  }

  private final KeyBasedRouting routing;
  private final Timers timers;
  private final Function<Known, Optional<Runs.Run>> firstWanted;
  private final Map<Name, Want> wants = new LinkedHashMap<>();
  private final Map<Id, Teller> tellers = new LinkedHashMap<>();
  private final RecentMap<Id, Long> silentMicros = RecentMap.lastCome(REMEMBERED);

  /**
   * Nothing is wanted yet.
   *
   * @param firstWanted the first run of numbers wanted of what was told
   */
  BlockPulls(
      KeyBasedRouting routing, Timers timers, Function<Known, Optional<Runs.Run>> firstWanted) {
    this.routing = routing;
    this.timers = timers;
    this.firstWanted = firstWanted;
  }

  /** Somebody has told of blocks; returns whether any of them is wanted here. */
  boolean told(Contact from, Known known) {
    if (firstWanted.apply(known).isEmpty()) {
      return false;
    }
    Long silent = silentMicros.get(from.id());
    if (silent != null && timers.nowMicros() - silent < UNHEEDED.toNanos() / 1000) {
      return true;
    }
    Name name = new Name(known.origin(), known.epoch());
    Want want = wants.get(name);
    if (want == null) {
      if (wants.size() >= MAX_WANTS) {
        return true;
      }
      want = new Want(name);
      wants.put(name, want);
    }
    if (want.tellers.containsKey(from.id()) || want.tellers.size() < MAX_TELLERS) {
      want.tellers.merge(from.id(), known, BlockPulls::both);
      tellers.computeIfAbsent(from.id(), id -> new Teller(from));
    }
    if (want.asked == null) {
      ask(want);
    }
    return true;
  }

  private static Known both(Known one, Known other) {
    int first = Math.min(one.first(), other.first());
    int last = Math.max(one.last(), other.last());
    return new Known(one.origin(), one.epoch(), first, last);
  }

  /** Asks the first teller of something wanted who may be asked now; forgets what nobody told. */
  private void ask(Want want) {
    Teller busy = null;
    for (Iterator<Map.Entry<Id, Known>> all = want.tellers.entrySet().iterator(); all.hasNext(); ) {
      Map.Entry<Id, Known> told = all.next();
      Teller teller = tellers.get(told.getKey());
      Optional<Runs.Run> run = firstWanted.apply(told.getValue());
      if (teller == null || run.isEmpty()) {
        all.remove();
      } else if (teller.open < MAX_OPEN) {
        ask(want, teller, run.get());
        return;
      } else if (busy == null) {
        busy = teller;
      }
    }
    if (busy != null) {
      busy.waiting.add(want.name);
    } else {
      wants.remove(want.name);
    }
  }

  private void ask(Want want, Teller teller, Runs.Run run) {
    teller.open++;
    want.asked = teller;
    want.last = (int) Math.min(run.last(), run.first() + (long) MAX_RUN - 1);
    want.askedMicros = timers.nowMicros();
    Known wanted = new Known(want.name.origin, want.name.epoch, run.first(), want.last);
    routing.send(teller.contact, new BlocksWanted(wanted));
    want.silence = timers.after(PATIENCE, () -> silent(want, teller));
  }

  /** Whether a block that somebody sends was asked of it. */
  boolean isAsked(Contact from, Block block) {
    Want want = wants.get(new Name(block.origin().id(), block.epoch()));
    return want != null && want.asked != null && want.asked.contact.id().equals(from.id());
  }

  /** A block that was asked for has come, and was looked at. */
  void came(Contact from, Block block) {
    Want want = wants.get(new Name(block.origin().id(), block.epoch()));
    Teller teller = want == null ? null : want.asked;
    if (want == null || teller == null || !teller.contact.id().equals(from.id())) {
      return;
    }
    teller.heardMicros = timers.nowMicros();
    Known rest =
        new Known(
            want.name.origin, want.name.epoch, Math.min(block.number(), want.last), want.last);
    if (firstWanted.apply(rest).isEmpty()) {
      close(want, teller);
    }
  }

  private void silent(Want want, Teller teller) {
    long now = timers.nowMicros();
    long patience = PATIENCE.toNanos() / 1000;
    boolean isBusy = now - teller.heardMicros < patience;
    if (isBusy && now - want.askedMicros < LONGEST.toNanos() / 1000) {
      want.silence = timers.after(PATIENCE, () -> silent(want, teller)); // with other blocks
      return;
    }
    if (!isBusy) {
      silentMicros.put(teller.contact.id(), now);
    }
    want.tellers.remove(teller.contact.id());
    close(want, teller);
  }

  private void close(Want want, Teller teller) {
    if (want.silence != null) {
      want.silence.cancel();
    }
    want.asked = null;
    teller.open--;
    ask(want);
    while (teller.open < MAX_OPEN && !teller.waiting.isEmpty()) {
      Name first = teller.waiting.iterator().next();
      teller.waiting.remove(first);
      Want next = wants.get(first);
      if (next != null && next.asked == null) {
        ask(next);
      }
    }
    if (teller.open == 0 && teller.waiting.isEmpty()) {
      tellers.remove(teller.contact.id(), teller);
    }
  }

  /** Origins of which something is wanted. */
  int open() {
    return wants.size();
  }
}
