package org.spamwatch.simulator.virtual;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.wire.MessageTable;

/**
 * Adds up the routed and direct messages of certain payloads, each at every hop, and what
 * acknowledges them: encoded bytes, without frames, encryption and TCP. Not thread-safe.
 */
public final class PayloadBytes implements Consumer<Message> {
  private final MessageTable table;
  private final Map<String, Long> byKind = new TreeMap<>();
  private final Predicate<Message> counts;
  private long packets;
  private long bytes;

  /**
   * Nothing yet.
   *
   * @param counts the payloads that count
   */
  public PayloadBytes(Predicate<Message> counts) {
    this(PeerCore.messages(Limits.DEFAULT), counts);
  }

  /**
   * Nothing yet.
   *
   * @param table how messages are encoded, if there are others than the product's
   */
  public PayloadBytes(MessageTable table, Predicate<Message> counts) {
    this.table = table;
    this.counts = counts;
  }

  @Override
  public void accept(Message message) {
    if (message instanceof Direct direct && counts.test(direct.payload())) {
      add(direct.payload(), message, direct.hopId());
    } else if (message instanceof Route route && counts.test(route.payload())) {
      add(route.payload(), message, route.hopId());
    }
  }

  private void add(Message payload, Message message, long hopId) {
    add(payload.getClass().getSimpleName(), message);
    add("acknowledgements", new HopAck(hopId));
  }

  private void add(String kind, Message message) {
    long length = table.encode(message).length;
    byKind.merge(kind, length, Long::sum);
    packets++;
    bytes += length;
  }

  /** Messages, acknowledgements included. */
  public long packets() {
    return packets;
  }

  /** Their bytes. */
  public long bytes() {
    return bytes;
  }

  /** Bytes that one of some peers has sent in an hour, in the mean, by the payload's name. */
  Map<String, Long> perHour(Duration span, int peers) {
    Map<String, Long> perHour = new TreeMap<>();
    double peerHours = peers * span.toMillis() / 3_600_000.0;
    byKind.forEach((kind, sent) -> perHour.put(kind, Math.round(sent / peerHours)));
    return perHour;
  }
}
