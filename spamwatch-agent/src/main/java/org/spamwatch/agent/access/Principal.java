package org.spamwatch.agent.access;

import java.util.Optional;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.request.RequestProblem;

/** Somebody at the other end of a connection: as whom a vote of his counts. Immutable. */
public final class Principal {
  /** As whom a vote counts that the peer's own people cast without a name. */
  public static final String LOCAL = "local";

  private final Optional<String> name;
  private final boolean vouches;
  private final String reason;
  private final String hint;

  private Principal(Optional<String> name, boolean vouches, String reason, String hint) {
    this.name = name;
    this.vouches = vouches;
    this.reason = reason;
    this.hint = hint;
  }

  /** A program that says for whom it votes, and is believed; else it votes as {@code name}. */
  static Principal vouching(String name) {
    return new Principal(Optional.of(name), true, "", "");
  }

  /** One person. */
  static Principal person(String name) {
    return new Principal(Optional.of(name), false, "", "");
  }

  /** Somebody who may ask, and has no vote. */
  static Principal nobody(String reason, String hint) {
    return new Principal(Optional.empty(), false, reason, hint);
  }

  /** Whether he votes for whomever he names. */
  public boolean vouches() {
    return vouches;
  }

  /**
   * Refuses who does not vouch for others.
   *
   * @throws RequestProblem FORBIDDEN
   */
  public void mustVouch() throws RequestProblem {
    if (!vouches) {
      throw new RequestProblem(
          ProblemKind.FORBIDDEN,
          "only programs that vouch for their users may do that",
          "have the operator list your account in users.vouch, or show http.token");
    }
  }

  /**
   * The user as whom a vote counts.
   *
   * @param named the user whom the request names, if it names one
   * @throws RequestProblem FORBIDDEN, if he may not vote, or not as that user
   */
  public String voter(Optional<String> named) throws RequestProblem {
    if (name.isEmpty()) {
      throw new RequestProblem(ProblemKind.FORBIDDEN, reason, hint);
    }
    if (vouches) {
      return named.orElse(name.get());
    }
    if (named.isPresent() && !named.equals(name)) {
      throw new RequestProblem(
          ProblemKind.FORBIDDEN,
          "you are another user here, and vote as nobody else",
          "name no user, or have the operator list your account in users.vouch");
    }
    return name.get();
  }
}
