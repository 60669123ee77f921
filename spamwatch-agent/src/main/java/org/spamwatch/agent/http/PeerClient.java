package org.spamwatch.agent.http;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Consumer;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.CampaignInFull;
import org.spamwatch.agent.api.CampaignList;
import org.spamwatch.agent.api.CampaignRuled;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.api.ExplainAnswer;
import org.spamwatch.agent.api.FilterAnswer;
import org.spamwatch.agent.api.HamAnswer;
import org.spamwatch.agent.api.HamForgotten;
import org.spamwatch.agent.api.HamInfo;
import org.spamwatch.agent.api.MailBody;
import org.spamwatch.agent.api.Operation;
import org.spamwatch.agent.api.Parameter;
import org.spamwatch.agent.api.Problem;
import org.spamwatch.agent.api.RateAnswer;
import org.spamwatch.agent.api.RateBody;
import org.spamwatch.agent.api.RateForgotten;
import org.spamwatch.agent.api.RateInfo;
import org.spamwatch.agent.api.RouteAnswer;
import org.spamwatch.agent.api.StatisticsInfo;
import org.spamwatch.agent.api.StatusAnswer;
import org.spamwatch.agent.api.TrainAnswer;
import org.spamwatch.agent.api.TrainBody;
import org.spamwatch.agent.api.TrainForgotten;
import org.spamwatch.agent.api.VoteAnswer;
import org.spamwatch.agent.api.VoteBody;
import org.spamwatch.agent.api.VoterAnswer;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.PeerClientException.Kind;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.keys.VoterKey;
import org.spamwatch.agent.keys.WrappedKey;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.SigningKey;

/**
 * Asks a peer over HTTP. Only fingerprints and signed votes are sent, and of a header what the peer
 * wrote into it with the fields to which that is bound. Safe for any thread.
 */
public final class PeerClient {
  private static final String JSON = "application/json";
  private static final String HEADER = "message/rfc822-headers";
  private static final String LINES = "application/x-ndjson";
  private static final String TOKENS = "application/vnd.spamwatch.tokens";

  private final AskedServer peer;
  private final Optional<String> token;

  /**
   * A client of one peer.
   *
   * @param peer the peer's URL without a path, such as {@code http://127.0.0.1:11780}, or its
   *     socket, such as {@code unix:/run/spamwatch/http}
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
    this.peer = new AskedServer("peer", peer, "spamwatch peer start", token, operator);
    this.token = token;
  }

  /**
   * What a check may override; empty parts are the peer's own settings.
   *
   * @param schemes under which of the mail's schemes is asked, if not under all that are sent
   * @param learn the source as which a mail that nobody calls spam is learnt, under all of them
   */
  public record CheckOptions(
      Optional<Integer> ttl,
      Optional<Integer> thres,
      Optional<Integer> votes,
      Optional<Rule> rule,
      Optional<Privacy> privacy,
      List<Scheme> schemes,
      Optional<HamSource> learn) {
    /** By the peer's own settings, without learning. */
    public static final CheckOptions USUAL = sharing(Optional.empty());

    /** Copies the list. */
    public CheckOptions {
      schemes = List.copyOf(schemes);
    }

    /** By the peer's own settings but for the features to share, without learning. */
    public static CheckOptions sharing(Optional<Integer> thres) {
      return new CheckOptions(
          Optional.empty(),
          thres,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of(),
          Optional.empty());
    }

    private Query query() {
      return new Query()
          .add(Parameter.TTL, ttl)
          .add(Parameter.THRES, thres)
          .add(Parameter.VOTES, votes)
          .add(Parameter.RULE, rule)
          .add(Parameter.PRIVACY, privacy)
          .add(Parameter.SCHEMES, Optional.of(schemes).filter(some -> !some.isEmpty()))
          .add(Parameter.LEARN, learn);
    }
  }

  /** Asks about a mail. */
  public CheckAnswer check(MailFeatures mail, CheckOptions options) throws PeerClientException {
    return ask(Operation.CHECK, options.query(), MailBody.of(mail), CheckAnswer.class);
  }

  /** Asks about a mail by the fingerprints that the peer wrote into its header. */
  public CheckAnswer checkHeader(byte[] header, CheckOptions options) throws PeerClientException {
    return read(send(Operation.CHECK, options.query(), HEADER, header), CheckAnswer.class);
  }

  /**
   * Has the peer vote on a mail by the fingerprints that it wrote into its header, for the user as
   * whom it knows this client.
   */
  public VoteAnswer voteByHeader(byte[] header, VoteValue value, VoteOrigin origin)
      throws PeerClientException {
    Query query = new Query().add(Parameter.VERDICT, value).add(Parameter.ORIGIN, origin);
    return read(send(Operation.VOTE, query, HEADER, header), VoteAnswer.class);
  }

