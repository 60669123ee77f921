package org.spamwatch.overlay.node;

import org.spamwatch.overlay.AddressGroup;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.TokenBuckets;
import org.spamwatch.overlay.node.OverlayMessage.Answer;
import org.spamwatch.overlay.node.OverlayMessage.Join;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.node.OverlayMessage.Upkeep;

/**
 * How much this node lets each sender, and each address group, make it do: asked before a message
 * costs any work, let alone cryptography. What is too much is dropped without an answer.
 *
 * <p>Acknowledgements and pongs are not counted: one that was not asked for costs a look into a
 * table, no more than its token would, and one that was asked for is not to be lost. Messages of
 * maintenance have a far smaller allowance: each makes this node probe or send up to {@code
 * Limits.maxContacts} contacts.
 */
final class RateLimiter {
  private static final int MESSAGES_BURST_SECONDS = 2;
  private static final int MAINTENANCE_BURST_SECONDS = 10;

  private final TokenBuckets<Endpoint> messages;
  private final TokenBuckets<AddressGroup> messagesOfGroup;
  private final TokenBuckets<Endpoint> maintenance;
  private final TokenBuckets<AddressGroup> maintenanceOfGroup;

  RateLimiter(Limits.Traffic traffic, Timers timers) {
    int senders = traffic.maxSenders();
    messages = buckets(timers, traffic.messagesPerSecond(), MESSAGES_BURST_SECONDS, senders);
    messagesOfGroup =
        buckets(timers, ofGroup(traffic.messagesPerSecond()), MESSAGES_BURST_SECONDS, senders);
    maintenance =
        buckets(timers, traffic.maintenancePerSecond(), MAINTENANCE_BURST_SECONDS, senders);
    maintenanceOfGroup =
        buckets(
            timers, ofGroup(traffic.maintenancePerSecond()), MAINTENANCE_BURST_SECONDS, senders);
  }

  private static int ofGroup(int perSecond) {
    return Limits.Traffic.NODES_PER_GROUP * perSecond;
  }

  private static <K> TokenBuckets<K> buckets(
      Timers timers, int perSecond, int burstSeconds, int maxKeys) {
    return new TokenBuckets<>(timers, perSecond, burstSeconds * perSecond, maxKeys);
  }

  /** Whether a message may be looked at. */
  boolean admits(Endpoint from, Message message) {
    if (message instanceof Answer) {
      return true;
    }
    if (!messages.take(from)) {
      return false;
    }
    boolean isMaintenance = isMaintenance(message);
    if (isMaintenance && !maintenance.take(from)) {
      return false;
    }
    AddressGroup group = AddressGroup.of(from);
    return group.isLocal()
        || (messagesOfGroup.take(group) && (!isMaintenance || maintenanceOfGroup.take(group)));
  }

  private static boolean isMaintenance(Message message) {
    return message instanceof Upkeep
        || (message instanceof Route route && route.payload() instanceof Join);
  }

  /** Senders and groups remembered, for tests of the bounds. */
  int held() {
    return messages.size()
        + messagesOfGroup.size()
        + maintenance.size()
        + maintenanceOfGroup.size();
  }
}
