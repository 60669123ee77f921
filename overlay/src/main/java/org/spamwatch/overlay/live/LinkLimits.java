package org.spamwatch.overlay.live;

import static com.google.common.base.Preconditions.checkArgument;

import java.time.Duration;

/**
 * Bounds on links: what strangers and slow peers can make this one hold.
 *
 * @param connectTimeout how long to wait for a connection; longer delays the detour round a dead
 *     peer, shorter gives up distant ones
 * @param handshakeTimeout how long a connection may take for its handshake before it is closed
 * @param stallTimeout how long a peer may leave the write buffer full before its link is closed
 * @param idleTimeout after how long without a message a link is closed; longer than the overlay's
 *     pings, or every ping opens a link
 * @param maxInbound most links accepted at once
 * @param maxInboundPerAddress most links accepted at once from one address (IPv6: one /64);
 *     loopback is exempt
 * @param maxOutbound most links opened at once; what peers name could otherwise use up descriptors
 * @param maxToStrangers most of these opened to nodes that others have named and that were never
 *     heard; one more takes the place of the eldest
 * @param maxHandshakes most accepted links in their handshake at once
 * @param handshakeBurst handshakes that one network (IPv4 /24, IPv6 /48) may begin at once;
 *     loopback is exempt
 * @param handshakesPerSecond handshakes that it may begin a second from then on
 * @param maxQueued most messages waiting for one link to open
 * @param maxUnsentBytes most bytes waiting for one link to open, or written to it and not yet taken
 *     by its peer; beyond it messages are dropped
 */
public record LinkLimits(
    Duration connectTimeout,
    Duration handshakeTimeout,
    Duration stallTimeout,
    Duration idleTimeout,
    int maxInbound,
    int maxInboundPerAddress,
    int maxOutbound,
    int maxToStrangers,
    int maxHandshakes,
    int handshakeBurst,
    int handshakesPerSecond,
    int maxQueued,
    int maxUnsentBytes) {
  /** What a peer uses unless told otherwise. */
  public static final LinkLimits DEFAULT =
      new LinkLimits(
          Duration.ofSeconds(3),
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          Duration.ofMinutes(5),
          1024,
          32,
          1024,
          256,
          256,
          64,
          4,
          256,
          256 * 1024);

  /** Checks that every limit is positive. */
  public LinkLimits {
    requirePositive("connectTimeout", connectTimeout.toMillis());
    requirePositive("handshakeTimeout", handshakeTimeout.toMillis());
    requirePositive("stallTimeout", stallTimeout.toMillis());
    requirePositive("idleTimeout", idleTimeout.toMillis());
    requirePositive("maxInbound", maxInbound);
    requirePositive("maxInboundPerAddress", maxInboundPerAddress);
    requirePositive("maxOutbound", maxOutbound);
    requirePositive("maxToStrangers", maxToStrangers);
    requirePositive("maxHandshakes", maxHandshakes);
    requirePositive("handshakeBurst", handshakeBurst);
    requirePositive("handshakesPerSecond", handshakesPerSecond);
    requirePositive("maxQueued", maxQueued);
    requirePositive("maxUnsentBytes", maxUnsentBytes);
  }

  private static void requirePositive(String name, long value) {
    checkArgument(value >= 1, "%s is at least 1 (or 1 ms), not %s", name, value);
  }
}
