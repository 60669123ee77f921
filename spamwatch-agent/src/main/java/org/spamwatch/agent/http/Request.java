package org.spamwatch.agent.http;

import com.google.common.base.Strings;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.Operation;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.api.TrainBody;
import org.spamwatch.agent.port.Turn;
import org.spamwatch.agent.request.IncomingBody;
import org.spamwatch.agent.request.MailRequests;
import org.spamwatch.agent.request.RequestProblem;
import org.spamwatch.agent.request.RequestSettings;
import org.spamwatch.agent.rspamd.RspamdCommand;

/** One request: its method, parameters and body, each checked before it is used. */
final class Request {
  /** Bytes of a mail's header that is sent without the mail. */
  static final int MAX_HEADER = 64 << 10;

  private static final Pattern BEARER = Pattern.compile("(?i)bearer(?: +(.*))?");

  private final HttpRequest head;
  private final Turn turn;
  private final URI uri;
  private final IncomingBody body;
  private final MailRequests requests;
  private final Body type;

  /** What bodies are read. */
  private enum Body {
    RFC822("message/rfc822", BodyType.MAIL, false),
    /** A mail's header alone, with the fingerprints that this peer wrote into it. */
    HEADER("message/rfc822-headers", BodyType.MAIL, false),
    JSON("application/json", BodyType.JSON, false),
    MBOX("application/mbox", BodyType.MAIL, true),
    LINES("application/x-ndjson", BodyType.JSON, true),
    /** Mails to be learnt by their tokens, as bytes. */
    TOKENS("application/vnd.spamwatch.tokens", BodyType.JSON, false),
    OTHER("", BodyType.JSON, false);

    private final String name;
    private final BodyType each;
    private final boolean isOfMany;

    Body(String name, BodyType each, boolean isOfMany) {
      this.name = name;
      this.each = each;
      this.isOfMany = isOfMany;
    }

    static Body of(HttpRequest head) {
      String said = head.headers().get(HttpHeaderNames.CONTENT_TYPE, "");
      String name = said.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
      return Arrays.stream(values()).filter(t -> t.name.equals(name)).findFirst().orElse(OTHER);
    }

    /** What is wanted at most of a body, or of one mail in it, whatever the path makes of it. */
    int limit(RequestSettings settings) {
      if (this == OTHER) {
        return 0;
      }
      if (this == HEADER) {
        return MAX_HEADER;
      }
      if (this == TOKENS) {
        return TrainBody.MOST_BYTES;
      }
      return each == BodyType.MAIL ? settings.maxMailBytes() : ApiJson.MAX_BYTES;
    }
  }

  /**
   * A request whose head has come; its body may follow until it is asked for.
   *
   * @throws RequestProblem if its address is none, or its body is compressed
   */
  Request(HttpRequest head, Turn turn, MailRequests requests) throws RequestProblem {
    this.head = head;
    this.turn = turn;
    this.requests = requests;
    try {
      this.uri = new URI(head.uri());
    } catch (URISyntaxException e) {
      throw RequestProblem.badRequest("the address is malformed", "see /v1 in the documentation");
    }
    String coding = head.headers().get(HttpHeaderNames.CONTENT_ENCODING, "identity");
    if (!coding.strip().equalsIgnoreCase("identity")) {
      // Read as it is it would be no spam for anybody, and nobody would notice.
      throw new RequestProblem(
          ProblemKind.WRONG_TYPE, "compressed mail is not read here", "send it as it is");
    }
    boolean isMail = RspamdCommand.of(path()).filter(RspamdCommand::hasMail).isPresent();
    this.type = isMail ? Body.RFC822 : Body.of(head);
    this.body = requests.incoming(type.limit(requests.settings()));
  }

  private Request(Request whole, IncomingBody body) {
    this.head = whole.head;
    this.turn = whole.turn;
    this.uri = whole.uri;
    this.requests = whole.requests;
    this.type = whole.type;
    this.body = body;
  }

  /** Whether there are many mails in the body, each a request of its own. */
  boolean isOfMany() {
    return type.isOfMany;
  }

  /** Whether there is a mail's header alone in the body. */
  boolean isHeader() {
    return type == Body.HEADER;
  }

  /** Whether there are mails' tokens as bytes in the body; no other type then. */
  boolean isTokens() {
    return type == Body.TOKENS;
  }

  /** What takes such a body apart. */
  MailSplitter splitter() {
    return type == Body.MBOX ? new MboxSplitter() : new MailSplitter.OfLines();
  }

  /** The request with one of many mails as its body. */
  Request withBody(IncomingBody mail) {
    return new Request(this, mail);
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

  /** What is done with a mail in the body. */
  MailRequests requests() {
    return requests;
  }

  /** Its connection. */
  Turn turn() {
    return turn;
  }

  /** The headers. */
  HttpHeaders headers() {
    return head.headers();
  }

  /** The token that the client shows, if it shows one. */
  Optional<String> token() {
    Matcher given = BEARER.matcher(head.headers().get(HttpHeaderNames.AUTHORIZATION, ""));
    return given.matches()
        ? Optional.of(Strings.nullToEmpty(given.group(1)).strip())
        : Optional.ofNullable(head.headers().get("Password")); // so rspamd's clients
  }

  /** What the client shows to be taken for the peer's operator. */
  Optional<String> operatorToken() {
    return Optional.ofNullable(head.headers().get("X-SpamWatch-Operator"));
  }

  void checkMethod(String method) throws RequestProblem {
    String asked = head.method().name();
    if (!asked.equals(method) && !(method.equals("GET") && asked.equals("HEAD"))) {
      throw RequestProblem.wrongMethod(method);
    }
  }

  Parameters parameters(Operation operation) throws RequestProblem {
    return new Parameters(uri.getRawQuery(), operation);
  }

  BodyType bodyType() throws RequestProblem {
    if (type == Body.OTHER || type == Body.TOKENS) {
      throw wrongType("send message/rfc822 or application/json");
    }
    return type.each;
  }

  static RequestProblem wrongType(String hint) {
    return new RequestProblem(
        ProblemKind.WRONG_TYPE, "the body's Content-Type is not one this peer reads", hint);
  }

  /** The body, of at most so many bytes. */
  byte[] body(String what, int limit) throws RequestProblem {
    return body.whole()
        .filter(bytes -> bytes.length <= limit)
        .orElseThrow(() -> RequestProblem.tooLarge(what, limit));
  }
}
