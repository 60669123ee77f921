package org.spamwatch.agent.milter;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.access.Access;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Source;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Preference;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.config.SpamAction;
import org.spamwatch.agent.header.AddedFields;
import org.spamwatch.agent.header.HeaderBlock;
import org.spamwatch.agent.header.HeaderField;
import org.spamwatch.agent.port.BoundPort;
import org.spamwatch.agent.port.PortLimits;
import org.spamwatch.agent.port.Turn;
import org.spamwatch.agent.ratelimit.MailAttribute;
import org.spamwatch.agent.ratelimit.RateLimit.Action;
import org.spamwatch.agent.ratelimit.RateResult;
import org.spamwatch.agent.request.Arrival;
import org.spamwatch.agent.request.Asker;
import org.spamwatch.agent.request.MailRequests;
import org.spamwatch.agent.request.RequestProblem;
import org.spamwatch.agent.trust.Decision.Decider;

/**
 * The port at which mail servers show mails to this peer, and are told which fields to add. Whoever
 * reaches it can have mails checked, and nothing else: it takes no votes. By rate limits recipients
 * are counted for those alone who vouch for their users.
 */
public final class MilterPort implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MilterPort.class);

  /** In which a mail has to come from its first field on: the mail server has all of it by then. */
  private static final Duration ARRIVAL = Duration.ofSeconds(60);

  /** For which nothing may come: SMTP clients may take so long, and its session is a connection. */
  private static final Duration IDLE = Duration.ofHours(2);

  private static final Duration WRITING = Duration.ofSeconds(30);
  private static final int CONNECTIONS = 1024;

  private static final String REFUSAL = "550 5.7.1 people have marked this message as spam";
  private static final String BULK_REFUSAL =
      "550 5.7.1 this message is bulk that nobody here wants";
  private static final String TOO_MANY =
      "550 5.6.0 more than " + Removals.MOST + " X-SpamWatch or X-Spam-Flag header fields";

  private final BoundPort bound;
  private final MailRequests requests;
  private final Access access;
  private final SpamAction onSpam;

  private MilterPort(BoundPort bound, Settings settings, MailRequests requests, Access access) {
    this.bound = bound;
    this.requests = requests;
    this.access = access;
    onSpam = settings.value(PortSetting.MILTER_SPAM);
  }

  /** What clients of such a port are held to. */
  public static PortLimits limits(Settings settings) {
    return new PortLimits(
        CONNECTIONS,
        CONNECTIONS,
        settings.value(PortSetting.HTTP_THREADS),
        settings.value(PortSetting.HTTP_QUEUE),
        ARRIVAL,
        IDLE,
        WRITING);
  }

  /** Begins to answer at a port that was taken. */
  public static MilterPort serve(
      BoundPort bound, Settings settings, MailRequests requests, Access access) {
    MilterPort port = new MilterPort(bound, settings, requests, access);
    bound.serve(port::handlers);
    return port;
  }

  private List<ChannelHandler> handlers(Turn turn) {
    return List.of(new MilterConversation(this, turn));
  }

  /** Where it listens for TCP, if it does. */
  public InetSocketAddress address() {
    return bound.address();
  }

  // For conversations --------------------------------------------------------------------------

  /** Whether mail may have to be put aside. */
  boolean quarantines() {
    return onSpam == SpamAction.QUARANTINE
        || requests.rates().limits().stream().anyMatch(limit -> limit.action() == Action.HOLD);
  }

  /** Whether recipients are counted. */
  boolean counts() {
    return requests.rates().countMails();
  }

  /** Has a recipient counted by a worker; if there is none, it is not. */
  void count(
      Map<MailAttribute, String> said, Turn turn, BiConsumer<Optional<RateResult>, Runnable> then) {
    boolean taken =
        bound.work(
            () -> {
              try {
                then.accept(exceeded(said, turn), bound::isDone);
              } catch (Error e) {
                bound.isDone();
                throw e;
              }
            });
    if (!taken) {
      LOG.debug("a recipient is not counted: no worker is free");
      then.accept(Optional.empty(), () -> {});
    }
  }

  private Optional<RateResult> exceeded(Map<MailAttribute, String> said, Turn turn) {
    try {
      return access.mayCount(turn) ? requests.rates().exceeded(said) : Optional.empty();
    } catch (RuntimeException e) {
      bound.log().error("a recipient is not counted", e);
      return Optional.empty();
    }
  }

  /** A client does not speak the protocol. */
  void isWrong(Throwable cause) {
    bound.log().warn("wrong packet", () -> "a milter connection is closed: " + cause.getMessage());
  }

  /** Adds a recipient and what it prefers. */
  void addTo(Recipients recipients, String path) {
    recipients.add(path, requests.settings().users());
  }

  /** Room for a mail, as much as is ever looked at. */
  ArrivingMail arriving() {
    int most = requests.settings().text().limits().maxParsedBytes();
    int limit = Math.min(requests.settings().maxMailBytes(), most);
    return new ArrivingMail(requests.incoming(limit), limit);
  }

  /**
   * Has a mail that has come checked by a worker; if there is none, lets it in unchecked.
   *
   * @param envelope who sends it, and why it is to be put aside, if it is
   */
  void work(
      ArrivingMail mail,
      Recipients recipients,
      Envelope envelope,
      Options options,
      Turn turn,
      MilterConversation conversation) {
    Optional<String> held = envelope.held();
    Asker asker = () -> access.user(turn, Optional.empty(), Optional.empty());
    List<Preference> preferences = recipients.preferences(requests.settings().privacy());
    Arrival arrival = new Arrival(recipients.names(), Optional.of(envelope.sender()));
    boolean taken =
        bound.work(
            () -> {
              try {
                ByteBuf answer = answer(mail, preferences, arrival, asker, held, options);
                conversation.answerLater(answer, bound::isDone);
              } catch (Error e) {
                bound.isDone();
                throw e;
              } finally {
                mail.release();
              }
            });
    if (!taken) {
      mail.release();
      LOG.debug("a mail is let in unchecked: no worker is free");
      // what follows must not be read before the conversation is through with this mail
      conversation.answerLater(unchecked(mail, held, options), () -> {});
    }
  }

  private ByteBuf answer(
      ArrivingMail mail,
      List<Preference> preferences,
      Arrival arrival,
      Asker asker,
      Optional<String> held,
      Options options) {
    try {
      Optional<byte[]> bytes = mail.whole();
      if (requests.peer().isReady() && bytes.isPresent() && !mail.removals().isTooMany()) {
        MailRequests.Judged judged = requests.judged(bytes.get(), preferences, arrival, asker);
        return checked(bytes.get(), judged, mail.removals(), held, options);
      }
    } catch (RequestProblem problem) {
      LOG.debug("a mail is let in unchecked: {}", problem.getMessage());
    } catch (RuntimeException e) {
      bound.log().error("a mail is let in unchecked", e);
    }
    return unchecked(mail, held, options);
  }

  private ByteBuf checked(
      byte[] mail,
      MailRequests.Judged judged,
      Removals removals,
      Optional<String> held,
      Options options) {
    CheckResult result = judged.result();
    boolean spam = result.verdict() == Verdict.SPAM;
    // What no person has said refuses no mail, and puts none aside.
    SpamAction action = spam && result.source() != Source.STATISTICS ? onSpam : SpamAction.HEADER;
    Replies replies = new Replies();
    if (action == SpamAction.REJECT) {
      replies.refuse(isBulk(result) ? BULK_REFUSAL : REFUSAL);
      return replies.packets();
    }
    if (options.may(MilterCode.MAY_CHANGE_HEADERS)) {
      removals.write(replies, spam);
    }
    if (options.may(MilterCode.MAY_ADD_HEADERS)
        && (options.may(MilterCode.MAY_CHANGE_HEADERS) || !removals.isAny())) {
      Optional<HeaderField> sealed = requests.sealed(judged.mail(), HeaderBlock.of(mail));
      AddedFields.of(result, sealed).forEach(replies::add);
    }
    if (action == SpamAction.QUARANTINE && options.may(MilterCode.MAY_QUARANTINE)) {
      replies.quarantine(
          isBulk(result)
              ? "SpamWatch: many people got it"
              : "SpamWatch: people have marked it as spam");
    } else {
      putAside(held, options, replies);
    }
    replies.accept();
    return replies.packets();
  }

  private static boolean isBulk(CheckResult result) {
    return result.decision().decidedBy() == Decider.BULK;
  }

  private static void putAside(Optional<String> held, Options options, Replies replies) {
    if (options.may(MilterCode.MAY_QUARANTINE)) {
      held.ifPresent(reason -> replies.quarantine("SpamWatch: " + reason));
    }
  }

  /** Lets a mail in as it came, but for what claims to be this peer's. */
  private static ByteBuf unchecked(ArrivingMail mail, Optional<String> held, Options options) {
    Replies replies = new Replies();
    if (mail.removals().isTooMany()) {
      replies.refuse(TOO_MANY);
      return replies.packets();
    }
    if (options.may(MilterCode.MAY_CHANGE_HEADERS)) {
      mail.removals().write(replies, false);
    }
    putAside(held, options, replies);
    replies.accept();
    return replies.packets();
  }

  /** Lets nobody in, waits two seconds at most for mails under way and closes every connection. */
  @Override
  public void close() {
    bound.close();
  }
}
