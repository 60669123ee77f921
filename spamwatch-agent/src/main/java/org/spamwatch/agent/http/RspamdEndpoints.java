package org.spamwatch.agent.http;

import java.util.Optional;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.api.StatusAnswer.Requests;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.request.Asker;
import org.spamwatch.agent.request.MailRequests;
import org.spamwatch.agent.request.RequestProblem;
import org.spamwatch.agent.request.RequestSettings;
import org.spamwatch.agent.rspamd.Learned;
import org.spamwatch.agent.rspamd.RspamdCommand;
import org.spamwatch.agent.rspamd.RspamdHead;
import org.spamwatch.agent.rspamd.Scan;
import org.spamwatch.agent.rspamd.Stat;
import org.spamwatch.agent.rspamd.Uptime;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteResult;
import org.spamwatch.agent.vote.VoteValue;

/** The paths of rspamd, for {@code rspamc} and other clients of its. */
final class RspamdEndpoints {
  private final MailRequests requests;
  private final VoterEndpoints voters;

  RspamdEndpoints(MailRequests requests, VoterEndpoints voters) {
    this.requests = requests;
    this.voters = voters;
  }

  /**
   * Answers a command.
   *
   * @param uptimeSeconds since the port was opened
   * @param done since then
   */
  Record answer(
      RspamdCommand command,
      Request request,
      RequestSettings settings,
      long uptimeSeconds,
      Requests done)
      throws RequestProblem {
    return switch (command) {
      case CHECK -> check(request, settings);
      case LEARN_SPAM -> learn(request, VoteValue.SPAM, settings);
      case LEARN_HAM -> learn(request, VoteValue.HAM, settings);
      case STAT -> new Stat(version(), uptimeSeconds, done.checks(), done.votes());
      case UPTIME -> new Uptime("ok", version(), uptimeSeconds);
      case PING -> new HttpPort.Text("pong\r\n");
    };
  }

  private Scan check(Request request, RequestSettings settings) throws RequestProblem {
    long start = System.nanoTime();
    RspamdHead head = RspamdHead.of(request.headers());
    Asker asker = () -> voters.user(request, head.user());
    CheckResult result = requests.check(Bodies.mail(request, settings), head.recipient(), asker);
    return Scan.of(result, System.nanoTime() - start);
  }

  private Learned learn(Request request, VoteValue value, RequestSettings settings)
      throws RequestProblem {
    RspamdHead head = RspamdHead.of(request.headers());
    String user = voters.principal(request).voter(head.user());
    VoteResult receipt = requests.mark(Bodies.mail(request, settings), user, value, VoteOrigin.API);
    if (!receipt.accepted()) {
      throw new RequestProblem(
          ProblemKind.CONFLICT, "the vote is not accepted: " + receipt.reason(), "see the reason");
    }
    return new Learned(true);
  }

  private static String version() {
    return Optional.ofNullable(HttpPort.class.getPackage().getImplementationVersion())
        .orElse("unknown");
  }
}
