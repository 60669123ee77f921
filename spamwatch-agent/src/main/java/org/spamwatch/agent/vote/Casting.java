package org.spamwatch.agent.vote;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.spamwatch.agent.vote.KeptMessage.Merged;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.Kept;
import org.spamwatch.agent.vote.VoteMessage.Refused;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Timers;

/**
 * Votes cast at this peer: each is put on disk, sent to its root, and sent again until the root and
 * all its replicas have confirmed that they have it on theirs.
 */
final class Casting {
  private static final int RESENT_AT_ONCE = 256;

  private final KeyBasedRouting routing;
  private final VoteConfig config;
  private final Timers timers;
  private final RandomGenerator random;
  private final VoteStore store;
  private final VoteCheck check;
  private final KeptMessages messages;
  private final Upkeep upkeep;
  private final Map<Long, OpenCast> casts = new LinkedHashMap<>();

  Casting(
      KeyBasedRouting routing,
      VoteConfig config,
      Timers timers,
      RandomGenerator random,
      VoteStore store,
      VoteCheck check,
      KeptMessages messages,
      Upkeep upkeep) {
    this.routing = routing;
    this.config = config;
    this.timers = timers;
    this.random = random;
    this.store = store;
    this.check = check;
    this.messages = messages;
    this.upkeep = upkeep;
  }

  void start() {
    timers.after(config.retry(), this::retryPending);
  }

  void cast(Vote vote, List<FeatureVector> vectors, Consumer<VoteReceipt> receiver) {
    String fault = check.fault(vote, vectors);
    if (!fault.isEmpty()) {
      receiver.accept(new VoteReceipt(false, 0, false, fault));
      return;
    }
    if (messages.merge(vote, vectors) == Merged.FULL) {
      receiver.accept(new VoteReceipt(false, 0, false, VoteCheck.FULL));
      return;
    }
    KeptMessage message = messages.find(vote.guid());
    if (message == null || !message.holds(vote)) {
      receiver.accept(
          new VoteReceipt(false, 0, false, "this voter has said something newer of this message"));
      return;
    }
    message.localVoters.add(vote.voter());
    message.pend(vote);
    store.pend(vote);
    store.durable(
        () -> {
          OpenCast cast = new OpenCast(vote, routing.self().id(), receiver);
          cast.timer = timers.after(config.castPatience(), () -> impatient(cast));
          send(cast, vectors);
        });
    upkeep.settle(message);
  }

  private void send(OpenCast cast, List<FeatureVector> vectors) {
    long castId = random.nextLong();
    casts.put(castId, cast);
    timers.after(config.retry(), () -> casts.remove(castId));
    routing.route(cast.vote.guid(), new Cast(castId, cast.vote, vectors));
  }

  private static void impatient(OpenCast cast) {
    cast.answer(
        new VoteReceipt(
            true, cast.holders.size(), false, "kept here; not yet confirmed by all replicas"));
  }

  /** Sends again some of what is not confirmed, beginning anywhere so that nothing starves. */
  private void retryPending() {
    timers.after(config.retry(), this::retryPending);
    int resent = 0;
    for (KeptMessage message : messages.from(Id.random(random))) {
      for (Vote vote : message.pending()) {
        if (resent++ >= RESENT_AT_ONCE) {
          return;
        }
        send(new OpenCast(vote, routing.self().id(), receipt -> {}), message.vectorsOf(vote));
      }
    }
  }

  void received(Contact from, Kept kept) {
    OpenCast cast = casts.get(kept.castId());
    if (cast == null || !cast.confirmed(from.id(), kept.holders())) {
      return;
    }
    casts.remove(kept.castId());
    if (cast.timer != null) {
      cast.timer.cancel();
    }
    KeptMessage message = messages.find(cast.vote.guid());
    if (message != null && message.settle(cast.vote)) {
      store.settle(cast.vote);
    }
    cast.answer(new VoteReceipt(true, cast.holders.size(), true, ""));
  }

  void received(Refused refusal) {
    OpenCast cast = casts.get(refusal.castId());
    if (cast != null) {
      cast.answer(new VoteReceipt(true, cast.holders.size(), false, refusal.reason()));
    }
  }
}
