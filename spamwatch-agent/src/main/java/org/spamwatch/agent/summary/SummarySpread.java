package org.spamwatch.agent.summary;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.spamwatch.agent.summary.AnnouncementLogs.Taken;
import org.spamwatch.agent.summary.BlockCheck.Finding;
import org.spamwatch.agent.summary.SummaryMessage.BlocksKnown;
import org.spamwatch.agent.summary.SummaryMessage.BlocksTold;
import org.spamwatch.agent.summary.SummaryMessage.BlocksWanted;
import org.spamwatch.agent.summary.SummaryMessage.Known;
import org.spamwatch.agent.summary.SummaryMessage.LogDigests;
import org.spamwatch.agent.summary.SummaryMessage.LogsHeld;
import org.spamwatch.agent.vote.NodeLayers;
import org.spamwatch.agent.vote.VoteTable;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.identity.Signatures;

/**
 * Spreads announcements to all peers: whoever takes a block that is new tells its name to a few
 * neighbours drawn by lot, once, and they ask for it ({@link BlockPulls}); what is missed all the
 * same comes by comparing with neighbours ({@link AntiEntropy}). A client of a host is told by
 * that, with which it compares. Only the origin's signature counts, so a block may come from
 * anybody, and what is announced can be taken back by its origin alone.
 *
 * <p>Source of push and anti-entropy: Demers et al., Epidemic Algorithms for Replicated Database
 * Maintenance (1987).
 *
 * <p>Not thread-safe: belongs to the node's turn.
 */
public final class SummarySpread implements Application {
  private static final int TOLD_TO = 6;
  private static final Duration GATHER = Duration.ofMillis(500);
  private static final Duration BETWEEN_SWEEPS = Duration.ofHours(1);
  private static final Duration GUEST = Duration.ofMinutes(3);
  private static final int MAX_GUESTS = 64;

  private final NodeLayers node;
  private final Supplier<List<Contact>> neighbours;
  private final AnnouncementLogs logs;
  private final BlockCheck check;
  private final BlockPulls pulls;
  private final BlockServing serving;
  private final AntiEntropy antiEntropy;
  private final Announcer announcer;
  private final SummaryStore store;
  private final List<Known> news = new ArrayList<>();
  private final Map<Id, Guest> guests = new LinkedHashMap<>();
  private boolean isLoaded;

  /** Somebody who compares with this peer and is none of its neighbours: a client of it, say. */
  private record Guest(Contact contact, long micros) {}

  /**
   * The spread of one node; registers itself with it, and with the votes.
   *
   * @param neighbours every node that this one knows
   */
  public SummarySpread(
      NodeLayers node,
      Supplier<List<Contact>> neighbours,
      SummaryConfig config,
      SummaryStore store,
      Signatures signatures,
      VoteTable votes) {
    this.node = node;
    this.neighbours = neighbours;
    this.store = store;
    Contact self = node.routing().self();
    this.logs =
        new AnnouncementLogs(
            self, config, node.timers(), signatures.revocations(), store, node.random().nextLong());
    this.check = new BlockCheck(node.limits(), node.timers(), signatures);
    this.pulls = new BlockPulls(node.routing(), node.timers(), logs::firstWanted);
    this.serving =
        new BlockServing(
            node.routing(), node.timers(), logs::fitting, store, config.bytesPerSecond());
    this.antiEntropy = new AntiEntropy(node, neighbours, logs, pulls, serving, config.compare());
    this.announcer = new Announcer(node, config, signatures, logs, store, votes, this::isNew);
    node.routing().register(this);
  }

  /** Has somebody told, too, what is announced from now on; before the start, all that stands. */
  public void listen(SummaryListener listener) {
    logs.listen(listener);
  }

  /**
   * Loads what the store holds, now or on later turns, and then begins to compare and to announce;
   * before the votes are loaded. Until then nobody is heard, and this peer is not synchronised.
   */
  public void start() {
    logs.restore(this::loaded);
    node.timers().after(BETWEEN_SWEEPS, this::sweep);
  }

  private void loaded(boolean isWhole) {
    isLoaded = true;
    antiEntropy.start();
    announcer.start(isWhole, antiEntropy::hasCompared);
  }

  private void sweep() {
    node.timers().after(BETWEEN_SWEEPS, this::sweep);
    if (!node.timers().calendar().isYoung()) {
      logs.sweep();
    }
  }

  /**
   * The realm's authority has revoked somebody, or taken somebody back: what the revoked announced
   * is forgotten; what others still have of those taken back is asked for.
   */
  public void heedRevocations() {
    logs.heedRevocations();
  }

