package org.spamwatch.agent.live;

import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.overlay.Endpoint;

/**
 * Where links of other peers are accepted. Anybody who reaches a peer of an open realm belongs to
 * it, so without a word of the operator such a peer is reached from its own host alone. His word is
 * where to listen, a bootstrap peer elsewhere, or a closed realm.
 */
final class OverlayAddress {
  private static final Logger LOG = LoggerFactory.getLogger(OverlayAddress.class);
  private static final String ANY = "0.0.0.0";

  private OverlayAddress() {}

  /**
   * The address, with one line to the log if it is this host's alone for want of another word.
   *
   * @param pinnedClosed whether the peer belongs to a closed realm already
   */
  static ListenAddress of(Settings settings, boolean pinnedClosed) {
    ListenAddress listen = settings.value(Setting.OVERLAY_LISTEN);
    if (settings.isSet(Setting.OVERLAY_LISTEN)) {
      return listen;
    }
    if (pinnedClosed
        || settings.value(Setting.REALM_AUTHORITY).isPresent()
        || settings.value(Setting.OVERLAY_BOOTSTRAP).stream().anyMatch(OverlayAddress::elsewhere)) {
      return new ListenAddress(ANY, listen.port());
    }
    LOG.info(
        "other hosts cannot reach this peer of an open realm; --listen {}:{} lets everybody in who"
            + " can reach it, a closed realm its members alone",
        ANY,
        listen.port());
    return listen;
  }

  private static boolean elsewhere(Endpoint seed) {
    String host = seed.host().toLowerCase(Locale.ROOT);
    return !(host.equals("localhost") || host.startsWith("127.") || host.equals("::1"));
  }
}