  /** A line of the answer on many mails. */
  private record Line(
      Optional<Integer> status,
      Optional<String> error,
      Optional<Long> limit,
      Optional<String> hint) {}

  /**
   * Asks about many mails in one request, which the peer works on several at once of.
   *
   * @param each told of each mail in turn, up to the first that the peer refused
   */
  public void check(List<MailFeatures> mails, CheckOptions options, Consumer<CheckAnswer> each)
      throws PeerClientException {
    StringBuilder body = new StringBuilder();
    mails.forEach(mail -> body.append(ApiJson.line(MailBody.of(mail))).append('\n'));
    byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
    byte[] said = send(Operation.CHECK, options.query(), LINES, bytes);
    List<String> lines = new String(said, StandardCharsets.UTF_8).lines().toList();
    if (lines.size() < mails.size()) {
      throw new PeerClientException(Kind.TRY_AGAIN, peer + " broke off; try again");
    }
    for (String text : lines) {
      byte[] line = text.getBytes(StandardCharsets.UTF_8);
      Line read = read(line, Line.class);
      if (read.error().isPresent()) {
        Problem problem =
            new Problem(read.error().get(), read.limit(), read.hint().orElse("see the peer's log"));
        throw peer.refused(read.status().orElse(0), problem);
      }
      each.accept(read(line, CheckAnswer.class));
    }
  }

  /** Asks for the reasons. */
  public ExplainAnswer explain(MailFeatures mail, CheckOptions options) throws PeerClientException {
    return ask(Operation.EXPLAIN, options.query(), MailBody.of(mail), ExplainAnswer.class);
  }

  /** Teaches the peer a mail of the site's own ham. */
  public HamAnswer learnHam(HamSource source, MailFeatures mail) throws PeerClientException {
    Query query = new Query().add(Parameter.SOURCE, source);
    return ask(Operation.LEARN, query, MailBody.of(mail), HamAnswer.class);
  }

  /** Has a mail's features forgotten. */
  public HamAnswer forgetHam(MailFeatures mail) throws PeerClientException {
    return ask(Operation.FORGET, new Query(), MailBody.of(mail), HamAnswer.class);
  }

  /**
   * Has whole generations forgotten.
   *
   * @param source of which; of all if empty
   * @param before those in which nothing was learnt at or after this time; all if empty
   */
  public HamForgotten forgetHam(Optional<HamSource> source, Optional<Instant> before)
      throws PeerClientException {
    Query query = new Query().add(Parameter.SOURCE, source).add(Parameter.BEFORE, before);
    return ask(Operation.FORGET, query, HamForgotten.class);
  }

  /** What the peer has learnt. */
  public HamInfo ham() throws PeerClientException {
    return ask(Operation.HAM_INFO, new Query(), HamInfo.class);
  }

  /** Casts a vote. */
  public VoteAnswer vote(Vote vote, List<FeatureVector> vectors) throws PeerClientException {
    return ask(Operation.VOTE, new Query(), VoteBody.of(vote, vectors), VoteAnswer.class);
  }

  /** Who this client is to the peer. */
  public VoterAnswer voter() throws PeerClientException {
    return ask(Operation.VOTER, new Query(), VoterAnswer.class);
  }

  /**
   * The key that the peer keeps for this client's user.
   *
   * @throws KeyException if the answer has none that can be read
   */
  public VoterKey key(VoterAnswer answer) throws KeyException {
    WrappedKey.Holder holder = new WrappedKey.Holder(answer.realm(), answer.site(), answer.user());
    if (answer.wrapped().isPresent() && token.isPresent()) {
      SigningKey key = WrappedKey.open(answer.wrapped().get(), token.get(), holder);
      return new VoterKey(key, answer.sequence());
    }
    try {
      byte[] pkcs8 = Base64.getDecoder().decode(answer.secret().orElse(""));
      return new VoterKey(SigningKey.ofPkcs8(pkcs8), answer.sequence());
    } catch (InvalidKeyException | IllegalArgumentException e) {
      throw new KeyException("the peer has sent no key", e);
    }
  }

  /** The peer's state. */
  public StatusAnswer status() throws PeerClientException {
    return ask(Operation.STATUS, new Query(), StatusAnswer.class);
  }

  /** The way to a key's root. */
  public RouteAnswer route(Id key) throws PeerClientException {
    return ask(Operation.ROUTE, new Query().add(Parameter.KEY, key), RouteAnswer.class);
  }

