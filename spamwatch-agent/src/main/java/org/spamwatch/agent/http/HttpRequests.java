package org.spamwatch.agent.http;

import io.netty.handler.codec.http.HttpRequest;
import org.spamwatch.agent.port.Turn;
import org.spamwatch.agent.request.RequestProblem;

/** What an HTTP port makes of the requests of its conversations. For the port's event loop. */
public interface HttpRequests {
  /**
   * A request that may go on, by its head alone, before anything is kept of its body.
   *
   * @throws RequestProblem if it may not; the body is read and dropped
   */
  AdmittedRequest admitted(HttpRequest head, Turn turn) throws RequestProblem;

  /** The longest body that any path takes, in bytes. */
  long longestBody();

  /** The answer to a request that is refused. */
  HttpReply answer(RequestProblem problem);
}
