package org.spamwatch.agent.bulk;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.spamwatch.agent.bulk.BulkMessage.CountsKnown;
import org.spamwatch.agent.bulk.BulkMessage.CountsTold;
import org.spamwatch.agent.bulk.BulkMessage.CountsWanted;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.RecentMap;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Timers;

/**
 * Has peers tell each other what they count. Every five minutes a peer whose counts have changed
 * tells the nodes that it knows the number of the new version, and always one of them, by lot; who
 * holds an older one asks for what came since. Each peer has its own counts from itself alone, over
 * a link that proves who it is, so nothing is signed; whoever knows a node learns nothing from it
 * of third ones. A client tells its host and is told by it.
 *
 * <p>Not thread-safe: belongs to the node's turn.
 */
public final class BulkSpread implements Application {
  private static final Duration BETWEEN = Duration.ofMinutes(5);
  private static final int REMEMBERED = 1_024;

  private final KeyBasedRouting routing;
  private final Supplier<List<Contact>> neighbours;
  private final Predicate<Contact> believed;
  private final Timers timers;
  private final RandomGenerator random;
  private final BulkCounts counts;
  private final CountsPulls pulls;
  private final CountsServing serving;
  private final RecentMap<Id, Long> toldVersion = RecentMap.lastCome(REMEMBERED);
  private long version;

  /**
   * The spread of one node; registers itself with it.
   *
   * @param neighbours every node that this one knows
   * @param believed whether a message is from whom it says: on a client, from its host
   */
  public BulkSpread(
      KeyBasedRouting routing,
      Supplier<List<Contact>> neighbours,
      Predicate<Contact> believed,
      Timers timers,
      RandomGenerator random,
      BulkCounts counts) {
    this.routing = routing;
    this.neighbours = neighbours;
    this.believed = believed;
    this.timers = timers;
    this.random = random;
    this.counts = counts;
    pulls = new CountsPulls(routing, counts, timers);
    serving = new CountsServing(routing, counts, timers);
    routing.register(this);
  }

  /** Begins to tell. */
  public void start() {
    timers.after(BETWEEN.multipliedBy(random.nextInt(1, 101)).dividedBy(100), this::tellAll);
  }

  private void tellAll() {
    timers.after(BETWEEN, this::tellAll);
    version = counts.newVersion();
    List<Contact> all = neighbours.get();
    all.forEach(this::tellNews);
    if (!all.isEmpty()) {
      tell(all.get(random.nextInt(all.size())));
    }
  }

  private void tellNews(Contact to) {
    Long before = toldVersion.get(to.id());
    if (version > (before == null ? 0 : before)) {
      tell(to);
    }
  }

  private void tell(Contact to) {
    toldVersion.put(to.id(), version);
    routing.send(to, new CountsKnown(version));
  }

  @Override
  public boolean accepts(Message message) {
    return message instanceof BulkMessage;
  }

  @Override
  public void deliver(Routed routed, RouteEnd end) {}

  @Override
  public void update(Contact neighbour, boolean joined) {
    if (joined) {
      tell(neighbour);
    }
  }

  @Override
  public void receive(Contact from, Message message) {
    if (!believed.test(from)) {
      counts.others().refuse("by a host's word");
    } else if (message instanceof CountsKnown known) {
      pulls.told(from, known.version());
      tellNews(from);
    } else if (message instanceof CountsWanted wanted) {
      serving.asked(from, wanted);
    } else if (message instanceof CountsTold told) {
      pulls.came(from, told);
    }
  }
}
