package org.spamwatch.overlay;

/**
 * The one place for bounds on what other nodes can make this node hold, send or compute. A limit
 * that is too small breaks the protocol between peers; one that is too large lets a hostile peer
 * spend this node's memory.
 *
 * @param maxMessageBytes longest encoded message, in bytes
 * @param maxHops hops after which a routed message is dropped, whatever its sender allowed
 * @param maxContacts most contacts in one message
 * @param maxPendingHops most transmissions waiting for their acknowledgement; further ones fail at
 *     once
 * @param maxRemembered most message and transmission ids remembered to suppress duplicates
 * @param maxProbes most probes of other nodes under way at once
 * @param maxPointers most object pointers held
 * @param maxPointersPerObject most servers remembered of one object
 * @param maxFeatureRecords most feature records held
 * @param maxRecordsPerFeature most feature records held for one feature
 * @param maxGuidsPerQuery most objects that one approximate query reaches
 * @param maxVotesPerMessage most votes held for one message
 * @param maxFutureSkewMillis how far ahead of this node's clock a signed time may lie
 */
public record Limits(
    int maxMessageBytes,
    int maxHops,
    int maxContacts,
    int maxPendingHops,
    int maxRemembered,
    int maxProbes,
    int maxPointers,
    int maxPointersPerObject,
    int maxFeatureRecords,
    int maxRecordsPerFeature,
    int maxGuidsPerQuery,
    int maxVotesPerMessage,
    long maxFutureSkewMillis) {
  /** What a peer uses unless told otherwise. */
  public static final Limits DEFAULT =
      new Limits(
          16 * 1024,
          32,
          64,
          16_384,
          16_384,
          256,
          1_000_000,
          16,
          4_000_000,
          1_024,
          64,
          10_000,
          86_400_000L);

  /** Checks that every limit is positive and that the wire can carry it. */
  public Limits {
    long smallest =
        Math.min(
            Math.min(Math.min(maxMessageBytes, maxHops), Math.min(maxContacts, maxPendingHops)),
            Math.min(Math.min(maxRemembered, maxProbes), Math.min(maxPointers, maxGuidsPerQuery)));
    smallest =
        Math.min(
            Math.min(smallest, Math.min(maxPointersPerObject, maxFeatureRecords)),
            Math.min(Math.min(maxRecordsPerFeature, maxVotesPerMessage), maxFutureSkewMillis));
    if (smallest < 1) {
      throw new IllegalArgumentException("every limit is at least 1, not " + smallest);
    }
    if (maxHops > 255) {
      throw new IllegalArgumentException("maxHops " + maxHops + " exceeds 255, one byte");
    }
  }
}
