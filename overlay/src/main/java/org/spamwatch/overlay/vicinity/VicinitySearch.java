package org.spamwatch.overlay.vicinity;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.LazyMap;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.Vicinity;
import org.spamwatch.overlay.vicinity.VicinityMessage.VicinityTold;
import org.spamwatch.overlay.vicinity.VicinityMessage.VicinityWanted;

/**
 * Looks for the nodes about a key.
 *
 * <p>Routes go out over different first hops, two at a time, until one is answered and the nodes
 * found lie as densely as about this node, or four are. Only the first goes to the key itself, the
 * others to points beside it, on one side and on the other, so that a lying root does not answer
 * all of them: who ends them knows the key's nodes too. Whoever their ends name is asked in person,
 * until the four closest have answered for themselves. So one honest node near the key is enough,
 * for it names all others. Source: Castro et al. 2002, sections 4.2 and 4.3 (redundant routing);
 * the questions in person are ours.
 *
 * <p>Not thread-safe.
 */
public final class VicinitySearch implements Vicinity, Application {
  /** Searches under way at once; of further ones this node's own tables are the answer. */
  static final int MAX_OPEN = 1024;

  /** Routes of one search at most. */
  static final int MAX_ROUTES = 7;

  /** Nodes asked in person by one search at most. */
  static final int MAX_ASKED = 32;

  /** The nodes that must have answered in person: a root and its replicas. */
  private static final int CLOSEST = 4;

  private static final int ROUTES_AT_ONCE = 2;

  /** How many neighbours apart routes are to end; the farthest are still in a leaf set. */
  private static final int SPACINGS = 2;

  /** Routes that have to end among sparse nodes before the nodes are taken to be sparse there. */
  private static final int ENOUGH_ROUTES = 4;

  private static final Duration ANSWER_WITHIN = Duration.ofMillis(600);
  private static final Duration OVER_AFTER = Duration.ofMillis(1_800);

  /** An open question; {@code asked} is null if it went by a route. */
  private record Question(OpenSearch search, @Nullable Contact asked) {}

  private final KeyBasedRouting routing;
  private final Timers timers;
  private final RandomGenerator random;
  private final Map<Long, Question> questions = new LazyMap<>();
  private int open;

  /** A search on a node; registers itself with it. */
  public VicinitySearch(KeyBasedRouting routing, Timers timers, RandomGenerator random) {
    this.routing = routing;
    this.timers = timers;
    this.random = random;
    routing.register(this);
  }

  @Override
  public List<Contact> named(Id key) {
    return routing.replicaSet(key, NAMED);
  }

  @Override
  public boolean isPlausible(Id key, Contact root, List<Contact> named) {
    List<Contact> closest = OpenSearch.closest(key, named, NAMED);
    return !closest.isEmpty()
        && closest.get(0).id().equals(root.id())
        && Density.agrees(routing.replicaSet(routing.self().id(), Integer.MAX_VALUE), key, closest);
  }

  @Override
  public void find(Id key, Consumer<List<Contact>> found) {
    if (open >= MAX_OPEN) {
      timers.afterMicros(0, () -> found.accept(named(key)));
      return;
    }
    open++;
    OpenSearch search = new OpenSearch(key, found);
    search.timer = timers.after(OVER_AFTER, () -> finish(search, search.answered(NAMED)));
    if (!routing.replicaSet(key, 1).isEmpty()) {
      search.hasAnswered(routing.self()); // not a client: it holds nothing
    }
    search.add(named(key));
    List<Contact> hops = routing.firstHops(key, MAX_ROUTES);
    if (hops.isEmpty() && !routing.isRoot(key)) {
      route(search, Optional.empty()); // a client: its host is the only hop
    } else {
      search.hops.addAll(hops);
    }
    goOn(search);
  }

