package org.spamwatch.agent.policy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.access.Access;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.port.BoundPort;
import org.spamwatch.agent.port.PortLimits;
import org.spamwatch.agent.port.Turn;
import org.spamwatch.agent.ratelimit.MailAttribute;
import org.spamwatch.agent.ratelimit.RateResult;
import org.spamwatch.agent.request.MailRequests;

/**
 * The port at which mail servers ask by Postfix's policy delegation protocol whether to take a mail
 * for a recipient. What is asked is counted if who asks vouches for his users, for anybody else
 * could have another's mail refused; otherwise, and whenever something is amiss, the answer is that
 * this peer has no objection. Safe for any thread.
 */
public final class PolicyPort {
  private static final Logger LOG = LoggerFactory.getLogger(PolicyPort.class);
  private static final Duration ARRIVAL = Duration.ofSeconds(10);

  /** Postfix itself closes a connection after 300 s without a request. */
  private static final Duration IDLE = Duration.ofMinutes(10);

  private static final Duration WRITING = Duration.ofSeconds(30);
  private static final int CONNECTIONS = 1024;
  private static final String NO_OBJECTION = "DUNNO";

  private final BoundPort bound;
  private final MailRequests requests;
  private final Access access;

  private PolicyPort(BoundPort bound, MailRequests requests, Access access) {
    this.bound = bound;
    this.requests = requests;
    this.access = access;
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

  /** Begins to answer at a port that was taken, until that is closed. */
  public static void serve(BoundPort bound, MailRequests requests, Access access) {
    PolicyPort port = new PolicyPort(bound, requests, access);
    bound.serve(turn -> List.of(new PolicyConversation(port, turn)));
  }

  /** A client does not speak the protocol. */
  void isWrong(WrongRequestException cause) {
    bound.log().warn("wrong request", () -> "a policy connection is closed: " + cause.getMessage());
  }

  /** Has a request that has come answered by a worker; if there is none, without objection. */
  void work(Map<MailAttribute, String> said, Turn turn, PolicyConversation conversation) {
    boolean taken =
        bound.work(
            () -> {
              try {
                conversation.answerLater(action(said, turn), bound::isDone);
              } catch (Error e) {
                bound.isDone();
                throw e;
              }
            });
    if (!taken) {
      LOG.debug("a recipient is not counted: no worker is free");
      conversation.answerLater(NO_OBJECTION, () -> {});
    }
  }

  private String action(Map<MailAttribute, String> said, Turn turn) {
    try {
      return access.mayCount(turn)
          ? requests.rates().exceeded(said).map(PolicyPort::action).orElse(NO_OBJECTION)
          : NO_OBJECTION;
    } catch (RuntimeException e) {
      bound.log().error("a recipient is not counted", e);
      return NO_OBJECTION;
    }
  }

  /** What Postfix does, in the words of its access(5). */
  private static String action(RateResult exceeded) {
    return switch (exceeded.limit().action()) {
      case DEFER -> "DEFER_IF_PERMIT 4.7.1 " + exceeded.reason() + "; try again later";
      case REJECT -> "REJECT 5.7.1 " + exceeded.reason();
      case HOLD -> "HOLD " + exceeded.reason();
      case FLAG -> NO_OBJECTION;
    };
  }
}
