package org.spamwatch.agent.cli;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.spamwatch.agent.config.ListenAddress;

/**
 * Where a peer is asked, for the placeholders of a {@link Snippet}: its ports and sockets, or for
 * those that are not open what could be set.
 */
final class OwnAddresses {
  /** What is proposed for what is not open, by the key of its setting. */
  private static final Map<String, String> PROPOSED =
      Map.of(
          "http.listen", "127.0.0.1:11780",
          "http.socket", "/run/spamwatch/http",
          "spamd.listen", "127.0.0.1:11783",
          "spamd.socket", "/run/spamwatch/spamd",
          "milter.listen", "127.0.0.1:11784",
          "milter.socket", "/run/spamwatch/milter",
          "policy.listen", "127.0.0.1:11785",
          "policy.socket", "/run/spamwatch/policy");

  private final Map<String, String> open;
  private final Map<String, String> places;

  private OwnAddresses(Map<String, String> open, Map<String, String> places) {
    this.open = open;
    this.places = places;
  }

  /**
   * Those of a peer.
   *
   * @param open its ports and sockets by the keys of their settings
   * @param home where SpamWatch's own files are
   * @param config the file of its settings
   */
  static OwnAddresses of(Map<String, String> open, String home, Path config) {
    return new OwnAddresses(open, Map.of("home", home, "config", config.toString()));
  }

  /** The placeholders there are. */
  static Set<String> placeholders() {
    Set<String> names = new TreeSet<>(Set.of("http", "home", "config"));
    for (String port : Set.of("http", "spamd", "milter", "policy")) {
      names.addAll(Set.of(port + ".host", port + ".port", port + ".socket"));
    }
    return names;
  }

  /** What stands for a placeholder. */
  String value(String placeholder) {
    if (places.containsKey(placeholder)) {
      return places.getOrDefault(placeholder, "");
    }
    String address = address(setting(placeholder));
    if (placeholder.endsWith(".socket")) {
      return address;
    }
    ListenAddress listen = ListenAddress.parse(address);
    ListenAddress reached = new ListenAddress(reached(listen.host()), listen.port());
    if (placeholder.endsWith(".host")) {
      return reached.host();
    }
    return placeholder.endsWith(".port") ? Integer.toString(reached.port()) : "http://" + reached;
  }

  private String address(String key) {
    String proposed = PROPOSED.get(key);
    if (proposed == null) {
      throw new IllegalArgumentException("no setting " + key + " is known");
    }
    return open.getOrDefault(key, proposed);
  }

  /** Who listens at every address is reached at loopback's. */
  private static String reached(String host) {
    try {
      boolean any = InetAddress.getByName(host).isAnyLocalAddress();
      return any ? "127.0.0.1" : host;
    } catch (UnknownHostException e) {
      return host;
    }
  }

  private static String setting(String placeholder) {
    int dot = placeholder.indexOf('.');
    String port = dot < 0 ? placeholder : placeholder.substring(0, dot);
    return port + (placeholder.endsWith(".socket") ? ".socket" : ".listen");
  }

  /** What must be set before these can be asked, as it is written in a file of settings. */
  String missing(Collection<String> asked) {
    StringBuilder lines = new StringBuilder();
    Set<String> keys = new TreeSet<>();
    asked.stream().filter(name -> !places.containsKey(name)).forEach(n -> keys.add(setting(n)));
    keys.removeAll(open.keySet());
    String table = "";
    for (String key : keys) {
      String port = key.substring(0, key.indexOf('.'));
      if (!port.equals(table)) {
        lines.append("[").append(port).append("]\n");
        table = port;
      }
      String name = key.substring(port.length() + 1);
      lines.append(name).append(" = \"").append(address(key)).append("\"\n");
    }
    return lines.toString();
  }
}
