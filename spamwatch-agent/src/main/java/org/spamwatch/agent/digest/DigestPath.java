package org.spamwatch.agent.digest;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.List;
import java.util.Map;
import org.spamwatch.agent.http.HttpReply;
import org.spamwatch.agent.request.RequestProblem;

/**
 * A path of a server's, and what it does.
 *
 * @param longest bytes of a body
 * @param answering runs on the port's event loop: it waits for nothing, and takes milliseconds at
 *     most
 */
public record DigestPath(String method, String path, int longest, Answering answering) {
  /** From a request to its answer. */
  public interface Answering {
    /**
     * Answers.
     *
     * @param parameters of the query, each known to be given once
     */
    HttpReply answer(Map<String, String> parameters, byte[] body) throws RequestProblem;
  }

  /**
   * A parameter that must be given.
   *
   * @param allowed what it may be, for the client
   */
  public static String parameter(Map<String, String> parameters, String name, String allowed)
      throws RequestProblem {
    String value = parameters.get(name);
    if (value == null) {
      throw RequestProblem.badRequest(name + " is missing", "allowed is " + allowed);
    }
    return value;
  }

  /** An answer of a line each. */
  public static HttpReply lines(List<String> lines) {
    String text = lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    return HttpReply.ok("text/plain", text.getBytes(US_ASCII));
  }
}
