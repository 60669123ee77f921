package org.spamwatch.agent.spamd;

import static org.spamwatch.agent.config.TellPlace.LOCAL;

import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.access.Access;
import org.spamwatch.agent.api.Problem;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Source;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.config.TellPlace;
import org.spamwatch.agent.header.HeaderBlock;
import org.spamwatch.agent.port.BoundPort;
import org.spamwatch.agent.port.OtherEnd.Account;
import org.spamwatch.agent.port.Turn;
import org.spamwatch.agent.request.Arrival;
import org.spamwatch.agent.request.Asker;
import org.spamwatch.agent.request.IncomingBody;
import org.spamwatch.agent.request.MailRequests;
import org.spamwatch.agent.request.RequestProblem;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteResult;
import org.spamwatch.agent.vote.VoteValue;

/**
 * The port of a peer at which it speaks as spamd does. Requests, mails, waiting requests and the
 * time a client may take are bounded as they are at the HTTP port, together with it as far as they
 * take memory; what exceeds a bound is answered by a code and one line, or its connection is
 * closed. Safe for any thread.
 */
public final class SpamdPort {
  private static final Logger LOG = LoggerFactory.getLogger(SpamdPort.class);

  private final BoundPort bound;
  private final MailRequests requests;
  private final Access access;
  private final TellPlace casting;
  private final int queueLimit;

  private SpamdPort(BoundPort bound, Settings settings, MailRequests requests, Access access) {
    this.bound = bound;
    this.requests = requests;
    this.access = access;
    casting = settings.value(PortSetting.SPAMD_TELL);
    queueLimit = settings.value(PortSetting.HTTP_QUEUE);
  }

  /** Begins to answer at a port that was taken, until that is closed. */
  public static void serve(
      BoundPort bound, Settings settings, MailRequests requests, Access access) {
    SpamdPort port = new SpamdPort(bound, settings, requests, access);
    bound.serve(turn -> List.of(new SpamdConversation(port, turn)));
  }

  /** Where a mail is put as it comes. */
  IncomingBody incoming() {
    return requests.incoming(maxMailBytes());
  }

  int maxMailBytes() {
    return requests.settings().maxMailBytes();
  }

  /** Has a request that has come answered by a worker. */
  void work(RequestHead head, IncomingBody body, Turn turn, SpamdConversation conversation) {
    boolean taken =
        bound.work(
            () -> {
              try {
                conversation.answerLater(answer(head, body, turn), bound::isDone);
              } catch (Error e) {
                bound.isDone();
                throw e;
              }
            });
    if (!taken) {
      body.release();
      ByteBuf refusal = refusal(problem(RequestProblem.overloaded(queueLimit)), head);
      conversation.answer(refusal, () -> {});
    }
  }

  /** Has something counted by a worker, for who vouches for his users. */
  void count(RequestHead head, Turn turn, SpamdConversation conversation) {
    boolean taken =
        bound.work(
            () -> {
              try {
                conversation.answerLater(counted(head, turn), bound::isDone);
              } catch (Error e) {
                bound.isDone();
                throw e;
              }
            });
    if (!taken) {
      conversation.answer(refusal(problem(RequestProblem.overloaded(queueLimit)), head), () -> {});
    }
  }

  private ByteBuf counted(RequestHead head, Turn turn) {
    try {
      access.principal(turn, Optional.empty()).mustVouch();
      return SpamdReply.counted(requests.counted(head.rate()));
    } catch (RequestProblem problem) {
      return refusal(problem(problem), head);
    } catch (RuntimeException e) {
      bound.log().error("a request failed", e);
      return refusal(problem(RequestProblem.failed()), head);
    }
  }

  /** The answer to a request that is refused. */
  ByteBuf refusal(SpamdProblem problem, @Nullable RequestHead head) {
    LOG.debug("refused with {}: {}", problem.code(), problem.getMessage());
    boolean isReport = head != null && head.tell().isReport();
    return SpamdReply.problem(problem.code(), String.valueOf(problem.getMessage()), isReport);
  }

  /** What a problem is in this protocol: what is wrong, and what to do. */
  static SpamdProblem problem(RequestProblem problem) {
    Problem told = problem.problem();
    return new SpamdProblem(SpamdCode.of(problem.kind()), told.error() + "; " + told.hint());
  }

