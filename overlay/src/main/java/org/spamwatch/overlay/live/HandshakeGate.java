package org.spamwatch.overlay.live;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many handshakes strangers may make this node work at: so many at a time, and from one network
 * (IPv4 /24, IPv6 /48) a burst and then so many a second, by a token bucket. Asked before the first
 * byte is read; a handshake costs milliseconds, this microseconds. Loopback has no bucket.
 *
 * <p>Not thread-safe.
 */
final class HandshakeGate {
  /** Networks remembered; whoever has more is held back by the number at a time. */
  private static final int MAX_NETWORKS = 4096;

  private final int maxUnderWay;
  private final double burst;
  private final double perNano;
  private final LongSupplier nanoTime;
  private final Map<String, Bucket> buckets =
      new LinkedHashMap<>(16, .75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
          return size() > MAX_NETWORKS;
        }
      };
  private int underWay;

  private static final class Bucket {
    private double tokens;
    private long atNanos;

    Bucket(double tokens, long atNanos) {
      this.tokens = tokens;
      this.atNanos = atNanos;
    }
  }

  HandshakeGate(LinkLimits limits, LongSupplier nanoTime) {
    this.maxUnderWay = limits.maxHandshakes();
    this.burst = limits.handshakeBurst();
    this.perNano = (double) limits.handshakesPerSecond() / TimeUnit.SECONDS.toNanos(1);
    this.nanoTime = nanoTime;
  }

  /** Lets a handshake begin, unless it is one too many. */
  boolean enter(InetAddress address) {
    if (underWay >= maxUnderWay || (!address.isLoopbackAddress() && !take(address))) {
      return false;
    }
    underWay++;
    return true;
  }

  private boolean take(InetAddress address) {
    long now = nanoTime.getAsLong();
    Bucket bucket = buckets.computeIfAbsent(network(address), key -> new Bucket(burst, now));
    bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.atNanos) * perNano);
    bucket.atNanos = now;
    if (bucket.tokens < 1) {
      return false;
    }
    bucket.tokens--;
    return true;
  }

  /** A handshake that was let in is over. */
  void leave() {
    underWay--;
  }

  /** The state of the gate, for the operator. */
  @Override
  public String toString() {
    return underWay
        + " handshakes are under way; the limits are "
        + maxUnderWay
        + ", and a network's rate";
  }

  private static String network(InetAddress address) {
    byte[] bytes = address.getAddress();
    return Arrays.toString(Arrays.copyOf(bytes, bytes.length == 16 ? 6 : 3));
  }
}
