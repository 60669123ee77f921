package org.spamwatch.agent.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.StringJoiner;
import org.spamwatch.agent.config.Printable;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.Json.BadJsonException;
import org.spamwatch.agent.http.PeerClientException.Kind;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/** Asks a peer over HTTP. Only fingerprints and signed votes are sent. Safe for any thread. */
public final class PeerClient {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(90);
  private static final int MAX_ANSWER = 16 << 20;

  private final URI peer;
  private final Optional<String> token;
  private final Optional<String> operator;
  private final HttpClient http;

  /**
   * A client of one peer.
   *
   * @param peer the peer's URL without a path, such as {@code http://127.0.0.1:11780}
   * @param token what the peer wants to be shown, if it does
   */
  public PeerClient(URI peer, Optional<String> token) {
    this(peer, token, Optional.empty());
  }

  /**
   * A client that may be the peer's operator.
   *
   * @param operator what lies in the file {@code operator} of the peer's data directory
   */
  public PeerClient(URI peer, Optional<String> token, Optional<String> operator) {
    this.peer = peer;
    this.token = token;
    this.operator = operator;
    http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .proxy(ProxySelector.of(null)) // a peer is asked directly, whatever is set for the web
            .build();
  }

  /**
   * What a check may override; empty parts are the peer's own settings.
   *
   * @param schemes under which of the mail's schemes is asked, if not under all that are sent
   * @param learn the source as which a mail that nobody calls spam is learnt, under all of them
   */
  public record CheckOptions(
      OptionalInt ttl,
      OptionalInt thres,
      OptionalInt votes,
      Optional<Rule> rule,
      List<Scheme> schemes,
      Optional<HamSource> learn) {
    /** Copies the list. */
    public CheckOptions {
      schemes = List.copyOf(schemes);
    }

    /** By the peer's own rule, without learning. */
    public CheckOptions(OptionalInt ttl, OptionalInt thres, OptionalInt votes) {
      this(ttl, thres, votes, Optional.empty(), List.of(), Optional.empty());
    }

    private String query() {
      StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
      ttl.ifPresent(n -> query.add("ttl=" + n));
      thres.ifPresent(n -> query.add("thres=" + n));
      votes.ifPresent(n -> query.add("votes=" + n));
      rule.ifPresent(r -> query.add("rule=" + r.name().toLowerCase(Locale.ROOT)));
      if (!schemes.isEmpty()) {
        query.add("schemes=" + String.join(",", schemes.stream().map(Scheme::label).toList()));
      }
      learn.ifPresent(source -> query.add("learn=" + source.label()));
      return query.toString();
    }
  }

  /** Asks about a mail: the JSON of {@code POST /v1/check}. */
  public ObjectNode check(MailFeatures mail, CheckOptions options) throws PeerClientException {
    return post("/v1/check" + options.query(), body(mail));
  }

  /** Asks for the reasons: the JSON of {@code POST /v1/explain}. */
  public ObjectNode explain(MailFeatures mail, CheckOptions options) throws PeerClientException {
    return post("/v1/explain" + options.query(), body(mail));
  }

  /** Teaches the peer a mail of the site's own ham: the JSON of {@code POST /v1/ham}. */
  public ObjectNode learnHam(HamSource source, MailFeatures mail) throws PeerClientException {
    return post("/v1/ham?source=" + source.label(), body(mail));
  }

  /** Has a mail's features forgotten: the JSON of {@code POST /v1/ham/forget}. */
  public ObjectNode forgetHam(MailFeatures mail) throws PeerClientException {
    return post("/v1/ham/forget", body(mail));
  }

  /**
   * Has whole generations forgotten.
   *
   * @param source of which; of all if empty
   * @param before those in which nothing was learnt at or after this time; all if empty
   */
  public ObjectNode forgetHam(Optional<HamSource> source, Optional<Instant> before)
      throws PeerClientException {
    StringJoiner query = new StringJoiner("&", "?", "");
    source.ifPresent(s -> query.add("source=" + s.label()));
    before.ifPresent(time -> query.add("before=" + time));
    return post("/v1/ham/forget" + query, JsonNodeFactory.instance.objectNode());
  }

