package org.spamwatch.overlay;

/**
 * Where a node can be reached: a host and a port. The core never interprets it; the live driver
 * connects to it by TCP, the simulated network uses the host as a node's name.
 *
 * @param host an address literal or host name, 1 to 253 visible ASCII characters
 * @param port 1 to 65535
 */
public record Endpoint(String host, int port) implements Comparable<Endpoint> {
  /** The longest host name in characters (RFC 1035, section 2.3.4). */
  public static final int MAX_HOST = 253;

  /** Checks the ranges. */
  public Endpoint {
    if (host.isEmpty() || host.length() > MAX_HOST) {
      throw new IllegalArgumentException(
          "a host has 1 to " + MAX_HOST + " characters, not " + host.length());
    }
    for (int i = 0; i < host.length(); i++) {
      if (host.charAt(i) <= ' ' || host.charAt(i) > '~') {
        throw new IllegalArgumentException("a host is visible ASCII; character " + i + " is not");
      }
    }
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException("port " + port + " is not in 1 to 65535");
    }
  }

  /**
   * Reads {@code host:port} or {@code [ipv6]:port}.
   *
   * @throws IllegalArgumentException if it has another form; the message says which part
   */
  public static Endpoint parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 1) {
      throw new IllegalArgumentException("'" + text + "' is not HOST:PORT");
    }
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
  public String toString() {
    return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
  }
}
