package org.spamwatch.agent.summary;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.summary.SummaryMessage.BlocksKnown;
import org.spamwatch.agent.summary.SummaryMessage.Known;
import org.spamwatch.agent.summary.SummaryMessage.LogDigests;
import org.spamwatch.agent.summary.SummaryMessage.LogsHeld;
import org.spamwatch.agent.vote.NodeLayers;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RecentMap;

/**
 * Compares, once a minute and with one neighbour by lot, what is held: by digests of sixteen ranges
 * of origins, and the runs held of those ranges that differ. What is missing here is pulled, what
 * is missing there is told. So who was away, or missed what was told, comes to have it all.
 *
 * <p>A neighbour agrees when all that it told is held here. A peer has synchronised when three
 * neighbours of different address groups have agreed within ten minutes, or all that it has; until
 * then it compares every few seconds. Who has had nobody next to it for ten minutes has all that
 * can be had, until somebody comes.
 */
final class AntiEntropy {
  private static final Duration SOON = Duration.ofSeconds(3);
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration LONELY = Duration.ofMinutes(10);
  private static final Duration KEPT_WAITING = Duration.ofMinutes(10);
  private static final int AGREED = 10;
  private static final int ENOUGH = 3;
  private static final int MAX_AGREED = 64;
  private static final int KNOWN_BYTES = 36;
  private static final int MAX_TOLD = 100_000;
  private static final int MAX_ANSWERS = 64;

  /** A comparison under way: what the other has told of the ranges that differ. */
  private static final class Comparison {
    final Contact with;
    final long begunMicros;
    final List<Known> theirs = new ArrayList<>();
    final List<Known> missing = new ArrayList<>();
    boolean isAnswered;

    Comparison(Contact with, long begunMicros) {
      this.with = with;
      this.begunMicros = begunMicros;
    }
  }

  private final NodeLayers node;
  private final Supplier<List<Contact>> neighbours;
  private final AnnouncementLogs logs;
  private final BlockPulls pulls;
  private final BlockServing serving;
  private final Duration compare;
  private final RecentMap<Id, Long> agreedMicros = RecentMap.lastUsed(MAX_AGREED);
  private final Set<Id> answering = new LinkedHashSet<>();
  private @Nullable Comparison underWay;
  private long sinceMicros = -1; // how long there has been somebody next to this peer, or nobody
  private boolean isAmongOthers;
  private boolean hasCompared;

  /**
   * Nothing was compared yet.
   *
   * @param compare how often that is done; a neighbour that agreed is believed to for {@value
   *     #AGREED} times as long
   */
  AntiEntropy(
      NodeLayers node,
      Supplier<List<Contact>> neighbours,
      AnnouncementLogs logs,
      BlockPulls pulls,
      BlockServing serving,
      Duration compare) {
    this.node = node;
    this.neighbours = neighbours;
    this.logs = logs;
    this.pulls = pulls;
    this.serving = serving;
    this.compare = compare;
  }

  /** Begins to compare. */
  void start() {
    long period = (isSynchronised() ? compare : SOON).toNanos() / 1000;
    long jittered = period * 3 / 4 + node.random().nextLong(period / 2);
    node.timers().afterMicros(jittered, this::turn);
  }

  private void turn() {
    settle();
    List<Contact> others = neighbours.get();
    look(!others.isEmpty());
    if (!isSynchronised()) {
      List<Contact> open = others.stream().filter(other -> !hasAgreed(other)).toList();
      others = open.isEmpty() ? others : open;
    }
    if (!others.isEmpty() && !isBusy()) {
      compare(others.get(node.random().nextInt(others.size())));
    }
    start();
  }

  private void look(boolean amongOthers) {
    if (sinceMicros < 0 || amongOthers != isAmongOthers) {
      isAmongOthers = amongOthers;
      sinceMicros = node.timers().nowMicros();
    }
    hasCompared |= amongOthers && (isSynchronised() || isSoFor(KEPT_WAITING));
  }

  private boolean isSoFor(Duration span) {
    return sinceMicros >= 0 && node.timers().nowMicros() - sinceMicros >= span.toNanos() / 1000;
  }

  /**
   * Whether this peer has learnt, since it started, what others hold of its own blocks: it has been
   * synchronised while others were there, or these have kept it waiting for ten minutes.
   */
  boolean hasCompared() {
    return hasCompared;
  }

  /** Somebody is a neighbour now. */
  void joined(Contact neighbour) {
    if (!isBusy()) {
      compare(neighbour);
    }
  }

  private boolean isBusy() {
    return underWay != null
        && node.timers().nowMicros() - underWay.begunMicros < PATIENCE.toNanos() / 1000;
  }

  private void compare(Contact with) {
    Comparison begun = new Comparison(with, node.timers().nowMicros());
    underWay = begun;
    node.routing()
        .send(
            with,
            new LogDigests(logs.digests()),
            arrived -> {
              if (!arrived && underWay == begun) {
                underWay = null;
              }
            });
  }

