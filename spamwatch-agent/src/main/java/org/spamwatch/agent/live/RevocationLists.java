package org.spamwatch.agent.live;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.keys.RevocationFile;
import org.spamwatch.agent.live.StartException.Cause;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.RevocationList;
import org.spamwatch.overlay.live.LiveNode;

/**
 * The revocation lists of a peer of a closed realm: from the file that is set, from other peers,
 * and from the file in the data directory that keeps the newest one over a restart.
 */
final class RevocationLists {
  private static final Logger LOG = LoggerFactory.getLogger(RevocationLists.class);
  private static final String NAME = "revocations";

  private final Realm realm;
  private final Path kept;
  private final LiveNode live;
  private final PeerCore core;
  private final Executor disk;

  /** Keeps the lists of a peer that is not started yet, from those that it begins with on. */
  RevocationLists(
      Realm realm,
      Path directory,
      LiveNode live,
      PeerCore core,
      Executor disk,
      List<RevocationFile> begin) {
    this.realm = realm;
    this.disk = disk;
    this.kept = directory.resolve(NAME);
    this.live = live;
    this.core = core;
    core.onRevocations(this::inForce);
    begin.forEach(this::take);
  }

  /**
   * Reads what a peer begins with.
   *
   * @throws StartException if the file that is set cannot be used
   */
  static List<RevocationFile> read(Settings settings, Realm realm, Path directory)
      throws StartException {
    List<RevocationFile> lists = new ArrayList<>();
    try {
      configured(settings, realm).ifPresent(lists::add);
    } catch (KeyException e) {
      throw new StartException(Cause.CONFIGURATION, String.valueOf(e.getMessage()), e);
    }
    Path own = directory.resolve(NAME);
    try {
      Optional<RevocationFile> kept = RevocationFile.read(own);
      if (kept.isPresent() && realm.isClosed()) {
        checkRealm(kept.get(), own, realm);
        lists.add(kept.get());
      }
    } catch (KeyException e) {
      LOG.warn("{}; not used, the list comes from other peers again", e.getMessage());
    }
    return lists;
  }

  private static Optional<RevocationFile> configured(Settings settings, Realm realm)
      throws KeyException {
    Optional<Path> file = settings.value(Setting.REALM_REVOCATIONS);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    try {
      RevocationFile read =
          RevocationFile.read(file.get())
              .orElseThrow(() -> new KeyException(file.get() + ": no such file"));
      checkRealm(read, file.get(), realm);
      return Optional.of(read);
    } catch (KeyException e) {
      throw new KeyException("realm.revocations = " + e.getMessage(), e);
    }
  }

  private static void checkRealm(RevocationFile read, Path file, Realm realm) throws KeyException {
    if (!realm.authority().equals(Optional.of(read.authority()))) {
      throw new KeyException(
          file
              + ": a list of realm "
              + Realm.closed(read.authority()).id()
              + ", this peer belongs to "
              + realm.id());
    }
  }

  /** Takes the list in the file that is set, if it is newer. */
  void load(Settings settings) throws KeyException {
    configured(settings, realm).ifPresent(this::take);
  }

  private void take(RevocationFile read) {
    live.execute(() -> core.revoke(read.list()));
  }

  /** On the node's turn. */
  private void inForce(RevocationList list) {
    LOG.info("{} is in force", list);
    Id self = live.self().id();
    if (list.nodes().contains(self)) {
      LOG.warn("this peer, {}, is revoked: other peers refuse its links and votes", self);
    }
    live.endRevoked();
    realm
        .authority()
        .ifPresent(authority -> disk.execute(() -> keep(new RevocationFile(authority, list))));
  }

  private void keep(RevocationFile file) {
    try {
      file.write(kept);
    } catch (KeyException e) {
      LOG.warn("{}; after a restart the list comes from other peers again", e.getMessage());
    }
  }
}
