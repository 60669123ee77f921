package org.spamwatch.agent.port;

import java.time.Duration;

/**
 * What the clients of a port are held to.
 *
 * @param maxConnections connections at once; default 1,024. At the bound the one that has kept the
 *     port waiting for its request longest gives way.
 * @param maxOfAddress connections at once from one address that is not this host's; default 256. At
 *     the bound the one of them that has kept the port waiting longest gives way.
 * @param threads workers
 * @param queue requests that wait for a worker
 * @param arrival how long a request may take to arrive, head and body each
 * @param idle how long a connection may do nothing between two requests; default 30 s
 * @param writing how long a client may take to read its answer; default 30 s
 */
public record PortLimits(
    int maxConnections,
    int maxOfAddress,
    int threads,
    int queue,
    Duration arrival,
    Duration idle,
    Duration writing) {
  private static final Duration HALF_A_MINUTE = Duration.ofSeconds(30);

  /** The defaults, with what is set by the operator. */
  public static PortLimits of(int threads, int queue, Duration arrival) {
    return new PortLimits(1024, 256, threads, queue, arrival, HALF_A_MINUTE, HALF_A_MINUTE);
  }
}
