package org.spamwatch.agent.http;

import java.io.IOException;
import java.net.URI;
import java.util.Map;

/** Carries requests to a peer and its answers back. Safe for any thread. */
interface PeerTransport {
  /** The longest answer that is read as a rule, in bytes. */
  int MAX_ANSWER = 16 << 20;

  /** A peer's answer. */
  @SuppressWarnings("ArrayRecordComponent") // handed on once, never compared
  record Answer(int status, byte[] body) {}

  /**
   * Sends a request and waits for the answer.
   *
   * @param path with its query
   * @param body empty for none
   * @param most bytes of the answer that are read
   * @throws java.net.http.HttpTimeoutException if there is none in time
   * @throws IOException if the peer cannot be reached, or what answers does not speak HTTP
   */
  Answer send(String method, String path, Map<String, String> headers, byte[] body, int most)
      throws IOException, InterruptedException;

  /** That of a peer's URL, {@code http://HOST:PORT}, one of https, or {@code unix:/FILE}. */
  static PeerTransport to(URI peer) {
    return "https".equalsIgnoreCase(peer.getScheme())
        ? new WebTransport(peer)
        : new SocketTransport(peer);
  }
}
