package org.spamwatch.agent.api;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.spamwatch.overlay.Id;

/**
 * What a peer writes into its ready file, for scripts.
 *
 * @param overlay host and port of its links
 * @param http host and port of this interface
 * @param pid of its process
 * @param ports where mail programs reach it: HOST:PORT, or a socket's path, by the setting
 */
public record Started(
    String overlay, String http, Id id, Id realm, long pid, Map<String, String> ports) {
  /** Sorts the ports. */
  public Started {
    ports = Collections.unmodifiableMap(new TreeMap<>(ports));
  }
}
