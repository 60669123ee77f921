package org.spamwatch.agent.live;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.keys.MembershipFile;
import org.spamwatch.agent.live.StartException.Cause;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.VerifyingKey;

/** The realm of a peer, and the membership by which it takes part if that is closed. */
final class OwnMembership {
  private static final Logger LOG = LoggerFactory.getLogger(OwnMembership.class);

  private final Realm realm;
  private final VerifyingKey peer;

  OwnMembership(Realm realm, VerifyingKey peer) {
    this.realm = realm;
    this.peer = peer;
  }

  Realm realm() {
    return realm;
  }

  /**
   * The membership in the file that is set; none in an open realm.
   *
   * @throws StartException if the realm is closed and there is none that holds now
   */
  Optional<Membership> read(Settings settings) throws StartException {
    if (!realm.isClosed()) {
      return Optional.empty();
    }
    Optional<Path> file = settings.value(Setting.REALM_MEMBERSHIP);
    if (file.isEmpty()) {
      throw new StartException(
          Cause.CONFIGURATION,
          "realm "
              + realm.id()
              + " is closed: give this peer's key "
              + peer
              + " to its authority and set realm.membership to the file that comes back");
    }
    try {
      MembershipFile read = MembershipFile.read(file.get());
      Optional<String> objection = read.objection(realm, peer, Instant.now());
      if (objection.isPresent()) {
        throw unusable(file.get() + ": " + objection.get(), null);
      }
      LOG.info("member of realm {} until {}", realm.id().brief(), read.to());
      return Optional.of(read.membership());
    } catch (KeyException e) {
      throw unusable(String.valueOf(e.getMessage()), e);
    }
  }

  private static StartException unusable(
      String reason, @org.jspecify.annotations.Nullable Throwable cause) {
    String line = "realm.membership = " + reason;
    return cause == null
        ? new StartException(Cause.CONFIGURATION, line)
        : new StartException(Cause.CONFIGURATION, line, cause);
  }
}
