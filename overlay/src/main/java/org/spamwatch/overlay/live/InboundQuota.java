package org.spamwatch.overlay.live;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many links strangers may hold: in total and from one address, where an IPv6 address counts as
 * its /64, for that is what one host has. Loopback counts towards the total only.
 *
 * <p>Not thread-safe.
 */
final class InboundQuota {
  private final int maxTotal;
  private final int maxPerAddress;
  private final Map<String, Integer> perAddress = new LinkedHashMap<>();
  private int total;

  InboundQuota(int maxTotal, int maxPerAddress) {
    this.maxTotal = maxTotal;
    this.maxPerAddress = maxPerAddress;
  }

  /** Counts a link in, unless it is one too many. */
  boolean enter(InetAddress address) {
    if (total >= maxTotal) {
      return false;
    }
    if (!address.isLoopbackAddress()) {
      String key = key(address);
      int held = perAddress.getOrDefault(key, 0);
      if (held >= maxPerAddress) {
        return false;
      }
      perAddress.put(key, held + 1);
    }
    total++;
    return true;
  }

  /** Counts a link out that was counted in. */
  void leave(InetAddress address) {
    total--;
    if (!address.isLoopbackAddress()) {
      perAddress.computeIfPresent(key(address), (key, held) -> held > 1 ? held - 1 : null);
    }
  }

  /** The state of the quota, for the operator. */
  @Override
  public String toString() {
    return total
        + " links are accepted; the limits are "
        + maxTotal
        + ", and "
        + maxPerAddress
        + " an address";
  }

  private static String key(InetAddress address) {
    byte[] bytes = address.getAddress();
    return Arrays.toString(bytes.length == 16 ? Arrays.copyOf(bytes, 8) : bytes);
  }
}
