package org.spamwatch.overlay.lookup;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Amplification;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.ReplicaLookup;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lookup.LookupMessage.ClosestFound;
import org.spamwatch.overlay.lookup.LookupMessage.FindClosest;

/**
 * Looks for the nodes about a key.
 *
 * <p>Routes go out over different first hops, two at a time, until one is answered and the nodes
 * found lie as densely as about this node, or four are. Only the first goes to the key itself, the
 * others to points beside it, on one side and on the other, so that a lying root does not answer
 * all of them: who ends them knows the key's nodes too. Whoever their ends name is asked in person,
 * until the four closest have answered for themselves. So one honest node near the key is enough,
 * for it names all others.
 *
 * <p>Once a route is not answered, further first hops are asked in person too, and whom they name,
 * and so on: each names the closest to the key of all it knows, so that this is as fast as a route,
 * but what one node drops the others do not, while all routes from here may lead through few nodes.
 * Source: Castro et al. 2002, sections 4.2 and 4.3 (redundant routing), and Maymounkov and
 * Mazieres, Kademlia (2002), section 2.3 (iterative lookup); mixing them is ours.
 *
 * <p>Not thread-safe.
 */
public final class IterativeLookup implements ReplicaLookup, Application {
  /** Searches under way at once; of further ones this node's own tables are the answer. */
  static final int MAX_OPEN = 1024;

  /** Routes of one search at most. */
  static final int MAX_ROUTES = 7;

  /** Nodes asked in person by one search at most. */
  static final int MAX_ASKED = 48;

  /** Those of them on one node's word alone; the rest is for the closest of all heard of. */
  private static final int MAX_TOLD = 24;

  /**
   * Nodes asked in person by a search for this node's own neighbours, which is repeated for ever.
   */
  private static final int MAX_OWN = 16;

  /** The nodes that must have answered in person: a root and its replicas. */
  private static final int CLOSEST = 4;

  private static final int ROUTES_AT_ONCE = 2;

  /**
   * Ways by which the nodes have to be found, though they lie densely: a liar may name others that
   * happen to.
   */
  static final int ENOUGH_LEADS = 2;

  /**
   * Ways that are wanted where a mistake costs more: those that end near the key may be liars, one
   * and all.
   */
  private static final int THOROUGH_LEADS = 4;

  /** First hops that are asked in person at once. */
  private static final int STEPS_AT_ONCE = 3;

  /** How many neighbours apart routes are to end; the farthest are still in a leaf set. */
  private static final int SPACINGS = 2;

  /** Routes that have to end among sparse nodes before the nodes are taken to be sparse there. */
  private static final int ENOUGH_ROUTES = 4;

  private static final Duration ANSWER_WITHIN = Duration.ofMillis(600);
  private static final Duration OVER_AFTER = Duration.ofMillis(1_800);

  /**
   * An open question.
   *
   * @param asked whom; null if it went by a route
   * @param again whether the end of a route was asked in person, because it wanted to
   */
  private record Question(PendingLookup search, @Nullable Contact asked, boolean again) {}

  private final KeyBasedRouting routing;
  private final Timers timers;
  private final RandomGenerator random;
  private final Map<Long, Question> questions = new LinkedHashMap<>();
  private final LeafSetAudit leafSetAudit;
  private int open;

  /** A search on a node; registers itself with it. */
  public IterativeLookup(KeyBasedRouting routing, Timers timers, RandomGenerator random) {
    this.routing = routing;
    this.timers = timers;
    this.random = random;
    this.leafSetAudit = new LeafSetAudit(routing, this, timers, random);
    routing.register(this);
  }

  @Override
  public void update(Contact neighbour, boolean joined) {
    leafSetAudit.hasNeighbours();
  }

  @Override
  public List<Contact> named(Id key) {
    return routing.replicaSet(key, NAMED);
  }

  @Override
  public boolean isPlausible(Id key, Contact root, List<Contact> named) {
    List<Contact> closest = PendingLookup.closest(key, named, NAMED);
    return !closest.isEmpty()
        && closest.get(0).id().equals(root.id())
        && Density.agrees(routing.replicaSet(routing.self().id(), Integer.MAX_VALUE), key, closest);
  }

