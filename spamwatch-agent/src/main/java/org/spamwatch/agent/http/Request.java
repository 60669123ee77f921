package org.spamwatch.agent.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.Operation;
import org.spamwatch.agent.api.ProblemKind;

/** One request: its method, parameters and body, each checked before it is used. */
final class Request {
  private final HttpRequest head;
  private final URI uri;
  private final IncomingBody body;
  private final ReadingRoom room;

  /**
   * A request whose head has come; its body may follow until it is asked for.
   *
   * @throws HttpProblem if its address is none
   */
  Request(HttpRequest head, HttpSettings settings, BodyBudget budget, ReadingRoom room)
      throws HttpProblem {
    this.head = head;
    this.room = room;
    try {
      this.uri = new URI(head.uri());
    } catch (URISyntaxException e) {
      throw HttpProblem.badRequest("the address is malformed", "see /v1 in the documentation");
    }
    this.body = new IncomingBody(budget, limit(settings));
  }

  /** What is wanted at most of a body of that type, whatever the path makes of it. */
  private int limit(HttpSettings settings) {
    return switch (type()) {
      case "message/rfc822" -> settings.maxMailBytes();
      case "application/json" -> ApiJson.MAX_BYTES;
      default -> 0;
    };
  }

  /** What the body claims to be. */
  enum BodyType {
    /** One mail, as it came. */
    MAIL,
    /** JSON. */
    JSON
  }

  /** The path, decoded. */
  String path() {
    return Optional.ofNullable(uri.getPath()).orElse("");
  }

  /** Where the body is put as it comes. */
  IncomingBody incoming() {
    return body;
  }

  /** Where a mail in the body is read. */
  ReadingRoom room() {
    return room;
  }

  /** What the client shows to be taken for the peer's operator. */
  Optional<String> operatorToken() {
    return Optional.ofNullable(head.headers().get("X-SpamWatch-Operator"));
  }

  void checkMethod(String method) throws HttpProblem {
    String asked = head.method().name();
    if (!asked.equals(method) && !(method.equals("GET") && asked.equals("HEAD"))) {
      throw HttpProblem.wrongMethod(method);
    }
  }

  Parameters parameters(Operation operation) throws HttpProblem {
    return new Parameters(uri.getRawQuery(), operation);
  }

  BodyType bodyType() throws HttpProblem {
    return switch (type()) {
      case "message/rfc822" -> BodyType.MAIL;
      case "application/json" -> BodyType.JSON;
      default ->
          throw new HttpProblem(
              ProblemKind.WRONG_TYPE,
              "the body's Content-Type is not one this peer reads",
              "send message/rfc822 or application/json");
    };
  }

  private String type() {
    String type = head.headers().get(HttpHeaderNames.CONTENT_TYPE, "");
    return type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  /** The body, of at most so many bytes. */
  byte[] body(String what, int limit) throws HttpProblem {
    return body.whole()
        .filter(bytes -> bytes.length <= limit)
        .orElseThrow(() -> HttpProblem.tooLarge(what, limit));
  }
}
