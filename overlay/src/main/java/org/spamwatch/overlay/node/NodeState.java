package org.spamwatch.overlay.node;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Outbox;
import org.spamwatch.overlay.TimerScope;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.node.OverlayMessage.Attach;
import org.spamwatch.overlay.node.OverlayMessage.AttachRefused;
import org.spamwatch.overlay.node.OverlayMessage.Attached;
import org.spamwatch.overlay.node.OverlayMessage.Detach;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.ReachRequest;
import org.spamwatch.overlay.node.OverlayMessage.Reached;
import org.spamwatch.overlay.node.OverlayMessage.Relay;
import org.spamwatch.overlay.routing.RoutingTable;

/**
 * Which part this node takes: a member of the ring, or a client of one. A node that is to find out
 * asks others to reach it; until somebody answers it serves as a member, for the first node of a
 * ring has nobody to ask. As a client it asks again now and then, and becomes a member once it is
 * reached.
 */
final class NodeState {
  private static final Duration ASK_AGAIN = Duration.ofSeconds(10);

  /** How long a client waits, a quarter more or less, before it asks whether it is reached now. */
  private static final Duration ASK_AS_CLIENT = Duration.ofHours(1);

  /** How often others must fail to reach this node: a busy machine answers late, too. */
  private static final int ROUNDS = 2;

  private final Contact self;
  private final Timers timers;
  private final TimerScope scope;
  private final RoutingTable table;
  private final Maintenance maintenance;
  private final Forwarder forwarder;
  private final Limits limits;
  private final Outbox outbox;
  private final RandomGenerator random;
  private @Nullable RelayServer hosting; // like the next two, once there is a use for it
  private @Nullable RelayClient attachment;
  private @Nullable DialBackProbe dialBackProbe;
  private final Counts counts;
  private Contact contact;
  private Role wanted = Role.MEMBER;
  private Runnable asMember = () -> {};
  private boolean undecided;
  private boolean member;
  private int notReached;
  private boolean client;
  private boolean left;

  NodeState(
      Contact self,
      Limits limits,
      Timers timers,
      Outbox outbox,
      RandomGenerator random,
      RoutingTable table,
      Maintenance maintenance,
      Counts counts) {
    this.self = self;
    this.contact = self;
    this.timers = timers;
    this.scope = new TimerScope(timers, random);
    this.table = table;
    this.maintenance = maintenance;
    this.forwarder = maintenance.forwarder();
    this.limits = limits;
    this.outbox = outbox;
    this.random = random;
    this.counts = counts;
  }

  private RelayServer hosting() {
    if (hosting == null) {
      hosting = new RelayServer(self, limits, timers, outbox, random, table, forwarder, counts);
    }
    return hosting;
  }

  private RelayClient attachment() {
    if (attachment == null) {
      attachment =
          new RelayClient(
              self, timers, outbox, random, maintenance.bootstrapSelection(), this::attached);
    }
    return attachment;
  }

  private DialBackProbe dialBackProbe() {
    if (dialBackProbe == null) {
      dialBackProbe = new DialBackProbe(self, limits, timers, outbox, random);
    }
    return dialBackProbe;
  }

  private void closeHosting() {
    if (hosting != null) {
      hosting.close();
    }
  }

  void want(Role role) {
    wanted = role;
  }

  /** Begins; a node that becomes a member starts as given. */
  void start(List<Endpoint> seeds, Runnable member) {
    maintenance.bootstrapSelection().seeds(seeds);
    asMember = member;
    if (wanted == Role.CLIENT) {
      becomeClient();
    } else if (wanted == Role.MEMBER || maintenance.bootstrapSelection().isEmpty()) {
      becomeMember();
    } else {
      undecided = true;
      forwarder.joining();
      ask();
    }
  }

  private void ask() {
    dialBackProbe().ask(maintenance.bootstrapSelection().next(), this::judge);
  }

  private void judge(DialBackProbe.Reachability reachability) {
    if (client) {
      judgeClient(reachability);
      return;
    }
    switch (reachability) {
      case REACHED -> becomeMember();
      case NOT_REACHED -> {
        notReached++;
        if (notReached >= ROUNDS) {
          becomeClient();
        } else {
          ask();
        }
      }
      case NOBODY_ANSWERED -> {
        becomeMember();
        scope.after(ASK_AGAIN, this::ask);
      }
    }
  }