  /** What the peer has learnt: the JSON of {@code GET /v1/ham/info}. */
  public ObjectNode ham() throws PeerClientException {
    return send(request("/v1/ham/info").GET().build());
  }

  /** Casts a vote: the JSON of {@code POST /v1/votes}. */
  public ObjectNode vote(Vote vote, List<FeatureVector> vectors) throws PeerClientException {
    ObjectNode json = body(vectors);
    VoteJson.write(vote, json);
    return post("/v1/votes", json);
  }

  /** The peer's state: the JSON of {@code GET /v1/status}. */
  public ObjectNode status() throws PeerClientException {
    return send(request("/v1/status").GET().build());
  }

  /** The way to a key's root: the JSON of {@code GET /v1/route}. */
  public ObjectNode route(Id key) throws PeerClientException {
    return send(request("/v1/route?key=" + key).GET().build());
  }

  /**
   * A page of campaigns: the JSON of {@code GET /v1/campaigns}.
   *
   * @param query the parameters, encoded, such as {@code limit=50&ruled=1}
   */
  public ObjectNode campaigns(String query) throws PeerClientException {
    return send(request("/v1/campaigns?" + query).GET().build());
  }

  /** A campaign in full: the JSON of {@code GET /v1/campaigns/show}. */
  public ObjectNode campaign(Id guid) throws PeerClientException {
    return send(request("/v1/campaigns/show?message=" + guid).GET().build());
  }

  /**
   * Rules on a campaign: the JSON of {@code POST /v1/campaigns/rule}.
   *
   * @param action allow, block or reset
   */
  public ObjectNode rule(Id guid, String action, String note) throws PeerClientException {
    String query = "?message=" + guid + "&action=" + action;
    String why = note.isEmpty() ? "" : "&note=" + URLEncoder.encode(note, StandardCharsets.UTF_8);
    return send(request("/v1/campaigns/rule" + query + why).POST(BodyPublishers.noBody()).build());
  }

  private static ObjectNode body(MailFeatures mail) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    VectorsJson.write(mail, json);
    return json;
  }

  private static ObjectNode body(List<FeatureVector> vectors) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    VectorsJson.write(vectors, json);
    return json;
  }

  private ObjectNode post(String path, ObjectNode json) throws PeerClientException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(Json.write(json)))
            .build());
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(peer.resolve(path)).timeout(ANSWER);
    token.ifPresent(text -> request.header("Authorization", "Bearer " + text));
    operator.ifPresent(text -> request.header("X-SpamWatch-Operator", text));
    return request;
  }

  private ObjectNode send(HttpRequest request) throws PeerClientException {
    try {
      HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
      byte[] body;
      try (InputStream in = response.body()) {
        body = in.readNBytes(MAX_ANSWER);
      }
      ObjectNode json = Json.readAnswer(body);
      if (response.statusCode() == 200) {
        return json;
      }
      throw refused(response.statusCode(), json);
    } catch (HttpTimeoutException e) {
      throw new PeerClientException(
          Kind.TRY_AGAIN, "the peer at " + peer + " does not answer; try again", e);
    } catch (IOException e) {
      throw new PeerClientException(
          Kind.NO_PEER, "no peer at " + peer + " (start one with: spamwatch peer start)", e);
    } catch (BadJsonException e) {
      throw new PeerClientException(
          Kind.NO_PEER, "what answers at " + peer + " is not a SpamWatch peer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PeerClientException(Kind.TRY_AGAIN, "interrupted", e);
    }
  }

  private static PeerClientException refused(int status, ObjectNode json) {
    Kind kind = status == 429 || status == 503 ? Kind.TRY_AGAIN : Kind.REFUSED;
    String line =
        String.format(
            Locale.ROOT,
            "the peer refused with %d: %s (%s)",
            status,
            json.path("error").asText("no reason given"),
            json.path("hint").asText("no hint"));
    return new PeerClientException(kind, status, Printable.line(line));
  }
}