  /**
   * A page of campaigns.
   *
   * @param from where to begin; with the first if empty
   * @param votes that each has at least
   * @param ruled whether only those with a rule are wanted
   */
  public CampaignList campaigns(Optional<Id> from, int limit, int votes, boolean ruled)
      throws PeerClientException {
    Query query =
        new Query()
            .add(Parameter.LIMIT, limit)
            .add(Parameter.LEAST_VOTES, votes)
            .add(Parameter.RULED, ruled ? 1 : 0)
            .add(Parameter.FROM, from);
    return ask(Operation.CAMPAIGNS, query, CampaignList.class);
  }

  /** A campaign in full. */
  public CampaignInFull campaign(Id guid) throws PeerClientException {
    Query query = new Query().add(Parameter.MESSAGE, guid);
    return ask(Operation.CAMPAIGN, query, CampaignInFull.class);
  }

  /**
   * Rules on a campaign.
   *
   * @param action allow, block or reset
   */
  public CampaignRuled rule(Id guid, String action, String note) throws PeerClientException {
    Query query =
        new Query()
            .add(Parameter.MESSAGE, guid)
            .add(Parameter.ACTION, action)
            .add(Parameter.NOTE, Optional.of(note).filter(why -> !why.isEmpty()));
    return ask(Operation.RULE, query, CampaignRuled.class);
  }

  /** Counts something by a rate limit, or looks. */
  public RateAnswer rate(RateBody body) throws PeerClientException {
    return ask(Operation.RATE_LIMIT, new Query(), body, RateAnswer.class);
  }

  /** What rate limits have counted. */
  public RateInfo rates() throws PeerClientException {
    return ask(Operation.RATES, new Query(), RateInfo.class);
  }

  /** Has what was counted of a key forgotten. */
  public RateForgotten forgetRate(RateBody body) throws PeerClientException {
    return ask(Operation.FORGET_RATE, new Query(), body, RateForgotten.class);
  }

  /**
   * Teaches the statistical filter.
   *
   * @param site whether as the operator, for the site
   */
  public TrainAnswer train(TrainBody body, boolean site) throws PeerClientException {
    return ask(Operation.TRAIN, forSite(site), body, TrainAnswer.class);
  }

  /**
   * Teaches the statistical filter.
   *
   * @param mails as {@link TrainBody#put} puts them
   * @param site whether as the operator, for the site
   */
  public TrainAnswer train(byte[] mails, boolean site) throws PeerClientException {
    return read(send(Operation.TRAIN, forSite(site), TOKENS, mails), TrainAnswer.class);
  }

  private static Query forSite(boolean site) {
    return site ? new Query().add(Parameter.SITE, 1) : new Query();
  }

  /** The statistical filter by which this client's user is judged, and the key of its tokens. */
  public FilterAnswer statisticalFilter() throws PeerClientException {
    return ask(Operation.FILTER, new Query(), FilterAnswer.class);
  }

  /** What the statistical filter was taught. */
  public StatisticsInfo statistics() throws PeerClientException {
    return ask(Operation.STATISTICS_INFO, new Query(), StatisticsInfo.class);
  }

  /** Has what this client's user has taught the statistical filter forgotten, or the operator. */
  public TrainForgotten forgetTrained(boolean site) throws PeerClientException {
    return ask(Operation.FORGET_TRAINED, forSite(site), TrainForgotten.class);
  }

  /** The parameters of a request. */
  private static final class Query {
    private final StringJoiner text = new StringJoiner("&", "?", "").setEmptyValue("");

    <T> Query add(Parameter<T> parameter, T value) {
      String written = parameter.written().apply(value);
      text.add(parameter.name() + "=" + URLEncoder.encode(written, StandardCharsets.UTF_8));
      return this;
    }

    <T> Query add(Parameter<T> parameter, Optional<T> value) {
      value.ifPresent(given -> add(parameter, given));
      return this;
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }

  private <T extends Record> T ask(Operation operation, Query query, Record body, Class<T> answer)
      throws PeerClientException {
    return read(send(operation, query, JSON, ApiJson.write(body)), answer);
  }

  private <T extends Record> T ask(Operation operation, Query query, Class<T> answer)
      throws PeerClientException {
    return read(send(operation, query, JSON, new byte[0]), answer);
  }

  private <T extends Record> T read(byte[] body, Class<T> answer) throws PeerClientException {
    return peer.read(body, answer);
  }

  private byte[] send(Operation operation, Query query, String type, byte[] body)
      throws PeerClientException {
    return peer.send(operation.method(), operation.path() + query, type, body);
  }
}
