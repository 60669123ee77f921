package org.spamwatch.overlay.lease;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.TokenBuckets;

/**
 * What this node hands over to others: straight to each a few messages at a time, the next when one
 * is acknowledged, because the overlay drops what exceeds its limit of transmissions under way; and
 * at a pace that the receiver's one thread can follow, for it checks every signature. A node that
 * is late itself gives more slowly ({@link BackPressure}). Only keys wait, not their records.
 *
 * <p>Not thread-safe.
 */
final class Transfers {
  /** Messages under way to one receiver. */
  static final int WINDOW = 8;

  /**
   * Signatures that one receiver is given to check in a second, and at once. A newcomer is given
   * what it is to hold by four or five neighbours, which all together may not exceed what it checks
   * in all ({@code Limits.maxChecksPerSecond}), or it would drop some.
   */
  static final int CHECKS_A_SECOND = 150;

  static final int CHECKS_AT_ONCE = 600;

  private static final int ATTEMPTS = 3;
  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final Duration PACE = Duration.ofMillis(100);
  private static final int MAX_RECEIVERS = 64;

  /** What one receiver is still to be given. */
  private static final class Transfer {
    final Contact receiver;
    final Set<Id> keys = new LinkedHashSet<>();
    final Deque<TransferBatch> parcels = new ArrayDeque<>();
    int underWay;
    boolean pausing;

    Transfer(Contact receiver) {
      this.receiver = receiver;
    }
  }

  private final KeyBasedRouting routing;
  private final Timers timers;
  private final Function<Set<Id>, List<TransferBatch>> source;
  private final TokenBuckets<Id> pace;
  private final Map<Id, Transfer> transfers = new LinkedHashMap<>();

  /**
   * No transfer yet.
   *
   * @param source see {@link ReplicaMaintenance.Holdings#take}
   */
  Transfers(KeyBasedRouting routing, Timers timers, Function<Set<Id>, List<TransferBatch>> source) {
    this.routing = routing;
    this.timers = timers;
    this.source = source;
    this.pace = new TokenBuckets<>(timers, CHECKS_A_SECOND, CHECKS_AT_ONCE, MAX_RECEIVERS);
  }

  /** Gives what is held of some keys to a node, and what it was to be given before. */
  void give(Contact receiver, List<Id> keys) {
    Transfer transfer = transfers.computeIfAbsent(receiver.id(), id -> new Transfer(receiver));
    transfer.keys.addAll(keys);
    go(transfer);
  }

  /** Keys of which what is held is still to be given. */
  int waiting() {
    return transfers.values().stream().mapToInt(transfer -> transfer.keys.size()).sum();
  }

  /** A node is given nothing more. */
  void stop(Contact receiver) {
    transfers.remove(receiver.id());
  }

  private void go(Transfer transfer) {
    while (transfer.underWay < WINDOW && isCurrent(transfer) && !transfer.pausing) {
      while (transfer.parcels.isEmpty() && !transfer.keys.isEmpty()) {
        transfer.parcels.addAll(source.apply(transfer.keys));
      }
      TransferBatch next = transfer.parcels.peek();
      if (next == null) {
        if (transfer.underWay == 0) {
          transfers.remove(transfer.receiver.id());
        }
        return;
      }
      if (!mayGive(transfer.receiver, next)) {
        transfer.pausing = true;
        timers.after(PACE, () -> resume(transfer));
        return;
      }
      transfer.parcels.remove();
      transfer.underWay++;
      send(transfer, next, ATTEMPTS);
    }
  }

  private boolean mayGive(Contact receiver, TransferBatch parcel) {
    int tokens = parcel.checks() * BackPressure.of(timers);
    return pace.take(receiver.id(), Math.min(CHECKS_AT_ONCE, tokens));
  }

  private void resume(Transfer transfer) {
    transfer.pausing = false;
    go(transfer);
  }

  private boolean isCurrent(Transfer transfer) {
    return transfers.get(transfer.receiver.id()) == transfer;
  }

  private void send(Transfer transfer, TransferBatch parcel, int attemptsLeft) {
    routing.send(
        transfer.receiver,
        parcel.message(),
        arrived -> {
          if (!isCurrent(transfer)) {
            return;
          }
          if (arrived) {
            transfer.underWay--;
            go(transfer);
          } else if (attemptsLeft > 1) {
            timers.after(PAUSE, () -> send(transfer, parcel, attemptsLeft - 1));
          } else {
            // Whoever stays away this long leaves the leaf set, which begins a transfer anew.
            transfers.remove(transfer.receiver.id());
          }
        });
  }
}
