package org.spamwatch.overlay.live;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import java.net.InetAddress;
import java.util.Arrays;

/**
 * How many links strangers may hold: in total and from one address, where an IPv6 address counts as
 * its /64, for that is what one host has. Loopback counts towards the total only.
 *
 * <p>Not thread-safe.
 */
final class InboundQuota {
  private final int maxTotal;
  private final int maxPerAddress;
  private final Multiset<String> perAddress = HashMultiset.create();
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
      if (perAddress.count(key) >= maxPerAddress) {
        return false;
      }
      perAddress.add(key);
    }
    total++;
    return true;
  }

  /** Counts a link out that was counted in. */
  void leave(InetAddress address) {
    total--;
    if (!address.isLoopbackAddress()) {
      perAddress.remove(key(address));
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