  private void judgeClient(DialBackProbe.Reachability reachability) {
    if (reachability == DialBackProbe.Reachability.REACHED) {
      becomeMemberAgain();
    } else {
      askAsClientLater();
    }
  }

  /** A router may be told to let others in, or an address be changed, while this node runs. */
  private void askAsClientLater() {
    if (wanted == Role.AUTO) {
      scope.afterAbout(ASK_AS_CLIENT, this::ask);
    }
  }

  private void becomeMember() {
    undecided = false;
    if (!member) {
      member = true;
      asMember.run();
    }
  }

  private void becomeClient() {
    undecided = false;
    client = true;
    member = false;
    maintenance.leave();
    table.neighbours().forEach(neighbour -> table.remove(neighbour.id()));
    closeHosting();
    forwarder.attached(contact, null);
    attachment().start();
    askAsClientLater();
  }

  private void becomeMemberAgain() {
    attachment().stop();
    client = false;
    notReached = 0;
    contact = self;
    forwarder.detached();
    maintenance.comeBack();
    becomeMember();
    forwarder.applications().forEach(Application::moved);
  }

  private void attached(Optional<Contact> host) {
    if (host.isPresent()) {
      contact = new Contact(self.id(), host.get().endpoint());
    }
    forwarder.attached(contact, host.orElse(null));
    if (host.isPresent()) {
      forwarder.applications().forEach(Application::moved);
    }
  }

  Contact contact() {
    return contact;
  }

  boolean isClient() {
    return client;
  }

  boolean hasLeft() {
    return left;
  }

  boolean isJoined() {
    return client ? host().isPresent() : maintenance.isJoined();
  }

  Role role() {
    return client ? Role.CLIENT : undecided ? Role.AUTO : Role.MEMBER;
  }

  Optional<Contact> host() {
    return attachment == null ? Optional.empty() : attachment.host();
  }

  int clients() {
    return hosting == null ? 0 : hosting.clients();
  }

  int held() {
    return hosting == null ? 0 : hosting.held();
  }

  void linkFailed(Endpoint to) {
    if (dialBackProbe != null) {
      dialBackProbe.linkFailed(to);
    }
    if (attachment != null) {
      attachment.linkFailed(to);
    }
  }

  void leave() {
    left = true;
    scope.close();
    if (dialBackProbe != null) {
      dialBackProbe.stop();
    }
    if (client) {
      attachment().stop();
    } else {
      closeHosting();
      maintenance.leave();
    }
  }

  /**
   * Takes a message that is about clients and hosts, or that is not for a node of this role.
   *
   * @return whether it was one
   */
  boolean received(Contact speaker, OverlayMessage message) {
    if (message instanceof Attach attach) {
      hosting().received(speaker, attach, !client && maintenance.isJoined());
    } else if (message instanceof ReachRequest request) {
      dialBackProbe().received(speaker, request);
    } else if (message instanceof Reached reached) {
      dialBackProbe().received(speaker, reached);
    } else if (undecided) {
      // Others may still speak to whoever was at this endpoint before. It is no part of a ring yet,
      // and would be a wrong root: nothing is acknowledged, and the tables stay empty.
      counts.misdirected++;
    } else if (client) {
      return receivedAsClient(speaker, message);
    } else if (message instanceof Detach) {
      if (hosting != null) {
        hosting.left(speaker.id());
      }
    } else if (message instanceof Direct direct
        && hosting != null
        && hosting.isClient(direct.target())) {
      hosting.relay(speaker, direct);
    } else {
      return false;
    }
    return true;
  }

  private boolean receivedAsClient(Contact speaker, OverlayMessage message) {
    if (message instanceof Attached attached) {
      attachment().received(attached);
    } else if (message instanceof AttachRefused refused) {
      attachment().received(refused);
    } else if (message instanceof Detach) {
      attachment().ended(speaker.id());
    } else if (message instanceof Relay relay && attachment().isHost(speaker.id())) {
      forwarder.received(speaker, relay);
    } else if (message instanceof Direct direct) {
      forwarder.received(speaker, direct);
    } else {
      counts.misdirected++;
    }
    return true;
  }
}