  private ByteBuf answer(RequestHead head, IncomingBody body, Turn turn) {
    IncomingBody inflated = body.another();
    try {
      if (head.isCompressed()) {
        Inflated.into(inflated, whole(body), maxMailBytes());
      }
      IncomingBody mail = head.isCompressed() ? inflated : body;
      return head.method() == SpamdMethod.TELL
          ? told(head, whole(mail), turn)
          : checked(head, mail, turn);
    } catch (RequestProblem problem) {
      return refusal(problem(problem), head);
    } catch (SpamdProblem problem) {
      return refusal(problem, head);
    } catch (RuntimeException e) {
      bound.log().error("a request failed", e);
      return refusal(problem(RequestProblem.failed()), head);
    } finally {
      body.release();
      inflated.release();
    }
  }

  private byte[] whole(IncomingBody body) throws RequestProblem {
    return body.whole().orElseThrow(() -> RequestProblem.tooLarge("the mail", maxMailBytes()));
  }

  /**
   * Checks a mail. One that cannot be read is unknown like any other that nobody knows, since a
   * mail server keeps off what it gets no score for; but no mail is given back that is not here.
   */
  private ByteBuf checked(RequestHead head, IncomingBody body, Turn turn) throws RequestProblem {
    Asker asker = () -> access.user(turn, Optional.empty(), named(head, turn));
    Optional<byte[]> mail = body.whole();
    boolean givesBack =
        head.method() == SpamdMethod.PROCESS || head.method() == SpamdMethod.HEADERS;
    try {
      return givesBack
          ? marked(head, whole(body), asker)
          : SpamdReply.checked(head, requests.check(whole(body), head.user(), asker));
    } catch (RequestProblem problem) {
      boolean concernsMail =
          problem.kind() == ProblemKind.BAD_REQUEST || problem.kind() == ProblemKind.TOO_LARGE;
      if (!concernsMail || (mail.isEmpty() && givesBack)) {
        throw problem;
      }
      CheckResult result = unknown(problem.problem().error());
      return givesBack
          ? SpamdReply.marked(head, mail.orElseThrow(), result, Optional.empty())
          : SpamdReply.checked(head, result);
    }
  }

  private ByteBuf marked(RequestHead head, byte[] mail, Asker asker) throws RequestProblem {
    Arrival arrival = Arrival.of(head.user());
    MailRequests.Judged judged =
        requests.judged(mail, List.of(requests.preference(head.user())), arrival, asker);
    return SpamdReply.marked(
        head, mail, judged.result(), requests.sealed(judged.mail(), HeaderBlock.of(mail)));
  }

  private static CheckResult unknown(String reason) {
    return new CheckResult(Verdict.UNKNOWN, 0, 0, 0, 0, Source.NONE, 0, List.of(), true, reason);
  }

  private ByteBuf told(RequestHead head, byte[] mail, Turn turn)
      throws RequestProblem, SpamdProblem {
    Optional<VoteValue> value = head.tell().vote(casting);
    if (value.isPresent()) {
      String user = access.principal(turn, Optional.empty()).voter(named(head, turn));
      VoteResult receipt = requests.mark(mail, user, value.get(), VoteOrigin.SPAMC);
      if (!receipt.accepted()) {
        throw new SpamdProblem(
            SpamdCode.EX_UNAVAILABLE, "the vote was not accepted: " + receipt.reason());
      }
      return SpamdReply.told(head.tell().done(casting));
    }
    Optional<VoteValue> taught = head.tell().taught().filter(word -> hasStatistics());
    if (taught.isPresent()) {
      String user = access.principal(turn, Optional.empty()).voter(named(head, turn));
      requests.statistics().ifPresent(filter -> filter.mark(user, taught.get(), mail));
      return SpamdReply.told(head.tell().done(LOCAL));
    }
    return SpamdReply.told(head.tell().done(casting));
  }

  private boolean hasStatistics() {
    return requests.statistics().isPresent();
  }

  /**
   * Whom a client names. spamc names the account that runs it when nobody told it whom: so who has
   * the peer to himself is the one voter that he is over HTTP, where he names nobody.
   */
  private static Optional<String> named(RequestHead head, Turn turn) {
    Optional<String> own = turn.otherEnd().account().filter(Account::isOwner).map(Account::name);
    return head.user().equals(own) ? Optional.empty() : head.user();
  }
}
