package org.spamwatch.agent.request;

import com.google.common.base.Ticker;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.api.RateBody;
import org.spamwatch.agent.bulk.WhiteList;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Source;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Preference;
import org.spamwatch.agent.config.RateLimitSetting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.header.FingerprintSeal;
import org.spamwatch.agent.header.HeaderBlock;
import org.spamwatch.agent.header.HeaderField;
import org.spamwatch.agent.header.UnsealedException;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.ratelimit.RateLimits;
import org.spamwatch.agent.ratelimit.RateResult;
import org.spamwatch.agent.statistics.Statistics;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteResult;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.ata.mail.NotAMailException;
import org.spamwatch.overlay.Id;

/**
 * What every protocol at a peer's ports does with a mail: reads it, asks about it, votes on it. The
 * memory that mails take is bounded over all ports together. Safe for any thread; what asks the
 * peer or reads a mail blocks, for some seconds at most, and is for a port's workers.
 */
public final class MailRequests {
  private static final Preference NO_PREFERENCE =
      new Preference("", Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  private final PeerCalls peer;
  private final byte[] secret;
  private final FingerprintSeal seal;
  private final ReadingRoom room;
  private final BodyBudget budget;
  private final RecentAnswers recent = new RecentAnswers(Ticker.systemTicker());
  private final BulkRequests bulk;
  private final RateLimits rates;
  private final long rateBytes;
  private final Optional<Statistics> statistics;
  private final Opinion opinion;
  private volatile RequestSettings settings;

  /** Requests to one peer without a statistical filter. */
  public MailRequests(PeerCalls peer, Settings settings) {
    this(peer, settings, Optional.empty());
  }

  /** Requests to one peer, which share a part of the heap that this process has. */
  public MailRequests(PeerCalls peer, Settings settings, Optional<Statistics> statistics) {
    this.statistics = statistics;
    opinion = new Opinion(statistics);
    this.peer = peer;
    bulk = new BulkRequests(peer);
    secret = peer.secret();
    seal = new FingerprintSeal(secret);
    long heap = Runtime.getRuntime().maxMemory();
    room = new ReadingRoom(heap, settings.value(PortSetting.HTTP_THREADS));
    budget = new BodyBudget(heap);
    this.settings = RequestSettings.of(settings, secret);
    rates = new RateLimits(secret, () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
    rateBytes = (long) settings.value(RateLimitSetting.MAX_MEGABYTES) << 20;
    rates.set(settings.value(RateLimitSetting.LIMITS), rateBytes);
  }

  /** Takes over the settings that may change while the peer runs. */
  public void reload(Settings changed) {
    settings = RequestSettings.of(changed, secret);
    recent.forget();
    rates.set(changed.value(RateLimitSetting.LIMITS), rateBytes);
  }

  /** What requests are held to now. */
  public RequestSettings settings() {
    return settings;
  }

  /** The peer that is asked. */
  public PeerCalls peer() {
    return peer;
  }

  /** Its statistical filter, if it has one. */
  public Optional<Statistics> statistics() {
    return statistics;
  }

  /** What the mail servers that ask have had to do with, counted. */
  public RateLimits rates() {
    return rates;
  }

  /**
   * Counts something, or looks if nothing is to be counted.
   *
   * @throws RequestProblem NOT_FOUND, if there is no such limit
   */
  public RateResult counted(RateBody body) throws RequestProblem {
    Optional<RateResult> result =
        body.unique().isPresent()
            ? rates.count(body.limit(), body.key(), body.unique().get(), body.source())
            : rates.look(body.limit(), body.key());
    return result.orElseThrow(this::noSuchLimit);
  }

  /**
   * Forgets what was counted of a key; returns whether there was anything.
   *
   * @throws RequestProblem NOT_FOUND, if there is no such limit
   */
  public boolean forgotten(RateBody body) throws RequestProblem {
    return rates.forget(body.limit(), body.key()).orElseThrow(this::noSuchLimit);
  }

  private RequestProblem noSuchLimit() {
    return new RequestProblem(
        ProblemKind.NOT_FOUND,
        "there is no such limit",
        "ratelimit.limits has " + rates.limits().stream().map(limit -> limit.name()).toList());
  }

  /** A body that arrives, of at most so many bytes. */
  public IncomingBody incoming(int limit) {
    return budget.body(limit);
  }

  /**
   * What is made of the text of a mail.
   *
   * @throws RequestProblem if it is no mail or too long, or there is no room to read it in time
   */
  public <T> T read(byte[] mail, Function<MailText, T> made) throws RequestProblem {
    RequestSettings held = settings;
    try {
      return room.read(mail.length, () -> made.apply(held.text().read(mail)));
    } catch (NotAMailException e) {
      if (e.reason() == NotAMailException.Reason.TOO_LARGE) {
        throw RequestProblem.tooLarge("the mail", held.maxMailBytes());
      }
      throw RequestProblem.badRequest(String.valueOf(e.getMessage()), "send one mail as it came");
    }
  }

  /** A mail's GUID and vectors, as it is voted on or learnt. */
  public AddressedMail addressed(byte[] mail) throws RequestProblem {
    return read(mail, settings::address);
  }

  /**
   * What a mail is named by whose header alone is sent, by the fingerprints that this peer wrote
   * into it.
   *
   * @param header without the text, or with it
   * @throws RequestProblem if there are none that this peer wrote for that mail
   */
  public AddressedMail opened(byte[] header) throws RequestProblem {
    try {
      return seal.open(HeaderBlock.of(header));
    } catch (UnsealedException e) {
      throw RequestProblem.badRequest(String.valueOf(e.getMessage()), "send the whole mail");
    }
  }

  /** The field by which {@link #opened} knows a mail again, if it has enough text. */
  public Optional<HeaderField> sealed(AddressedMail mail, HeaderBlock header) {
    return seal.seal(mail, header);
  }

  /**
   * By what a mail is learnt and asked about.
   *
   * @param features by which it is learnt
   * @param asked by which it is asked about: as the peer is set, unless who asks has chosen
   * @param origin where it comes from, if its header is known and that is of interest
   */
  public record Checked(
      MailFeatures features, MailFeatures asked, Optional<WhiteList.Origin> origin) {}

  /** By what a mail is asked about as the peer is set. */
  public Checked checked(byte[] mail) throws RequestProblem {
    return read(
        mail,
        text -> {
          RequestSettings held = settings;
          MailFeatures features = MailFeatures.of(held.address(text));
          MailFeatures asked =
              held.lookalikes() ? features : MailFeatures.of(held.addressAsked(text));
          return new Checked(features, asked, BulkRequests.origin(held, text.header()));
        });
  }

  /**
   * Asks about a mail as the peer is set.
   *
   * @param user whose preferences hold, if they are set
   * @param asker by whose statistical filter a mail is judged that votes leave open
   * @throws RequestProblem if it is no mail or too long, or the peer cannot read it now
   */
  public CheckResult check(byte[] mail, Optional<String> user, Asker asker) throws RequestProblem {
    RequestSettings held = settings;
    Checked read = checked(mail);
    CheckResult result = recently(held.question(held.asked(read.asked()), preference(user)));
    return opinion.on(counted(result, read, Arrival.of(user)), mail, asker);
  }

  /** What a whole mail's words add to what is said of it: nothing where votes decide. */
  public CheckResult judged(CheckResult result, byte[] mail, Asker asker) {
    return opinion.on(result, mail, asker);
  }

  /**
   * Counts a mail for those it came for, if mails are counted, and adds how many got mail like it.
   *
   * @param result what is said of it
   */
  public CheckResult counted(CheckResult result, Checked mail, Arrival arrival)
      throws RequestProblem {
    return bulk.counted(result, mail.features().vectors(), mail.origin(), arrival, settings);
  }

  /** What mail servers ask again and again: of spam, what was said a moment ago. */
  private CheckResult recently(CheckRequest question) throws RequestProblem {
    return recent.answer(question, () -> check(question));
  }

  /** Tells that the peer's operator or own people expect other answers from now on. */
  public void isChanged() {
    recent.forget();
  }

  /** A mail as it is voted on, and where it comes from. */
  private record Read(AddressedMail mail, Optional<WhiteList.Origin> origin) {
    static Read of(RequestSettings held, MailText text) {
      return new Read(held.address(text), BulkRequests.origin(held, text.header()));
    }
  }

  /** A mail as it is voted on, and what is said of it. */
  public record Judged(AddressedMail mail, CheckResult result) {}

  /**
   * Asks about a mail for several users who have to share the answer: it is spam if it is for each.
   *
   * @param preferences theirs, at least one; each costs a question more if the mail is spam
   * @param arrival for whom it is counted
   * @param asker by whose statistical filter a mail is judged that votes leave open
   * @throws RequestProblem if it is no mail or too long, or the peer cannot read it now, or cannot
   *     ask for all of them in time
   */
  public Judged judged(byte[] mail, List<Preference> preferences, Arrival arrival, Asker asker)
      throws RequestProblem {
    RequestSettings held = settings;
    long start = System.nanoTime();
    Read read = read(mail, text -> Read.of(held, text));
    AddressedMail addressed = read.mail();
    MailFeatures asked =
        held.asked(held.lookalikes() ? MailFeatures.of(addressed) : checked(mail).asked());
    CheckResult result = recently(held.question(asked, preferences.get(0)));
    for (Preference preference : preferences.subList(1, preferences.size())) {
      if (result.verdict() != Verdict.SPAM) {
        break;
      }
      if (System.nanoTime() - start > held.timeout().toNanos()) {
        throw RequestProblem.overloaded(preferences.size());
      }
      result = recently(held.question(asked, preference));
    }
    List<FeatureVector> vectors = addressed.vectors();
    CheckResult counted = bulk.counted(result, vectors, read.origin(), arrival, held);
    return new Judged(addressed, opinion.on(counted, mail, asker));
  }

  /** What a user prefers; nothing if that is not known. */
  public Preference preference(Optional<String> user) {
    return user.map(settings.users()::get).orElse(NO_PREFERENCE);
  }

  /** Asks about a mail's features. It fails open: without an answer in time a mail is unknown. */
  public CheckResult check(CheckRequest question) throws RequestProblem {
    if (question.vectors().isEmpty()) {
      return unknown("the mail has too little text to be recognised by it", true);
    }
    RequestSettings held = settings;
    return Awaiting.within(peer.check(question), held)
        .orElseGet(() -> unknown("no answer within " + held.seconds(), false));
  }

  private static CheckResult unknown(String reason, boolean complete) {
    return new CheckResult(
        Verdict.UNKNOWN, 0, 0, 0, 0, Source.NONE, 0, List.of(), complete, reason);
  }

  /**
   * Votes on a mail for a user, with the key that this peer keeps for that user. Who withdraws a
   * mail withdraws what he said of its variants too.
   *
   * @param user who was found to be the one who asks
   * @throws RequestProblem if it cannot be voted on, or not now
   */
  public VoteResult mark(byte[] mail, String user, VoteValue value, VoteOrigin origin)
      throws RequestProblem {
    VoteResult receipt = mark(addressed(mail), user, value, origin);
    if (receipt.accepted()) {
      statistics.ifPresent(taught -> taught.mark(user, value, mail));
    }
    return receipt;
  }

  /** Votes so on a mail of which it is known by what it is named. */
  public VoteResult mark(AddressedMail addressed, String user, VoteValue value, VoteOrigin origin)
      throws RequestProblem {
    List<FeatureVector> marked = settings.marked(addressed);
    if (marked.isEmpty()) {
      throw RequestProblem.badRequest(
          "the mail has too little text to vote on", "nothing of it could be recognised again");
    }
    Id guid = addressed.guid().orElse(Id.ZERO);
    List<Id> digests = marked.stream().map(vector -> vector.digest()).toList();
    Vote vote = sign(user, guid, digests, value, origin);
    VoteResult receipt = cast(new VoteRequest(vote, marked));
    for (List<Id> variant : receipt.standing()) {
      cast(new VoteRequest(sign(user, guid, variant, value, origin), List.of()));
    }
    return receipt;
  }

  private Vote sign(String user, Id guid, List<Id> digests, VoteValue value, VoteOrigin origin)
      throws RequestProblem {
    try {
      return peer.sign(user, guid, digests, value, origin);
    } catch (KeyException e) {
      throw RequestProblem.noKey(e);
    }
  }

  /**
   * Casts a signed vote.
   *
   * @throws RequestProblem if the peer cannot take it now; the same vote may be cast again
   */
  public VoteResult cast(VoteRequest vote) throws RequestProblem {
    try {
      return receipt(vote);
    } finally {
      recent.forget();
    }
  }

  private VoteResult receipt(VoteRequest vote) throws RequestProblem {
    RequestSettings held = settings;
    VoteResult receipt =
        Awaiting.within(peer.vote(vote), held)
            .orElseThrow(
                () ->
                    new RequestProblem(
                        ProblemKind.NOT_NOW,
                        "the vote was not confirmed within " + held.seconds(),
                        held.timeout().toMillis(),
                        "send it again: a repeated vote counts once"));
    if (receipt.retryMillis() > 0) {
      throw RequestProblem.overQuota(receipt.reason(), receipt.retryMillis());
    }
    if (receipt.roomBytes() > 0) {
      throw new RequestProblem(
          ProblemKind.NOT_NOW,
          receipt.reason(),
          receipt.roomBytes(),
          "try again later; if it lasts, give the peer a larger heap");
    }
    if (receipt.outcome() == VoteResult.Outcome.DISK_BEHIND) {
      throw new RequestProblem(
          ProblemKind.NOT_NOW,
          receipt.reason(),
          "try again later; if it lasts, see to the peer's disk");
    }
    return receipt;
  }
}
