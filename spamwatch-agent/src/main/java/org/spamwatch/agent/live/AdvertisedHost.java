package org.spamwatch.agent.live;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;

/** Which address other peers are told: what is set, else where this peer listens. */
final class AdvertisedHost {
  // RFC 5737: addresses for documentation. Nothing is sent; connecting a datagram socket only asks
  // the system which of its addresses the default route uses.
  private static final byte[] ELSEWHERE = {(byte) 192, 0, 2, 1};

  private AdvertisedHost() {}

  static String of(Settings settings, String listened) {
    return settings
        .value(Setting.OVERLAY_ADVERTISE)
        .orElseGet(() -> isWildcard(listened) ? onDefaultRoute() : listened);
  }

  private static boolean isWildcard(String host) {
    return host.equals("0.0.0.0") || host.equals("::");
  }

  private static String onDefaultRoute() {
    try (DatagramChannel channel = DatagramChannel.open()) {
      channel.connect(new InetSocketAddress(InetAddress.getByAddress(ELSEWHERE), 9));
      if (channel.getLocalAddress() instanceof InetSocketAddress local
          && !local.getAddress().isAnyLocalAddress()) {
        return local.getAddress().getHostAddress();
      }
    } catch (IOException e) {
      return loopback(); // no route: this machine is all there is
    }
    return loopback();
  }

  private static String loopback() {
    return InetAddress.getLoopbackAddress().getHostAddress();
  }
}