  /**
   * Whether all is held here that neighbours told lately; a peer alone is synchronised. Never until
   * what is stored is loaded, nor once the disk has failed.
   */
  public boolean isSynchronised() {
    return isLoaded && store.isWell() && antiEntropy.isSynchronised();
  }

  /**
   * Whether all that was announced more than a moment ago is known here, as far as neighbours know
   * it: this peer has synchronised, and nothing is missing between the blocks that are held, but
   * for origins whose gaps nobody has filled for ten minutes today.
   */
  public boolean isComplete() {
    return isSynchronised() && !logs.gaps().isAnyCounted();
  }

  /** A question about a message that a peer announces has led to no vote of anybody. */
  public void fruitless(Id origin) {
    logs.fruitless(origin);
  }

  /** Origins of which a block has been missing for ten minutes, and nobody has it. */
  public List<Id> gapped() {
    return logs.gaps().lasting();
  }

  /** Whether an origin announces a message now: has done so and not taken it back. */
  public boolean announces(Id origin, Id guid) {
    return logs.log(origin).filter(log -> log.announces(guid)).isPresent();
  }

  /** The state now. Costs O(origins). */
  public SummaryStatus status() {
    return new SummaryStatus(
        logs.origins(),
        logs.blocks(),
        logs.words(),
        logs.bytes(),
        logs.oldestMillis(),
        logs.newestMillis(),
        pulls.open(),
        check.refused(),
        logs.gaps().lasting(),
        isSynchronised());
  }

  @Override
  public boolean accepts(Message message) {
    return message instanceof SummaryMessage;
  }

  @Override
  public void deliver(Routed routed, RouteEnd end) {}

  @Override
  public void update(Contact neighbour, boolean joined) {
    if (joined && isLoaded) {
      antiEntropy.joined(neighbour);
    }
  }

  @Override
  public void receive(Contact from, Message message) {
    if (!isLoaded || check.isForger(from.id())) {
      return;
    }
    if (message instanceof BlocksKnown told) {
      told.known().forEach(known -> pulls.told(from, known));
    } else if (message instanceof BlocksWanted asked) {
      serving.asked(from, asked.wanted());
    } else if (message instanceof BlocksTold told) {
      told.blocks().forEach(block -> take(from, block));
    } else if (message instanceof LogDigests theirs) {
      remember(from);
      antiEntropy.asked(from, theirs);
    } else if (message instanceof LogsHeld held) {
      antiEntropy.answered(from, held);
    }
  }

  private void take(Contact from, Block block) {
    if (!pulls.isAsked(from, block)) {
      return;
    }
    if (check.look(block, from.id()) == Finding.GENUINE) {
      if (block.origin().id().equals(node.routing().self().id())) {
        announcer.met(block);
      } else if (logs.take(block) == Taken.NEWS) {
        isNew(block);
      }
      pulls.came(from, block);
    }
  }

  private void remember(Contact from) {
    guests.remove(from.id());
    guests.put(from.id(), new Guest(from, node.timers().nowMicros()));
    if (guests.size() > MAX_GUESTS) {
      guests.remove(guests.keySet().iterator().next());
    }
  }

  /** A block is new here: it is told on with what comes within the next half second. */
  private void isNew(Block block) {
    if (news.isEmpty()) {
      node.timers().after(GATHER, this::tellNews);
    }
    Id origin = block.origin().id();
    int number = block.number();
    Known last = news.isEmpty() ? null : news.get(news.size() - 1);
    if (last != null
        && last.origin().equals(origin)
        && last.epoch() == block.epoch()
        && last.last() == number - 1) {
      news.set(news.size() - 1, new Known(origin, block.epoch(), last.first(), number));
    } else {
      news.add(new Known(origin, block.epoch(), number, number));
    }
  }

  private void tellNews() {
    List<Known> all = List.copyOf(news);
    news.clear();
    for (Contact to : audience()) {
      for (int from = 0; from < all.size(); from += SummaryMessage.MAX_KNOWN) {
        int until = Math.min(all.size(), from + SummaryMessage.MAX_KNOWN);
        node.routing().send(to, new BlocksKnown(all.subList(from, until)));
      }
    }
  }

  /** Some neighbours by lot, and the guests. */
  private List<Contact> audience() {
    List<Contact> all = new ArrayList<>(neighbours.get());
    List<Contact> some = new ArrayList<>();
    long eldest = node.timers().nowMicros() - GUEST.toNanos() / 1000;
    guests.values().removeIf(guest -> guest.micros() < eldest || all.contains(guest.contact()));
    guests.values().forEach(guest -> some.add(guest.contact()));
    for (int i = 0; i < TOLD_TO && !all.isEmpty(); i++) {
      some.add(all.remove(node.random().nextInt(all.size())));
    }
    return some;
  }
}