  @Override
  public void find(Id key, Consumer<List<Contact>> found) {
    find(key, ENOUGH_LEADS, found);
  }

  @Override
  public void findThoroughly(Id key, Consumer<List<Contact>> found) {
    find(key, THOROUGH_LEADS, found);
  }

  private void find(Id key, int leads, Consumer<List<Contact>> found) {
    if (open >= MAX_OPEN) {
      timers.afterMicros(0, () -> found.accept(named(key)));
      return;
    }
    PendingLookup search = begin(new PendingLookup(key, leads, false, found));
    List<Contact> hops = routing.firstHops(key, MAX_ROUTES);
    if (hops.isEmpty() && !routing.isRoot(key)) {
      route(search, Optional.empty()); // a client: its host is the only hop
    } else {
      search.routes().addHops(hops);
    }
    if (leads > ENOUGH_LEADS) {
      step(search);
    }
    goOn(search);
  }

  /**
   * Looks for the nodes closest to this one, not by its own neighbours but by some far nodes, and
   * makes their acquaintance: they may be others than whoever let it join has named. All its time
   * is used; it costs half of the questions of another search at most.
   */
  void findOwn(List<Contact> far) {
    Id self = routing.self().id();
    PendingLookup search = begin(new PendingLookup(self, ENOUGH_LEADS, true, answered -> {}));
    askSome(search, far, MAX_OWN);
  }

  private PendingLookup begin(PendingLookup search) {
    open++;
    search.until(timers.after(OVER_AFTER, () -> timeIsUp(search)));
    if (!routing.replicaSet(search.key(), 1).isEmpty()) {
      search.hasAnswered(routing.self()); // not a client: it holds nothing
    }
    search.add(routing.closestKnown(search.key(), NAMED));
    return search;
  }

  private void timeIsUp(PendingLookup search) {
    if (search.isOwn()) { // whoever it has heard of is probed before anything is believed
      search.closestAlive(NAMED).forEach(routing::meet);
    }
    finish(search, search.answered(NAMED));
  }

  /** Asks what there is to ask, or ends the search. */
  private void goOn(PendingLookup search) {
    if (search.isOver() || search.isOwn()) {
      return;
    }
    boolean moreRoutes = !isEnough(search);
    LookupRoutes routes = search.routes();
    if (moreRoutes && !routes.isStepwise() && routes.ended() >= ENOUGH_LEADS) {
      step(search); // they lie too far apart to be believed
    }
    while (moreRoutes && routes.open() < ROUTES_AT_ONCE) {
      Optional<Contact> hop = routes.takeHop();
      if (hop.isEmpty()) {
        break;
      }
      route(search, hop);
    }
    boolean waits = routes.open() > 0 && moreRoutes;
    if (waits && !routes.isStepwise()) {
      return; // those that this node knows itself are far off, and a route is cheaper
    }
    List<Contact> closest = search.closestAlive(CLOSEST);
    askSome(search, closest, MAX_ASKED);
    if (!waits && search.haveAnswered(closest)) {
      List<Contact> answered = search.answered(NAMED);
      // On a later turn: the caller may not have stored what it needs yet.
      timers.afterMicros(0, () -> finish(search, answered));
    }
  }

  /** Whether no further route is needed to believe that the nodes heard of are the closest. */
  private boolean isEnough(PendingLookup search) {
    return search.routes().ended() >= ENOUGH_ROUTES || (search.hasLeads() && isDense(search));
  }

  private void askSome(PendingLookup search, List<Contact> some, int most) {
    for (Contact contact : some) {
      if (search.mayAsk(contact, most)) {
        ask(search, contact);
      }
    }
  }

  private boolean isDense(PendingLookup search) {
    return Density.agrees(
        routing.replicaSet(routing.self().id(), Integer.MAX_VALUE),
        search.key(),
        search.closestAlive(NAMED),
        Density.FARTHEST_FOUND);
  }

