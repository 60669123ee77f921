package org.spamwatch.agent.rspamd;

import io.netty.handler.codec.http.HttpHeaders;
import java.util.Optional;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.request.RequestProblem;

/**
 * What rspamd's clients say in headers of a request. Those of the mail's transport ({@code IP},
 * {@code Helo}, {@code From}, {@code Rcpt}) mean nothing to a peer.
 *
 * @param user who votes, {@code User}
 * @param recipient whose preferences hold in a check, {@code Deliver-To}, else the user's
 * @param token what shows who asks, {@code Password}
 */
public record RspamdHead(
    Optional<String> user, Optional<String> recipient, Optional<String> token) {

  /**
   * Reads the headers.
   *
   * @throws RequestProblem if the mail is not in the body as it is
   */
  public static RspamdHead of(HttpHeaders headers) throws RequestProblem {
    refuse(headers, "Compression", "compressed mail is not read here", "leave -z out");
    refuse(headers, "Key", "encrypted requests are not read here", "leave --key out");
    // rspamd would open what these name; a peer opens nothing for others.
    refuse(headers, "File", "a mail is not read from a file here", "send the mail itself");
    refuse(headers, "Path", "a mail is not read from a file here", "send the mail itself");
    refuse(headers, "Shm", "a mail is not read from shared memory here", "send the mail itself");
    Optional<String> user = value(headers, "User");
    return new RspamdHead(
        user, value(headers, "Deliver-To").or(() -> user), value(headers, "Password"));
  }

  private static void refuse(HttpHeaders headers, String name, String error, String hint)
      throws RequestProblem {
    if (headers.contains(name)) {
      throw new RequestProblem(ProblemKind.WRONG_TYPE, error, hint);
    }
  }

  private static Optional<String> value(HttpHeaders headers, String name) {
    return Optional.ofNullable(headers.get(name)).filter(text -> !text.isEmpty());
  }
}
