package org.spamwatch.overlay.live;

import java.util.Map;

/**
 * What a node's links have done since it was opened; all but the open links only rise.
 *
 * @param messagesIn messages handed to the core
 * @param messagesOut messages written to a link
 * @param bytesIn bytes of frames read, lengths included
 * @param bytesOut bytes of frames written, lengths included
 * @param inboundLinks accepted connections now open, those before their handshake included
 * @param outboundLinks own connections now open or being opened
 * @param dropped messages lost on purpose, by cause; every cause is present
 * @param ended links ended, by cause; every cause is present
 * @param newerPayloads messages in whose payload is of a type not known here: passed on, or skipped
 *     where they end
 * @param unknownCapabilities capabilities of peers that greeted which this one does not know
 * @param turnFailures turns of the core that ended in an exception; each is a bug, and in the log
 */
public record LinkCounters(
    long messagesIn,
    long messagesOut,
    long bytesIn,
    long bytesOut,
    int inboundLinks,
    int outboundLinks,
    Map<Drop, Long> dropped,
    Map<LinkEnd, Long> ended,
    long newerPayloads,
    long unknownCapabilities,
    long turnFailures) {
  /** Copies the maps. */
  public LinkCounters {
    dropped = Map.copyOf(dropped);
    ended = Map.copyOf(ended);
  }

  /** Messages lost on purpose for one cause. */
  public long dropped(Drop cause) {
    return dropped.getOrDefault(cause, 0L);
  }

  /** Links that ended for one cause. */
  public long ended(LinkEnd cause) {
    return ended.getOrDefault(cause, 0L);
  }
}
