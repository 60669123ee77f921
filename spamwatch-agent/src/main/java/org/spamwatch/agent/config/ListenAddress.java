package org.spamwatch.agent.config;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.net.InetAddresses;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * Where a port of this peer listens.
 *
 * @param host an address literal or a name of this host
 * @param port 0 to 65535; 0 lets the system pick a free one
 */
public record ListenAddress(String host, int port) {
  /** Where other peers may connect, as an operator writes it; loopback unless set. */
  static final Allowed<ListenAddress> OF_OVERLAY =
      Allowed.one("HOST:PORT, port 0 for a free one", ListenAddress::parse)
          .orElse(parse("127.0.0.1:9460"));

  /** Where HTTP may be served, as an operator writes it. */
  static final Allowed<ListenAddress> OF_HTTP =
      Allowed.one(
          "HOST:PORT, port 0 for a free one; beyond loopback only with a token",
          ListenAddress::parse);

  /** Checks the ranges. */
  public ListenAddress {
    checkArgument(!host.isEmpty(), "HOST:PORT with a host is needed");
    checkArgument(port >= 0 && port <= 65535, "a port is 0 to 65535, not %s", port);
  }

  /**
   * Reads {@code host:port} or {@code [ipv6]:port}.
   *
   * @throws IllegalArgumentException if the text has another form; the message says what is allowed
   */
  public static ListenAddress parse(String text) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? "" : text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.indexOf(':') >= 0) {
      throw new IllegalArgumentException(
          "allowed is HOST:PORT, an IPv6 address in brackets as in [::1]:9460");
    }
    String port = text.substring(colon + 1);
    if (host.isEmpty() || !port.matches("[0-9]{1,5}")) {
      throw new IllegalArgumentException("allowed is HOST:PORT with a port of 0 to 65535");
    }
    return new ListenAddress(host, Integer.parseInt(port));
  }

  /** That of a port that is open; an IPv6 address in the short form that users type. */
  public static ListenAddress of(InetSocketAddress open) {
    return new ListenAddress(InetAddresses.toAddrString(open.getAddress()), open.getPort());
  }

  /**
   * The socket address, the host's name resolved.
   *
   * @throws UnknownHostException if the name has no address
   */
  public InetSocketAddress resolve() throws UnknownHostException {
    return new InetSocketAddress(InetAddress.getByName(host), port);
  }

  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
