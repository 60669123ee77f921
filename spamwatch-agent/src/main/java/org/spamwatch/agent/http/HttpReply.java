package org.spamwatch.agent.http;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.request.RequestProblem;

/** An answer: a status, its body, and headers beside those of the connection. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record HttpReply(HttpResponseStatus status, byte[] body, Map<String, String> headers) {
  private static final Logger LOG = LoggerFactory.getLogger(HttpReply.class);

  /** What was asked for. */
  public static HttpReply ok(String type, byte[] body) {
    return new HttpReply(HttpResponseStatus.OK, body, headers(type));
  }

  /** The client has the answer of that tag. */
  static HttpReply notModified(String etag) {
    Map<String, String> headers = headers("application/json");
    return new HttpReply(HttpResponseStatus.NOT_MODIFIED, new byte[0], headers).tagged(etag);
  }

  /** With the tag of what may be kept by its client. */
  HttpReply tagged(String etag) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put("ETag", etag);
    all.put("Cache-Control", "private, no-cache");
    return new HttpReply(status, body, all);
  }

  /** Says what is wrong, and what to do. */
  public static HttpReply refusal(RequestProblem problem) {
    LOG.debug("refused with {}: {}", problem.kind().status(), problem.getMessage());
    // The error is in the first line too: rspamc shows people nothing else.
    String phrase = problem.problem().error().replaceAll("[^ -~]", "?");
    HttpResponseStatus status = new HttpResponseStatus(problem.kind().status(), phrase);
    Map<String, String> headers = headers("application/json");
    if (problem.kind().isTemporary()) {
      headers.put("Retry-After", Long.toString(problem.retrySeconds()));
    }
    if (problem.kind() == ProblemKind.NO_TOKEN) {
      headers.put("WWW-Authenticate", "Bearer");
    }
    problem.allowed().ifPresent(method -> headers.put("Allow", method));
    return new HttpReply(status, ApiJson.write(problem.problem()), headers);
  }

  /** Those of every answer. */
  static Map<String, String> headers(String type) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Date", HttpDate.now());
    headers.put("Content-type", type);
    headers.put("Cache-Control", "no-store");
    headers.put("X-Content-Type-Options", "nosniff");
    return headers;
  }
}
