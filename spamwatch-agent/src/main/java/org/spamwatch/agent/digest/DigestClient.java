package org.spamwatch.agent.digest;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.google.common.collect.Lists;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.spamwatch.agent.http.AskedServer;
import org.spamwatch.agent.http.PeerClientException;

/** Asks a server by digests, over HTTP; only digests are sent. Safe for any thread. */
public final class DigestClient {
  private final AskedServer server;
  private final String root;

  /**
   * A client of one server.
   *
   * @param root with which its paths begin, such as {@code /v1/signatures}
   */
  public DigestClient(AskedServer server, String root) {
    this.server = server;
    this.root = root;
  }

  /**
   * Has something done with digests, in requests of {@value Digests#MOST}.
   *
   * @param path below the root
   * @param digests in hexadecimal digits, each perhaps with a space and a count behind it
   * @return what is said of each
   */
  public List<String> each(String path, List<String> digests) throws PeerClientException {
    List<String> said = new ArrayList<>();
    for (List<String> some : Lists.partition(digests, Digests.MOST)) {
      byte[] body = (String.join("\n", some) + "\n").getBytes(US_ASCII);
      byte[] answer = server.send("POST", root + path, "text/plain", body);
      List<String> lines = new String(answer, US_ASCII).lines().toList();
      if (lines.size() != some.size()) {
        throw server.strange(new IOException(lines.size() + " lines for " + some.size()));
      }
      said.addAll(lines);
    }
    return said;
  }

  /** What is at a path, from JSON. */
  public <T extends Record> T get(String path, Class<T> type) throws PeerClientException {
    return server.read(server.send("GET", root + path, "", new byte[0]), type);
  }

  /**
   * A filter at a path.
   *
   * @param most bytes of it that are read
   */
  public byte[] filter(String path, int most) throws PeerClientException {
    return server.fetch(root + path, most);
  }

  /** Hands a filter over. */
  public <T extends Record> T post(String path, byte[] filter, Class<T> answer)
      throws PeerClientException {
    return server.read(
        server.send("POST", root + path, "application/octet-stream", filter), answer);
  }

  @Override
  public String toString() {
    return server.toString();
  }
}
