package org.spamwatch.agent.live;

import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.http.HttpPort;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.agent.port.BoundPort;
import org.spamwatch.agent.store.DiskVoteStore;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.RealmSignatures;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.live.LiveNode;

/** What the start of a peer has acquired so far, to be given back if it fails. */
final class CloseStack {
  private final LiveNode node;
  @Nullable BoundPort bound;
  @Nullable DiskVoteStore store;
  @Nullable HttpPort http;
  @Nullable HostKeeper hosts;
  @Nullable TrustKeeper trust;
  @Nullable RevocationKeeper revocations;
  @Nullable LiveCampaigns campaigns;
  @Nullable HamKeeper ham;
  @Nullable ClockKeeper clock;
  private boolean isDone;

  CloseStack(LiveNode node) {
    this.node = node;
  }

  LivePeer done(Realm realm, SigningKey key, RealmSignatures signatures, PeerCore core) {
    if (store == null
        || http == null
        || hosts == null
        || revocations == null
        || campaigns == null
        || ham == null
        || trust == null
        || clock == null) {
      throw new IllegalStateException("a peer has a store, an HTTP port and six keepers");
    }
    isDone = true;
    return new LivePeer(
        realm,
        key,
        signatures,
        node,
        core,
        store,
        http,
        hosts,
        revocations,
        campaigns,
        ham,
        trust,
        clock);
  }

  void undoUnlessDone() {
    if (isDone) {
      return;
    }
    if (http != null) {
      http.close();
    } else if (bound != null) {
      bound.close();
    }
    if (clock != null) {
      clock.close();
    }
    if (ham != null) {
      ham.close();
    }
    node.close();
    if (revocations != null) {
      revocations.close();
    }
    if (campaigns != null) {
      campaigns.close();
    }
    if (store != null) {
      store.close();
    }
  }
}