  private void route(PendingLookup search, Optional<Contact> hop) {
    Id towards = beside(search.key(), search.routes().begin());
    long number = expect(search, null);
    routing.route(towards, new FindClosest(number, search.key()), Integer.MAX_VALUE, hop);
  }

  /** The key, then points two neighbours away on either side, four, and so on. */
  private Id beside(Id key, int number) {
    List<Contact> own = routing.replicaSet(routing.self().id(), Integer.MAX_VALUE);
    if (own.size() < 2) {
      return key;
    }
    int away = (number + 1) / 2 * SPACINGS;
    return Density.beside(key, Density.spacing(own), number % 2 == 0 ? -away : away);
  }

  /** Asks nodes that are far from the key for the next ones on the way. */
  private void step(PendingLookup search) {
    askSome(search, search.routes().step(STEPS_AT_ONCE), MAX_TOLD);
  }

  private void ask(PendingLookup search, Contact contact) {
    search.asked(contact);
    long number = expect(search, contact);
    routing.send(
        contact,
        new FindClosest(number, search.key()),
        arrived -> {
          if (!arrived) {
            unanswered(number);
          }
        });
  }

  private long expect(PendingLookup search, @Nullable Contact asked) {
    return expect(new Question(search, asked, false));
  }

  private long expect(Question question) {
    long number = random.nextLong();
    questions.put(number, question);
    timers.after(ANSWER_WITHIN, () -> unanswered(number));
    return number;
  }

  private void unanswered(long number) {
    Question question = questions.remove(number);
    if (question != null) {
      PendingLookup search = question.search();
      if (question.asked() == null) {
        search.routes().lost();
        if (!search.isOver()) {
          step(search);
        }
      } else {
        search.failed(question.asked());
      }
      goOn(search);
    }
  }

  private void told(Contact from, ClosestFound told) {
    Question question = questions.get(told.number());
    if (question == null
        || (question.asked() != null && !question.asked().id().equals(from.id()))) {
      return;
    }
    questions.remove(told.number());
    PendingLookup search = question.search();
    if (question.asked() == null && !question.again() && told.named().isEmpty()) {
      // The end of a route, which named nobody as it does not know that it is this node that asks.
      long number = expect(new Question(search, null, true));
      routing.send(from, new FindClosest(number, search.key()));
      return;
    }
    search.add(told.named());
    search.hasAnswered(from);
    if (question.asked() == null) {
      search.routes().answered();
    } else {
      search.routes().told(from);
    }
    if (!search.isOver()) {
      // Of each that tells: one that names nodes which do not exist cannot hide the others' ones.
      int count = search.isOwn() ? CLOSEST / 2 : CLOSEST;
      List<Contact> closest = PendingLookup.closest(search.key(), told.named(), count);
      askSome(search, closest, search.isOwn() ? MAX_OWN : MAX_TOLD);
    }
    goOn(search);
  }

  private void finish(PendingLookup search, List<Contact> found) {
    if (!search.isOver()) {
      open--;
      search.finish(found);
    }
  }

  // At a node that is asked --------------------------------------------------------------------

  @Override
  public boolean accepts(Message message) {
    return message instanceof LookupMessage;
  }

  @Override
  public void deliver(Routed routed, RouteEnd end) {
    if (routed.message() instanceof FindClosest wanted) {
      long left =
          Amplification.allowed(routed, LookupMessage.WANTED_BYTES)
              - Amplification.direct(routing.self(), LookupMessage.TOLD_BYTES);
      List<Contact> named = new ArrayList<>();
      for (Contact contact : routing.closestKnown(wanted.key(), NAMED)) {
        left -= Amplification.contact(contact);
        if (left < 0) {
          break; // who asks does so in person for the others
        }
        named.add(contact);
      }
      routing.sendNamed(routed.origin(), routed.via(), new ClosestFound(wanted.number(), named));
    }
  }

  @Override
  public void receive(Contact from, Message message) {
    if (message instanceof FindClosest wanted) {
      List<Contact> named = routing.closestKnown(wanted.key(), NAMED);
      routing.sendNamed(from, from, new ClosestFound(wanted.number(), named));
    } else if (message instanceof ClosestFound told) {
      told(from, told);
    }
  }
}
