package org.spamwatch.ata.adolr;

import java.util.List;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;

/**
 * A query's payload that is told, by each hop that sends it on to an object, which of the object's
 * vectors match.
 */
public interface MatchedPayload extends Message {
  /**
   * The payload for one object.
   *
   * @param digests of the object's vectors that match, 1 to {@code Limits.maxGuidsPerQuery}
   */
  Message matched(List<Id> digests);

  /** A payload for an object, whichever it is. */
  static Message of(Message payload, List<Id> digests) {
    return payload instanceof MatchedPayload told ? told.matched(digests) : payload;
  }
}
