package org.spamwatch.overlay;

import static com.google.common.base.Preconditions.checkArgument;

import org.jspecify.annotations.Nullable;

/**
 * Where a node can be reached: a host and a port. The core never interprets it; the live driver
 * connects to it by TCP, the simulated network uses the host as a node's name.
 *
 * <p>A value: immutable, equal by host and port, safe for any thread.
 */
public final class Endpoint implements Comparable<Endpoint> {
  /** The longest host name in characters (RFC 1035, section 2.3.4). */
  public static final int MAX_HOST = 253;

  private final String host;
  private final int port;
  private final int hash; // at hand: every message that arrives is looked up by whose it is

  // Worked out when first asked for, by any thread, always the same; as in String.hashCode.
  private @Nullable AddressGroup group;

  /**
   * An endpoint.
   *
   * @param host an address literal or host name, 1 to 253 visible ASCII characters
   * @param port 1 to 65535
   */
  public Endpoint(String host, int port) {
    if (host.isEmpty() || host.length() > MAX_HOST) {
      throw new IllegalArgumentException(
          "a host has 1 to " + MAX_HOST + " characters, not " + host.length());
    }
    for (int i = 0; i < host.length(); i++) {
      if (host.charAt(i) <= ' ' || host.charAt(i) > '~') {
        throw new IllegalArgumentException("a host is visible ASCII; character " + i + " is not");
      }
    }
    checkArgument(port >= 1 && port <= 65535, "port %s is not in 1 to 65535", port);
    this.host = host;
    this.port = port;
    this.hash = 31 * host.hashCode() + port;
  }

  /** An address literal or host name. */
  public String host() {
    return host;
  }

  /** The port. */
  public int port() {
    return port;
  }

  /** The part of the Internet that the host lies in; see {@link AddressGroup}. */
  public AddressGroup group() {
    AddressGroup known = group;
    if (known == null) {
      known = AddressGroup.of(host);
      group = known;
    }
    return known;
  }

  /**
   * Reads {@code host:port} or {@code [ipv6]:port}.
   *
   * @throws IllegalArgumentException if it has another form; the message says which part
   */
  public static Endpoint parse(String text) {
    int colon = text.lastIndexOf(':');
    checkArgument(colon >= 1, "'%s' is not HOST:PORT", text);
    String host = text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.indexOf(':') >= 0) {
      throw new IllegalArgumentException(
          "'" + text + "' is not HOST:PORT; an IPv6 address stands in brackets, as in [::1]:9460");
    }
    int port;
    try {
      port = Integer.parseInt(text.substring(colon + 1));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' has no port number behind its colon", e);
    }
    return new Endpoint(host, port);
  }

  @Override
  public int compareTo(Endpoint other) {
    int order = host.compareTo(other.host);
    return order == 0 ? Integer.compare(port, other.port) : order;
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return this == object
        || (object instanceof Endpoint other
            && hash == other.hash
            && port == other.port
            && host.equals(other.host));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
  }
}
