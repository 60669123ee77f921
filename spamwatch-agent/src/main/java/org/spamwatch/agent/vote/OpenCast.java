package org.spamwatch.agent.vote;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;

/** A vote cast here that waits for its root and replicas to confirm it. */
final class OpenCast {
  final Vote vote;
  final Set<Id> holders = new LinkedHashSet<>(8);
  private final Set<Id> confirmations = new LinkedHashSet<>(8);
  private @Nullable Consumer<VoteReceipt> receiver;
  Timers.@Nullable Timer timer;
  private int wanted = Integer.MAX_VALUE;

  OpenCast(Vote vote, Id self, Consumer<VoteReceipt> receiver) {
    this.vote = vote;
    this.receiver = receiver;
    holders.add(self);
  }

  /** A peer has it on disk; returns whether the root and all its replicas now have. */
  boolean confirmed(Id holder, int holdersWanted) {
    holders.add(holder);
    confirmations.add(holder);
    wanted = Math.max(1, holdersWanted);
    return confirmations.size() >= wanted;
  }

  /** Tells the voter, once. */
  void answer(VoteReceipt receipt) {
    Consumer<VoteReceipt> told = receiver;
    receiver = null;
    if (told != null) {
      told.accept(receipt);
    }
  }
}