  /** Another asks to compare. */
  void asked(Contact from, LogDigests theirs) {
    if (answering.size() >= MAX_ANSWERS || !answering.add(from.id())) {
      return;
    }
    List<Long> ours = logs.digests();
    int ranges = 0;
    List<Known> held = new ArrayList<>();
    for (int digit = 0; digit < SummaryMessage.RANGES; digit++) {
      if (!ours.get(digit).equals(theirs.digests().get(digit))) {
        ranges |= 1 << digit;
        held.addAll(logs.known(digit));
      }
    }
    answer(from, ranges, held);
  }

  private void answer(Contact to, int ranges, List<Known> held) {
    int page = Math.min(held.size(), SummaryMessage.MAX_KNOWN);
    if (!serving.mayHave(to.id(), KNOWN_BYTES * (page + 1))) {
      node.timers().after(BlockServing.PAUSE, () -> answer(to, ranges, held));
      return;
    }
    List<Known> rest = held.subList(page, held.size());
    node.routing()
        .send(
            to,
            new LogsHeld(ranges, rest.isEmpty(), held.subList(0, page)),
            arrived -> {
              if (arrived && !rest.isEmpty()) {
                answer(to, ranges, rest);
              } else {
                answering.remove(to.id());
              }
            });
  }

  /** The answer, or a page of it. */
  void answered(Contact from, LogsHeld page) {
    Comparison open = underWay;
    if (open == null || open.isAnswered || !open.with.id().equals(from.id())) {
      return;
    }
    for (Known known : page.known()) {
      open.theirs.add(known);
      if (pulls.told(from, known)) {
        open.missing.add(known);
      }
    }
    if (open.theirs.size() > MAX_TOLD) {
      underWay = null;
    } else if (page.last()) {
      open.isAnswered = true;
      tellMissing(open, page.ranges());
      settle();
    }
  }

  /** Tells another which runs it lacks. */
  private void tellMissing(Comparison open, int ranges) {
    Set<Known> theirs = new LinkedHashSet<>(open.theirs);
    Map<Id, List<Known>> byOrigin = new LinkedHashMap<>();
    theirs.forEach(
        known -> byOrigin.computeIfAbsent(known.origin(), id -> new ArrayList<>(1)).add(known));
    List<Known> lacking = new ArrayList<>();
    for (int digit = 0; digit < SummaryMessage.RANGES; digit++) {
      if ((ranges & 1 << digit) != 0) {
        for (Known ours : logs.known(digit)) {
          if (lacks(byOrigin.getOrDefault(ours.origin(), List.of()), ours)) {
            lacking.add(ours);
          }
        }
      }
    }
    tell(open.with, lacking);
  }

  private static boolean lacks(List<Known> theirs, Known ours) {
    for (Known their : theirs) {
      boolean isNewer = their.epoch() > ours.epoch();
      boolean covers =
          their.epoch() == ours.epoch()
              && their.first() <= ours.first()
              && their.last() >= ours.last();
      if (isNewer || covers) {
        return false;
      }
    }
    return true;
  }

  private void tell(Contact to, List<Known> lacking) {
    if (!lacking.isEmpty()) {
      int page = Math.min(lacking.size(), SummaryMessage.MAX_KNOWN);
      List<Known> rest = lacking.subList(page, lacking.size());
      node.routing()
          .send(
              to,
              new BlocksKnown(lacking.subList(0, page)),
              arrived -> {
                if (arrived) {
                  tell(to, rest);
                }
              });
    }
  }

  /** Looks whether what the last neighbour told is held by now. */
  void settle() {
    Comparison open = underWay;
    if (open == null || !open.isAnswered) {
      return;
    }
    open.missing.removeIf(known -> logs.firstWanted(known).isEmpty());
    if (open.missing.isEmpty()) {
      agreedMicros.put(open.with.id(), node.timers().nowMicros());
      underWay = null;
      look(!neighbours.get().isEmpty());
    }
  }

  private boolean hasAgreed(Contact neighbour) {
    Long since = agreedMicros.get(neighbour.id());
    return since != null && node.timers().nowMicros() - since < AGREED * (compare.toNanos() / 1000);
  }

  /** Whether all is held here that was told before a while. */
  boolean isSynchronised() {
    List<Contact> all = neighbours.get();
    if (all.isEmpty()) {
      return node.routing().isAlone() || (!isAmongOthers && isSoFor(LONELY));
    }
    Set<String> groups = new LinkedHashSet<>();
    boolean allAgree = true;
    for (Contact neighbour : all) {
      if (hasAgreed(neighbour)) {
        groups.add(LogRoom.groupName(node.routing().self(), neighbour));
      } else {
        allAgree = false;
      }
    }
    return allAgree || groups.size() >= ENOUGH;
  }
}
