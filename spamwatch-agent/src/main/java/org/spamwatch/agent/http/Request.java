package org.spamwatch.agent.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One request: its method, parameters and body, each checked before it is used. */
final class Request {
  private static final int CHUNK = 64 * 1024;
  private static final long MOST_DISCARDED = 64L << 20;

  private final HttpExchange exchange;
  private final BodyBudget budget;
  private int reserved;

  Request(HttpExchange exchange, BodyBudget budget) {
    this.exchange = exchange;
    this.budget = budget;
  }

  /** Gives back the memory that the body was granted; to be called when the request is over. */
  void done() {
    budget.release(reserved);
    reserved = 0;
  }

  /** What the client shows to be taken for the peer's operator. */
  Optional<String> operatorToken() {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst("X-SpamWatch-Operator"));
  }

  /** What the body claims to be. */
  enum BodyType {
    /** One mail, as it came. */
    MAIL,
    /** JSON. */
    JSON
  }

  void checkMethod(String method) throws HttpProblem {
    String asked = exchange.getRequestMethod();
    if (!asked.equals(method) && !(method.equals("GET") && asked.equals("HEAD"))) {
      exchange.getResponseHeaders().set("Allow", method);
      throw new HttpProblem(
          405, "the method is not allowed here", HttpProblem.NO_LIMIT, "use " + method);
    }
  }

  Parameters parameters(List<String> known) throws HttpProblem {
    return new Parameters(exchange.getRequestURI().getRawQuery(), known);
  }

  BodyType bodyType() throws HttpProblem {
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    String name = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    return switch (name) {
      case "message/rfc822" -> BodyType.MAIL;
      case "application/json" -> BodyType.JSON;
      default ->
          throw new HttpProblem(
              415,
              "the body's Content-Type is not one this peer reads",
              HttpProblem.NO_LIMIT,
              "send message/rfc822 or application/json");
    };
  }

  /**
   * The body; one longer than the limit is read to its end, so that the answer reaches the client.
   */
  byte[] body(String what, int limit) throws HttpProblem, IOException {
    InputStream in = exchange.getRequestBody();
    String announced = exchange.getRequestHeaders().getFirst("Content-Length");
    boolean known = announced != null && announced.matches("[0-9]{1,18}");
    try {
      if (known && Long.parseLong(announced) > limit) {
        throw HttpProblem.tooLarge(what, limit);
      }
      byte[] body = known ? read(in, (int) Long.parseLong(announced)) : readGradually(in, limit);
      if (in.read() >= 0) {
        throw HttpProblem.tooLarge(what, limit);
      }
      return body;
    } catch (HttpProblem problem) {
      discard(in);
      throw problem;
    }
  }

  private byte[] read(InputStream in, int length) throws HttpProblem, IOException {
    reserved += budget.reserve(length);
    return in.readNBytes(length);
  }

  /** A body of unknown length is granted memory as it comes. */
  private byte[] readGradually(InputStream in, int limit) throws HttpProblem, IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (body.size() < limit) {
      byte[] chunk = read(in, Math.min(CHUNK, limit - body.size()));
      if (chunk.length == 0) {
        break;
      }
      body.writeBytes(chunk);
    }
    return body.toByteArray();
  }

  private static void discard(InputStream in) throws IOException {
    byte[] chunk = new byte[CHUNK];
    long discarded = 0;
    int length = in.read(chunk);
    while (length >= 0 && discarded < MOST_DISCARDED) {
      discarded += length;
      length = in.read(chunk);
    }
  }
}
