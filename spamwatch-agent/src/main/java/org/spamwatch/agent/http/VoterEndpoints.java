package org.spamwatch.agent.http;

import java.util.Base64;
import java.util.Optional;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.access.Access;
import org.spamwatch.agent.access.Principal;
import org.spamwatch.agent.api.Operation;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.api.VoterAnswer;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.keys.VoterKey;
import org.spamwatch.agent.keys.WrappedKey;
import org.spamwatch.agent.peer.PeerStatus;
import org.spamwatch.agent.request.Awaiting;
import org.spamwatch.agent.request.PeerCalls;
import org.spamwatch.agent.request.RequestProblem;
import org.spamwatch.agent.request.RequestSettings;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.live.LimitedLog;

/** Whose votes are taken: one person is one voter, with one key on all of his devices. */
final class VoterEndpoints {
  private final LimitedLog log = new LimitedLog(LoggerFactory.getLogger(VoterEndpoints.class));
  private final PeerCalls peer;
  private final Access access;

  VoterEndpoints(PeerCalls peer, Access access) {
    this.peer = peer;
    this.access = access;
  }

  /** Who has sent a request. */
  Principal principal(Request request) throws RequestProblem {
    return access.principal(request.turn(), request.token());
  }

  /** For whom a request is, if who sends it may speak for him. */
  Optional<String> user(Request request, Optional<String> named) {
    return access.user(request.turn(), request.token(), named);
  }

  /**
   * Tells who asks, and hands him his key: wrapped under his token, if it is by that he is known.
   */
  VoterAnswer voter(Request request, RequestSettings settings) throws RequestProblem {
    request.parameters(Operation.VOTER);
    Principal principal = principal(request);
    String user = principal.voter(Optional.empty());
    PeerStatus status = Awaiting.answer(peer.status(), settings);
    VoterKey key = key(user);
    WrappedKey.Holder holder = new WrappedKey.Holder(status.realm(), status.self().id(), user);
    Optional<String> plain =
        request.token().isPresent()
            ? Optional.empty()
            : Optional.of(Base64.getEncoder().encodeToString(key.key().toPkcs8()));
    return new VoterAnswer(
        user,
        principal.vouches(),
        holder.realm(),
        holder.site(),
        key.key().verifyingKey().toString(),
        key.sequence(),
        Optional.of(settings.marksEvidence()),
        plain,
        request.token().map(token -> WrappedKey.wrap(key.key(), token, holder)));
  }

  /**
   * Refuses a vote that a person has signed with any key but the one that this peer keeps for him;
   * who vouches may bring votes of any.
   *
   * @param named whom the request names
   */
  void check(Principal principal, Optional<String> named, Vote vote) throws RequestProblem {
    String user = principal.voter(named);
    if (!principal.vouches()
        && !key(user).key().verifyingKey().equals(VerifyingKey.of(vote.publicKey()))) {
      throw new RequestProblem(
          ProblemKind.CONFLICT,
          "the vote is signed with another key than yours, and one person is one voter",
          "sign with the key that GET " + Operation.VOTER.path() + " gives you");
    }
  }

  /** A person's vote was taken: whatever this peer signs for him from now on is newer. */
  void isTaken(Principal principal, Vote vote) throws RequestProblem {
    if (!principal.vouches()) {
      try {
        peer.signedElsewhere(principal.voter(Optional.empty()), vote.sequence());
      } catch (KeyException e) {
        log.warn("number", () -> "a vote's number is not remembered: " + e.line());
      }
    }
  }

  private VoterKey key(String user) throws RequestProblem {
    try {
      return peer.voter(user);
    } catch (KeyException e) {
      throw RequestProblem.noKey(e);
    }
  }
}