  /** Asks what there is to ask, or ends the search. */
  private void goOn(OpenSearch search) {
    if (search.isOver) {
      return;
    }
    boolean moreRoutes =
        search.routesEnded == 0 || (search.routesEnded < ENOUGH_ROUTES && !isDense(search));
    while (moreRoutes && search.routesOpen < ROUTES_AT_ONCE && !search.hops.isEmpty()) {
      route(search, Optional.of(search.hops.remove(0)));
    }
    if (search.routesOpen > 0 && moreRoutes) {
      return; // those that this node knows itself may be far off, and lead but slowly to the key
    }
    List<Contact> closest = search.closestAlive(CLOSEST);
    askSome(search, closest);
    if (search.haveAnswered(closest)) {
      List<Contact> answered = search.answered(NAMED);
      // On a later turn: the caller may not have stored what it needs yet.
      timers.afterMicros(0, () -> finish(search, answered));
    }
  }

  private void askSome(OpenSearch search, List<Contact> some) {
    for (Contact contact : some) {
      if (search.mayAsk(contact, MAX_ASKED)) {
        ask(search, contact);
      }
    }
  }

  private boolean isDense(OpenSearch search) {
    return Density.agrees(
        routing.replicaSet(routing.self().id(), Integer.MAX_VALUE),
        search.key,
        search.closestAlive(NAMED));
  }

  private void route(OpenSearch search, Optional<Contact> hop) {
    search.routesOpen++;
    Id towards = beside(search.key, search.routesBegun++);
    long number = expect(search, null);
    routing.route(towards, new VicinityWanted(number, search.key), Integer.MAX_VALUE, hop);
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

  private void ask(OpenSearch search, Contact contact) {
    search.asked(contact);
    long number = expect(search, contact);
    routing.send(
        contact,
        new VicinityWanted(number, search.key),
        arrived -> {
          if (!arrived) {
            unanswered(number);
          }
        });
  }

  private long expect(OpenSearch search, @Nullable Contact asked) {
    long number = random.nextLong();
    questions.put(number, new Question(search, asked));
    timers.after(ANSWER_WITHIN, () -> unanswered(number));
    return number;
  }

  private void unanswered(long number) {
    Question question = questions.remove(number);
    if (question != null) {
      OpenSearch search = question.search();
      if (question.asked() == null) {
        search.routesOpen--;
      } else {
        search.failed(question.asked());
      }
      goOn(search);
    }
  }

  private void told(Contact from, VicinityTold told) {
    Question question = questions.get(told.number());
    if (question == null
        || (question.asked() != null && !question.asked().id().equals(from.id()))) {
      return;
    }
    questions.remove(told.number());
    OpenSearch search = question.search();
    search.add(told.named());
    search.hasAnswered(from);
    if (question.asked() == null) {
      search.routesOpen--;
      search.routesEnded++;
    }
    if (!search.isOver) {
      // Of each that tells: one that names nodes which do not exist cannot hide the others' ones.
      askSome(search, OpenSearch.closest(search.key, told.named(), CLOSEST));
    }
    goOn(search);
  }

  private void finish(OpenSearch search, List<Contact> found) {
    if (search.isOver) {
      return;
    }
    search.isOver = true;
    open--;
    if (search.timer != null) {
      search.timer.cancel();
    }
    search.found.accept(found);
  }

  // At a node that is asked --------------------------------------------------------------------

  @Override
  public boolean accepts(Message message) {
    return message instanceof VicinityMessage;
  }

  @Override
  public void deliver(Routed routed, RouteEnd end) {
    if (routed.message() instanceof VicinityWanted wanted) {
      routing.send(routed.origin(), new VicinityTold(wanted.number(), named(wanted.key())));
    }
  }

  @Override
  public void receive(Contact from, Message message) {
    if (message instanceof VicinityWanted wanted) {
      routing.send(from, new VicinityTold(wanted.number(), named(wanted.key())));
    } else if (message instanceof VicinityTold told) {
      told(from, told);
    }
  }
}
