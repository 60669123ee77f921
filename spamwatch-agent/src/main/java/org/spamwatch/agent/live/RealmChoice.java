package org.spamwatch.agent.live;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.keys.Keyring;
import org.spamwatch.agent.live.StartException.Cause;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.live.Hello;
import org.spamwatch.overlay.live.LiveNode;

/**
 * Which realm a peer belongs to: the one that was set, the one pinned at an earlier start, the one
 * a bootstrap peer names, or, with none of these, a new open realm of its own. The choice is pinned
 * when the peer has started, and never changes by what others say later.
 */
final class RealmChoice {
  private static final Logger LOG = LoggerFactory.getLogger(RealmChoice.class);
  private static final long FIRST_PAUSE_MILLIS = 250;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;
  private static final long HELLO_SECONDS = 10;

  private final Keyring keys;
  private final LiveNode node;
  private final Settings settings;
  private final List<Endpoint> seeds;
  private String unanswered = "";

  RealmChoice(Keyring keys, LiveNode node, Settings settings) {
    this.keys = keys;
    this.node = node;
    this.settings = settings;
    seeds = settings.value(Setting.OVERLAY_BOOTSTRAP);
  }

  Realm choose() throws StartException, InterruptedException {
    try {
      Optional<Realm> set = configured();
      Optional<Realm> pinned = keys.realm();
      if (set.isPresent() && pinned.isPresent() && !agree(set.get(), pinned.get())) {
        throw mismatch("the configuration says " + named(set.get()), pinned.get());
      }
      if (pinned.isEmpty()) {
        return set.isPresent() ? set.get() : first();
      }
      checkAgainstSeeds(pinned.get());
      return pinned.get();
    } catch (KeyException e) {
      throw StartException.of(e);
    }
  }

  private Optional<Realm> configured() throws StartException {
    Optional<Id> id = settings.value(Setting.REALM_ID);
    Optional<Realm> closed = settings.value(Setting.REALM_AUTHORITY).map(Realm::closed);
    if (id.isPresent() && closed.isPresent() && !id.get().equals(closed.get().id())) {
      throw new StartException(
          Cause.CONFIGURATION,
          "realm.id = "
              + id.get()
              + ": the realm of realm.authority is "
              + closed.get().id()
              + "; leave realm.id out");
    }
    return closed.isPresent() ? closed : id.map(Realm::open);
  }

  /**
   * An id alone does not say that its realm is open: whoever is pinned to a closed one keeps it.
   */
  private boolean agree(Realm set, Realm pinned) {
    return set.id().equals(pinned.id()) && (pinned.isClosed() || !set.isClosed());
  }

  private static String named(Realm realm) {
    return realm.id() + (realm.isClosed() ? " (closed)" : "");
  }

  private Realm first() throws StartException, InterruptedException {
    return seeds.isEmpty() ? Realm.open(Id.random(new SecureRandom())) : askUntilOneAnswers();
  }

  /** Peers that belong elsewhere would hang up on us without end; better to say so at once. */
  private void checkAgainstSeeds(Realm pinned) throws StartException, InterruptedException {
    for (Endpoint seed : seeds) {
      Optional<Realm> named = ask(seed);
      if (named.isPresent() && !named.get().equals(pinned)) {
        throw mismatch("bootstrap peer " + seed + " belongs to " + named(named.get()), pinned);
      }
      if (named.isPresent()) {
        return;
      }
    }
  }

  private static StartException mismatch(String other, Realm pinned) {
    return new StartException(
        Cause.CONFIGURATION,
        String.format(
            Locale.ROOT,
            "realm %s is pinned in the data directory, but %s; use another --data to join that one",
            named(pinned),
            other));
  }

  private Realm askUntilOneAnswers() throws StartException, InterruptedException {
    Duration wait = settings.value(Setting.OVERLAY_JOIN_WAIT);
    long deadline = System.nanoTime() + wait.toNanos();
    long pause = FIRST_PAUSE_MILLIS;
    while (true) {
      for (Endpoint seed : seeds) {
        Optional<Realm> named = ask(seed);
        if (named.isPresent()) {
          LOG.info("joining realm {} of {}", named.get().id().brief(), seed);
          return named.get();
        }
      }
      if (System.nanoTime() - deadline >= 0) {
        throw new StartException(
            Cause.NO_PEER,
            "no bootstrap peer answered within "
                + wait.toSeconds()
                + " s: "
                + seeds
                + " ("
                + unanswered
                + "); start one of them, or leave --bootstrap out to begin a realm");
      }
      LOG.warn(
          "no bootstrap peer of {} answers ({}); trying again in {} ms", seeds, unanswered, pause);
      Thread.sleep(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
    }
  }

  private Optional<Realm> ask(Endpoint seed) throws InterruptedException {
    try {
      Hello hello = node.hello(seed).get(HELLO_SECONDS, TimeUnit.SECONDS);
      unanswered = seed + " has no realm itself yet";
      return hello.realm();
    } catch (ExecutionException e) {
      // A peer of another version is there, but looks silent: only the reason tells them apart.
      unanswered = String.valueOf(e.getCause() == null ? e : e.getCause().getMessage());
      return Optional.empty();
    } catch (TimeoutException e) {
      unanswered = seed + " did not greet within " + HELLO_SECONDS + " s";
      return Optional.empty();
    }
  }
}
