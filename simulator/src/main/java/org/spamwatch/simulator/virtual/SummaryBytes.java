package org.spamwatch.simulator.virtual;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.agent.summary.SummaryMessage;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.wire.MessageTable;

/** Adds up the encoded bytes of messages about announcements, and of what acknowledges them. */
final class SummaryBytes implements Consumer<Message> {
  private final MessageTable table = PeerCore.messages(Limits.DEFAULT);
  private final Map<String, Long> byKind = new TreeMap<>();

  @Override
  public void accept(Message message) {
    if (message instanceof Direct direct && direct.payload() instanceof SummaryMessage told) {
      add(told.getClass().getSimpleName(), message);
      add("acknowledgements", new HopAck(direct.hopId()));
    }
  }

  private void add(String kind, Message message) {
    byKind.merge(kind, (long) table.encode(message).length, Long::sum);
  }

  /** Bytes that one of some peers has sent in an hour, in the mean. */
  Map<String, Long> perHour(Duration span, int peers) {
    Map<String, Long> perHour = new TreeMap<>();
    double peerHours = peers * span.toMillis() / 3_600_000.0;
    byKind.forEach((kind, bytes) -> perHour.put(kind, Math.round(bytes / peerHours)));
    return perHour;
  }
}
