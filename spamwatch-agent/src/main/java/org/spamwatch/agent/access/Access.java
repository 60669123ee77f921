package org.spamwatch.agent.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.config.Accounts;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.port.OtherEnd;
import org.spamwatch.agent.port.OtherEnd.Account;
import org.spamwatch.agent.port.OtherEnd.Way;
import org.spamwatch.agent.port.Turn;
import org.spamwatch.agent.request.RequestProblem;

/**
 * Who may vote at a peer's ports, and as whom. A name that a client sends is a claim; what counts
 * is a token, and else what the kernel tells of the other end:
 *
 * <ul>
 *   <li>the {@code http.token}, root, the peer's own account and those in {@code users.vouch} vote
 *       for whomever they name;
 *   <li>a user's own token is that user, wherever it is shown;
 *   <li>an account is the user of its name over a Unix domain socket, and over loopback TCP if it
 *       is registered or {@code users.accounts} is {@code all};
 *   <li>everybody else has no vote.
 * </ul>
 *
 * <p>A token that is wrong is refused, whoever shows it. Safe for any thread.
 */
public final class Access {
  private static final Logger LOG = LoggerFactory.getLogger(Access.class);
  private static final String MORE = "; or show a token (spamwatch user add)";

  private final Users users;
  private final AtomicBoolean hasWarned = new AtomicBoolean();
  private volatile Rules rules;

  /** What is set. */
  private record Rules(Optional<byte[]> token, List<String> vouching, Accounts accounts) {
    static Rules of(Settings settings) {
      return new Rules(
          settings.value(PortSetting.HTTP_TOKEN).map(text -> text.getBytes(StandardCharsets.UTF_8)),
          settings.value(PortSetting.USERS_VOUCH),
          settings.value(PortSetting.USERS_ACCOUNTS));
    }

    /** In constant time: the time must not tell how much of a guess was right. */
    boolean isToken(String shown) {
      return token
          .filter(set -> MessageDigest.isEqual(set, shown.getBytes(StandardCharsets.UTF_8)))
          .isPresent();
    }
  }

  /** Access by the settings, for these users. */
  public Access(Settings settings, Users users) {
    this.users = users;
    rules = Rules.of(settings);
  }

  /** Takes over the settings that may change while the peer runs, and the users now. */
  public void reload(Settings changed) {
    rules = Rules.of(changed);
    users.reload();
    hasWarned.set(false);
  }

  /** Whether there is an {@code http.token}, which then everybody must show who comes over TCP. */
  public boolean hasToken() {
    return rules.token().isPresent();
  }

  /**
   * Refuses a wrong token, and none where one is needed; takes no time to speak of.
   *
   * @param token what the client shows, if it does
   * @param isNeeded whether nothing else lets it in
   * @throws RequestProblem NO_TOKEN
   */
  public void admit(Optional<String> token, boolean isNeeded) throws RequestProblem {
    if (token.isEmpty() ? isNeeded : !isRight(token.get())) {
      throw wrongToken();
    }
  }

  private boolean isRight(String token) {
    return rules.isToken(token) || users.ofToken(token).isPresent();
  }

  private static RequestProblem wrongToken() {
    return new RequestProblem(
        ProblemKind.NO_TOKEN,
        "the token is missing or wrong",
        "send it as 'Authorization: Bearer TOKEN'");
  }

  /**
   * Who is at the other end of a connection. May take seconds: for a worker.
   *
   * @param token what the client shows, if it does
   * @throws RequestProblem NO_TOKEN, if that is wrong
   */
  public Principal principal(Turn turn, Optional<String> token) throws RequestProblem {
    return token.isPresent() ? ofToken(token.get()) : of(turn.otherEnd());
  }

  /**
   * The user whom a request is for, if who sends it may speak for him. May take seconds: for a
   * worker.
   *
   * @param token what the client shows, if it does
   * @param named whom the request names, if it names one
   */
  public Optional<String> user(Turn turn, Optional<String> token, Optional<String> named) {
    try {
      return Optional.of(principal(turn, token).voter(named));
    } catch (RequestProblem e) {
      return Optional.empty(); // of whom nothing is known
    }
  }

  /**
   * Whether what a connection's client says of others' mail is counted against them: whether he
   * vouches. Warns of the first who does not, for his mail server is not counted at all. May take
   * seconds: for a worker.
   */
  public boolean mayCount(Turn turn) {
    Principal principal = of(turn.otherEnd());
    if (!principal.vouches() && hasWarned.compareAndSet(false, true)) {
      LOG.warn(
          "mail that a mail server asks about is not counted by any rate limit: list the account"
              + " that it runs as{} in users.vouch",
          turn.otherEnd().account().map(account -> ", " + account.name() + ",").orElse(""));
    }
    return principal.vouches();
  }

  Principal ofToken(String token) throws RequestProblem {
    if (rules.isToken(token)) {
      return Principal.vouching(Principal.LOCAL);
    }
    return users
        .ofToken(token)
        .map(user -> Principal.person(user.name()))
        .orElseThrow(Access::wrongToken);
  }

  /** Who has an end that shows no token. */
  Principal of(OtherEnd end) {
    if (end.way() == Way.ELSEWHERE) {
      return Principal.nobody(
          "a vote from another host needs a token", "have the operator run spamwatch user add");
    }
    if (end.account().isEmpty()) {
      return Principal.nobody(
          "this host does not tell whose connection this is",
          "keep it open until the answer, as an account of this host" + MORE);
    }
    Account account = end.account().get();
    if (account.isOwner()) {
      return Principal.vouching(Principal.LOCAL);
    }
    if (rules.vouching().contains(account.name())) {
      return Principal.vouching(account.name());
    }
    return votes(account.name(), end.way())
        ? Principal.person(account.name())
        : Principal.nobody(
            "your account has no vote here",
            "have the operator run spamwatch user add --account, or vote over a Unix socket"
                + MORE);
  }

  private boolean votes(String account, Way way) {
    boolean all = way == Way.SOCKET || rules.accounts() == Accounts.ALL;
    // The peer's own people vote by that name.
    return (all && !account.equals(Principal.LOCAL)) || users.isUser(account);
  }
}
