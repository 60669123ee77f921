package org.spamwatch.overlay.live;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.function.LongSupplier;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.identity.SigningKey;

/**
 * Who a live node is and where it listens.
 *
 * @param key proves its id
 * @param listenHost the address to listen at; {@code 0.0.0.0} is all of this machine's
 * @param listenPort the port to listen at, 1 to 65535; 0 picks a free one
 * @param advertisedHost the host that other peers are told, never a wildcard
 * @param links bounds on its links
 * @param wallMillis the machine's wall clock, in milliseconds since the epoch; safe for any thread
 */
public record LiveConfig(
    SigningKey key,
    String listenHost,
    int listenPort,
    String advertisedHost,
    LinkLimits links,
    LongSupplier wallMillis) {
  /** Checks the ranges. */
  public LiveConfig {
    checkArgument(
        listenPort >= 0 && listenPort <= 65535, "port %s is not in 0 to 65535", listenPort);
    if (advertisedHost.equals("0.0.0.0") || advertisedHost.equals("::")) {
      throw new IllegalArgumentException(
          advertisedHost + " is no address that other peers can reach; advertise one that is");
    }
    new Endpoint(listenHost, 1); // checks the host's form
    new Endpoint(advertisedHost, 1);
  }

  /** A node that goes by this machine's clock. */
  public LiveConfig(
      SigningKey key, String listenHost, int listenPort, String advertisedHost, LinkLimits links) {
    this(key, listenHost, listenPort, advertisedHost, links, System::currentTimeMillis);
  }

  /** A node that tells others the very host it listens at. */
  public static LiveConfig at(SigningKey key, String host, int port) {
    return new LiveConfig(key, host, port, host, LinkLimits.DEFAULT);
  }

  /** This configuration with other bounds on links. */
  public LiveConfig withLinks(LinkLimits limits) {
    return new LiveConfig(key, listenHost, listenPort, advertisedHost, limits, wallMillis);
  }

  /** This configuration by another wall clock. */
  public LiveConfig withClock(LongSupplier millis) {
    return new LiveConfig(key, listenHost, listenPort, advertisedHost, links, millis);
  }
}
