package org.spamwatch.agent.vote;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.List;
import org.spamwatch.ata.adolr.MatchedPayload;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.wire.MessageType;

/** The conversation about votes; every message is defined in {@code docs/protocol.md}. */
public sealed interface VoteMessage extends Message {
  /** Their byte forms, for the message table. */
  List<MessageType<?>> TYPES = VoteWire.TYPES;

  /** Votes in one message at most: what keeps the longest within {@code Limits}. */
  int MAX_VOTES = 12;

  /** Vectors that go with the votes of one message at most: the longest fits {@code Limits}. */
  int MAX_VECTORS = 8;

  /**
   * Routed to the message's root: a vote that was cast at the origin.
   *
   * @param castId names the cast at its origin
   */
  record Cast(long castId, Vote vote, List<FeatureVector> vectors) implements VoteMessage {
    /** Copies the list. */
    public Cast {
      vectors = List.copyOf(vectors);
    }
  }

  /**
   * Sent straight from the root to a replica: a vote to keep and to confirm to its origin.
   *
   * @param origin the peer at which it was cast
   * @param holders how many peers are to confirm it
   */
  record ReplicateVote(
      long castId, Contact origin, int holders, Vote vote, List<FeatureVector> vectors)
      implements VoteMessage {
    /** Copies the list. */
    public ReplicateVote {
      vectors = List.copyOf(vectors);
    }
  }

  /** Sent straight to the origin: the sender has the vote on its disk. */
  record VoteReplicated(long castId, int holders) implements VoteMessage {}

  /** Sent straight to the origin: the sender refuses the vote, and says why. */
  record Refused(long castId, String reason) implements VoteMessage {
    /** Longest reason, in bytes of UTF-8. */
    public static final int MAX_REASON = 200;
  }

  /**
   * Sent straight to a peer that has become a message's root or replica: all that is kept of it, in
   * as many messages as it takes.
   *
   * @param votes at most {@link #MAX_VOTES}
   * @param vectors those that the votes speak for
   */
  record HandOverVotes(List<Vote> votes, List<FeatureVector> vectors) implements VoteMessage {
    /** Copies the lists. */
    public HandOverVotes {
      votes = List.copyOf(votes);
      vectors = List.copyOf(vectors);
    }
  }

  /**
   * The payload of an approximate query: asks whoever keeps a message for its votes on vectors that
   * match.
   *
   * @param digests of those vectors; none in the query itself, which does not know them, and at
   *     most {@code Limits.maxGuidsPerQuery}
   */
  record VotesWanted(long checkId, List<Id> digests) implements VoteMessage, MatchedPayload {
    /** Copies the list. */
    public VotesWanted {
      digests = List.copyOf(digests);
    }

    @Override
    public Message matched(List<Id> matching) {
      return new VotesWanted(checkId, matching);
    }
  }

  /**
   * Sent straight to a peer near a message's GUID, or to its publisher: asks it for the votes that
   * it keeps on some vectors of the message. Answered by {@link VotesFound}, without votes and
   * vectors if it keeps none.
   *
   * @param digests of the vectors, at most {@code Limits.maxGuidsPerQuery}
   */
  record VotesAsked(long checkId, Id guid, List<Id> digests) implements VoteMessage {
    /** Copies the list. */
    public VotesAsked {
      digests = List.copyOf(digests);
    }
  }

  /**
   * Sent straight to the origin of {@link VotesWanted} if nothing has shown yet that it is there
   * and asks: its sender keeps votes, and is to be asked in person. Not longer than what came.
   */
  record VotesHeld(long checkId, Id guid, List<Id> digests) implements VoteMessage {
    /** Copies the list. */
    public VotesHeld {
      digests = List.copyOf(digests);
    }
  }

  /**
   * Sent straight to the origin of {@link VotesWanted} or {@link VotesAsked}.
   *
   * @param hops overlay hops from the origin to the sender
   * @param spam voters whose last word on the vectors asked about is spam
   * @param ham voters whose last word on them is ham
   * @param page which page this is, from 0; pages may arrive in any order
   * @param pages how many there are, 1 to {@link #MAX_PAGES}; if the votes are more than they hold,
   *     the counts tell, and {@link VoteSample} which are sent
   * @param votes on the vectors asked about, withdrawn ones included; at most {@link #MAX_VOTES}
   * @param vectors those that the page's votes speak for, as far as they are kept; at most {@link
   *     #MAX_VECTORS}
   */
  record VotesFound(
      long checkId,
      Id guid,
      int hops,
      int spam,
      int ham,
      int page,
      int pages,
      List<Vote> votes,
      List<FeatureVector> vectors)
      implements VoteMessage {
    /** Pages of one answer at most. */
    public static final int MAX_PAGES = 8;

    /** Checks the counts; copies the lists. */
    public VotesFound {
      votes = List.copyOf(votes);
      vectors = List.copyOf(vectors);
      if (page < 0 || page >= pages || pages > MAX_PAGES) {
        throw new IllegalArgumentException("there is no page " + page + " of " + pages);
      }
      checkArgument(spam >= 0 && ham >= 0, "a tally is not negative: %s and %s", spam, ham);
    }
  }
}
