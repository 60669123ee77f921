package org.spamwatch.agent.vote;

import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.vote.HeldVectors.Held;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

/**
 * Publishes, serves and withdraws messages as their votes and this peer's place on the ring demand:
 * the root publishes object and vectors, a voter's own peer the vectors too, replicas serve, and a
 * message on which nobody's word stands any more is withdrawn.
 */
final class VoteMaintenance {
  private static final int SWEEPS_A_LEASE = 24; // once an hour
  private static final Duration AFTER_CHANGE = Duration.ofSeconds(1);

  private final NodeLayers node;
  private final Duration retention;
  private final KeptMessages messages;
  private final OwnIndex index;
  private final Slices settling;
  private final Slices sweeping;
  private final Slices telling;
  private Timers.@Nullable Timer resettling;
  private Consumer<Id> ownWordListener = guid -> {};
  private boolean isStarted;

  VoteMaintenance(NodeLayers node, Duration retention, KeptMessages messages) {
    this.node = node;
    this.retention = retention;
    this.messages = messages;
    this.index = new OwnIndex(node.adolr());
    this.settling = new Slices(node.timers(), messages, this::settle);
    this.sweeping = new Slices(node.timers(), messages, this::forgetIfOld);
    this.telling = new Slices(node.timers(), messages, this::tell);
  }

  /** Who is told of each message of own voters that is settled or forgotten. */
  void onOwnWord(Consumer<Id> listener) {
    ownWordListener = listener;
  }

  /** What own users' queries find, for own voters' votes. */
  OwnIndex index() {
    return index;
  }

  /** Begins with the messages that are indexed. */
  void start() {
    telling.pass();
    node.timers().after(node.leases().lease().dividedBy(SWEEPS_A_LEASE), this::sweep);
    leafSetChanged();
    isStarted = true;
  }

  /** Whether it has begun. */
  boolean isStarted() {
    return isStarted;
  }

  /** This peer's place may have changed for any message: look at all of them, but once a second. */
  void leafSetChanged() {
    if (resettling == null) {
      resettling =
          node.timers()
              .after(
                  AFTER_CHANGE,
                  () -> {
                    resettling = null;
                    settling.pass();
                  });
    }
  }

  /** Brings what this peer does for a message in line with its votes and this peer's place. */
  void settle(KeptMessage message) {
    settleOwn(message);
    boolean live = message.isLive();
    boolean root = node.routing().isRoot(message.guid);
    settleVectors(message, root);
    settleObject(message, live, root);
    settleService(message, live && !root); // what is published is served
  }

  private void settleService(KeptMessage message, boolean wanted) {
    boolean serve =
        wanted
            && node.routing()
                .replicaSet(message.guid, node.leases().replicas())
                .contains(node.routing().self());
    if (serve && !message.isServed) {
      node.dolr().serve(message.guid);
    } else if (!serve && message.isServed) {
      node.dolr().stopServing(message.guid);
    }
    message.isServed = serve;
  }

  private void settleOwn(KeptMessage message) {
    index.settle(message);
    tell(message);
  }

  private void tell(KeptMessage message) {
    if (message.isOwn()) {
      ownWordListener.accept(message.guid);
    }
  }

  /**
   * Votes of a message have given way to others: this peer leaves what it published for them to
   * those who still keep them.
   */
  void gaveWay(KeptMessage message) {
    Set<Id> live = message.liveDigests(false);
    for (Held held : message.held().each()) {
      if (held.isPublished && !live.contains(held.vector.digest())) {
        held.isPublished = false;
        node.adolr().lapse(held.vector, message.guid);
      }
    }
    if (message.voteCount() == 0) {
      forget(message);
    } else {
      settle(message);
    }
  }

  private void forget(KeptMessage message) {
    for (Held held : message.held().each()) {
      if (held.isPublished) {
        held.isPublished = false;
        node.adolr().lapse(held.vector, message.guid);
      }
    }
    node.dolr().lapse(message.guid);
    node.dolr().stopServing(message.guid);
    index.remove(message);
    boolean isOwn = message.isOwn();
    messages.remove(message);
    if (isOwn) {
      ownWordListener.accept(message.guid);
    }
  }

  private void settleObject(KeptMessage message, boolean live, boolean root) {
    boolean wanted = live && root;
    if (wanted && !message.isPublished) {
      node.dolr().publish(message.guid);
    } else if (!wanted && message.isPublished) {
      if (live) {
        node.dolr().lapse(message.guid); // another peer is the root now and publishes it
      } else {
        node.dolr().unpublish(message.guid);
      }
    }
    message.isPublished = wanted;
  }

  private void settleVectors(KeptMessage message, boolean root) {
    Set<Id> wanted = message.liveDigests(!root); // none is published of evidence beside the text
    Set<Id> live = message.liveDigests(false);
    for (Held held : message.held().each()) {
      Id digest = held.vector.digest();
      if (held.isPublished && !wanted.contains(digest)) {
        held.isPublished = false;
        if (live.contains(digest)) {
          node.adolr().lapse(held.vector, message.guid); // others go on publishing it
        } else {
          node.adolr().unpublishApproxObject(held.vector, message.guid);
        }
      }
    }
    for (Id digest : wanted) {
      Held held = message.held().get(digest);
      if (held != null && !held.isPublished && held.vector.scheme().isPublished()) {
        held.isPublished = true;
        if (message.sending().isEmpty()) {
          node.adolr().publishApproxObject(held.vector, message.guid);
        } else { // a vote cast here: others that publish the vector do it by routes alone
          node.adolr().publishInPerson(held.vector, message.guid);
        }
      }
    }
    message.held().forgetIfOver();
  }

  private void sweep() {
    node.timers().after(node.leases().lease().dividedBy(SWEEPS_A_LEASE), this::sweep);
    if (node.timers().calendar().isYoung()) {
      return;
    }
    sweeping.pass();
  }

  private void forgetIfOld(KeptMessage message) {
    long oldest = node.timers().calendar().settledMillis() - retention.toMillis();
    if (message.newestMillis() < oldest) { // what is still pending no peer would take any more
      forget(message);
    }
  }
}
