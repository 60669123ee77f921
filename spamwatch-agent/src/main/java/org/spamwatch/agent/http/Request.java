package org.spamwatch.agent.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;

/** One request: its method, parameters and body, each checked before it is used. */
final class Request {
  private static final int CHUNK = 64 * 1024;
  private static final long MOST_DISCARDED = 64L << 20;

  private final HttpExchange exchange;

  Request(HttpExchange exchange) {
    this.exchange = exchange;
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
    boolean tooLong =
        announced != null && announced.matches("[0-9]{1,18}") && Long.parseLong(announced) > limit;
    byte[] body = tooLong ? new byte[0] : in.readNBytes(limit);
    if (tooLong || in.read() >= 0) {
      discard(in);
      throw HttpProblem.tooLarge(what, limit);
    }
    return body;
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
