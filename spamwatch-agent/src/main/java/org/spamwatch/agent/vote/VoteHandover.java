package org.spamwatch.agent.vote;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.HandOverVotes;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.lease.ReplicaMaintenance;
import org.spamwatch.overlay.lease.TransferBatch;

/**
 * Hands kept messages to the peers that are their root or replicas now. What is still pending here
 * stays so until they confirm it.
 */
final class VoteHandover implements ReplicaMaintenance.Holdings {
  /** No cast waits for the confirmation of a vote that is only passed on. */
  private static final long NO_CAST = 0;

  private final KeptMessages messages;

  VoteHandover(KeptMessages messages) {
    this.messages = messages;
  }

  @Override
  public boolean isEmpty() {
    return messages.size() == 0;
  }

  @Override
  public List<Id> keysFrom(Id first, int most) {
    return messages.guidsFrom(first, most);
  }

  @Override
  public List<TransferBatch> take(Set<Id> guids) {
    Id guid = guids.iterator().next();
    guids.remove(guid);
    List<TransferBatch> parcels = new ArrayList<>(2);
    KeptMessage message = messages.find(guid);
    if (message != null) {
      for (VotePage page : VotePage.of(message.votes(), message)) {
        parcels.add(
            new TransferBatch(
                new HandOverVotes(page.votes(), page.vectors()), page.votes().size()));
      }
    }
    return parcels;
  }

  @Override
  public List<Cast> routed(Id guid) {
    KeptMessage message = messages.find(guid);
    return message == null
        ? List.of()
        : message.votes().stream()
            .map(vote -> new Cast(NO_CAST, vote, message.vectorsOf(vote)))
            .toList();
  }
}
