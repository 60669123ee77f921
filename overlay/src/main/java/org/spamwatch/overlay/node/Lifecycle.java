package org.spamwatch.overlay.node;

import java.time.Duration;
import java.util.List;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.TimerScope;
import org.spamwatch.overlay.node.DialBackProbe.Reachability;

/**
 * A node's life: every transition from one {@link NodeState} to the next, and the parts that the
 * states share.
 *
 * <p>A node that is to find out its role asks others to reach it; until somebody answers it serves
 * as a member, for the first node of a ring has nobody to ask. As a client it asks again now and
 * then, and becomes a member once it is reached.
 */
final class Lifecycle {
  private static final Duration ASK_AGAIN = Duration.ofSeconds(10);

  /** How long a client waits, a quarter more or less, before it asks whether it is reached now. */
  private static final Duration ASK_AS_CLIENT = Duration.ofHours(1);

  /** How often others must fail to reach this node: a busy machine answers late, too. */
  private static final int ROUNDS = 2;

  final NodeContext context;
  final Applications applications;
  final Transmitter transmitter;
  final Forwarder forwarder;
  final Ring ring;
  final RelayServer relayServer;
  final RelayClient relayClient;
  final DialBackProbe dialBackProbe;
  private final TimerScope timers;
  private NodeState state;
  private Role wanted = Role.MEMBER;
  private int notReached;

  Lifecycle(NodeContext context, ConnectionGater connectionGater) {
    this.context = context;
    this.applications = new Applications(context.counts());
    this.transmitter =
        new Transmitter(context, connectionGater, contact -> state().suspect(contact));
    this.forwarder =
        new Forwarder(context, connectionGater, transmitter, applications, this::state);
    this.ring = new Ring(context, connectionGater, forwarder, this::state);
    this.relayServer = new RelayServer(context, transmitter);
    this.relayClient = new RelayClient(context, ring.bootstrapSelection);
    this.dialBackProbe = new DialBackProbe(context);
    this.timers = new TimerScope(context.timers(), context.random());
    this.state = new Unstarted(this);
    applications.register(ring.joinResponder);
    applications.register(new Passing(context.counts()));
    context.timers().onStep(() -> state().askForHandover());
  }

  NodeState state() {
    return state;
  }

  /** Which part the node is to take; before it starts. */
  void want(Role role) {
    wanted = role;
  }

  void start(List<Endpoint> seeds) {
    ring.bootstrapSelection.seeds(seeds);
    if (wanted == Role.CLIENT) {
      becomeClient();
    } else if (wanted == Role.MEMBER || ring.bootstrapSelection.isEmpty()) {
      join();
    } else {
      become(new Undecided(this));
      ask();
    }
  }

  private void become(NodeState next) {
    state.end(next);
    state = next;
    next.begin();
  }

  private void join() {
    boolean wasClient = state instanceof Client;
    ring.bootstrapSelection.begin();
    ring.candidateVerifier.listen(applications::update);
    TimerScope whileInRing = new TimerScope(context.timers(), context.random());
    become(
        ring.bootstrapSelection.isEmpty()
            ? new Member(this, whileInRing)
            : new Joining(this, whileInRing));
    ring.maintain(whileInRing);
    if (wasClient) {
      applications.moved();
    }
  }

  /** One that is {@link Joining} knows its neighbours, or has found none. */
  void hasJoined(TimerScope whileInRing) {
    become(new Member(this, whileInRing));
  }

  private void becomeClient() {
    notReached = 0;
    become(new Client(this));
    askAsClientLater();
  }

  void leave() {
    if (!(state instanceof Left)) {
      timers.close();
      dialBackProbe.stop();
      become(new Left(this, state));
    }
  }

  private void ask() {
    dialBackProbe.ask(ring.bootstrapSelection.next(), this::judge);
  }

  private void judge(Reachability reachability) {
    if (reachability == Reachability.REACHED) {
      if (!(state instanceof RingState)) {
        join();
      }
    } else if (state instanceof Client) {
      askAsClientLater();
    } else if (reachability == Reachability.NOT_REACHED) {
      notReached++;
      if (notReached < ROUNDS) {
        ask();
      } else {
        becomeClient();
      }
    } else {
      if (state instanceof Undecided) {
        join();
      }
      timers.after(ASK_AGAIN, this::ask);
    }
  }

  /** A router may be told to let others in, or an address be changed, while this node runs. */
  private void askAsClientLater() {
    if (wanted == Role.AUTO) {
      timers.afterAbout(ASK_AS_CLIENT, this::ask);
    }
  }
}
