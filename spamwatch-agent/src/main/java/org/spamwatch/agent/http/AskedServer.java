package org.spamwatch.agent.http;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.BadJsonException;
import org.spamwatch.agent.api.Problem;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.config.Printable;
import org.spamwatch.agent.http.PeerClientException.Kind;

/**
 * A server that is asked over HTTP: what goes wrong is one line for the user. Safe for any thread.
 */
public final class AskedServer {
  private final String kind;
  private final URI address;
  private final String start;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final PeerTransport transport;

  /**
   * A server.
   *
   * @param kind what its user calls it
   * @param address its URL without a path, such as {@code http://127.0.0.1:11780}, or its socket,
   *     such as {@code unix:/run/spamwatch/http}
   * @param start the command that starts one
   * @param token what it wants to be shown, if it does
   * @param operator what shows that its operator asks
   */
  public AskedServer(
      String kind, URI address, String start, Optional<String> token, Optional<String> operator) {
    this.kind = kind;
    this.address = address;
    this.start = start;
    token.ifPresent(text -> headers.put("Authorization", "Bearer " + text));
    operator.ifPresent(text -> headers.put("X-SpamWatch-Operator", text));
    transport = PeerTransport.to(address);
  }

  /**
   * Sends a request and waits for its answer.
   *
   * @param path with its query
   * @param type of the body
   * @param body empty for none
   * @return what is answered
   */
  public byte[] send(String method, String path, String type, byte[] body)
      throws PeerClientException {
    return send(method, path, type, body, PeerTransport.MAX_ANSWER);
  }

  /**
   * Asks for what may be long.
   *
   * @param most bytes of it that are read
   */
  public byte[] fetch(String path, int most) throws PeerClientException {
    return send("GET", path, "", new byte[0], most);
  }

  private byte[] send(String method, String path, String type, byte[] body, int most)
      throws PeerClientException {
    Map<String, String> all = new LinkedHashMap<>(headers);
    if (body.length > 0) {
      all.put("Content-Type", type);
    }
    try {
      PeerTransport.Answer said = transport.send(method, path, all, body, most);
      if (said.status() != HttpURLConnection.HTTP_OK) {
        throw refused(said.status(), read(said.body(), Problem.class));
      }
      return said.body();
    } catch (HttpTimeoutException e) {
      throw new PeerClientException(Kind.TRY_AGAIN, this + " does not answer; try again", e);
    } catch (IOException e) {
      throw new PeerClientException(
          Kind.NO_PEER, "no " + kind + " at " + address + " (start one with: " + start + ")", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PeerClientException(Kind.TRY_AGAIN, "interrupted", e);
    }
  }

  /** An answer's JSON. */
  public <T extends Record> T read(byte[] body, Class<T> answer) throws PeerClientException {
    try {
      return ApiJson.readAnswer(body, answer);
    } catch (BadJsonException e) {
      throw strange(e);
    }
  }

  /** What answers does not say what such a server says. */
  public PeerClientException strange(Exception cause) {
    return new PeerClientException(
        Kind.NO_PEER, "what answers at " + address + " is not a SpamWatch " + kind, cause);
  }

  /** The server has refused. */
  PeerClientException refused(int status, Problem problem) {
    String line =
        String.format(
            Locale.ROOT,
            "the %s refused with %d: %s (%s)",
            kind,
            status,
            problem.error(),
            problem.hint());
    return new PeerClientException(ProblemKind.ofStatus(status), Printable.line(line));
  }

  @Override
  public String toString() {
    return "the " + kind + " at " + address;
  }
}
