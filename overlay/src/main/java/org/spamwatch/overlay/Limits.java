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
 * @param hosting what this node does for nodes that cannot be reached
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
    long maxFutureSkewMillis,
    Hosting hosting) {
  /**
   * What a node does for those that cannot be reached.
   *
   * @param maxClients most clients that it is the host of; 0 takes none
   * @param maxClientsPerGroup most of one address group, local ones exempt
   * @param maxRelaysPerClient most messages on their way to one client
   * @param maxDialBacksPerMinute most links opened because another node asked to be dialled
   */
  public record Hosting(
      int maxClients, int maxClientsPerGroup, int maxRelaysPerClient, int maxDialBacksPerMinute) {
    /** What a peer uses unless told otherwise. */
    public static final Hosting DEFAULT = new Hosting(64, 8, 64, 60);

    /** Checks the ranges. */
    public Hosting {
      int least = Math.min(maxClientsPerGroup, Math.min(maxRelaysPerClient, maxDialBacksPerMinute));
      if (maxClients < 0 || least < 1) {
        throw new IllegalArgumentException(
            "maxClients is at least 0 and every other limit of hosting at least 1");
      }
    }
  }

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
          86_400_000L,
          Hosting.DEFAULT);

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

  /** The same with another number of clients. */
  public Limits withMaxClients(int clients) {
    return new Limits(
        maxMessageBytes,
        maxHops,
        maxContacts,
        maxPendingHops,
        maxRemembered,
        maxProbes,
        maxPointers,
        maxPointersPerObject,
        maxFeatureRecords,
        maxRecordsPerFeature,
        maxGuidsPerQuery,
        maxVotesPerMessage,
        maxFutureSkewMillis,
        new Hosting(
            clients,
            hosting.maxClientsPerGroup(),
            hosting.maxRelaysPerClient(),
            hosting.maxDialBacksPerMinute()));
  }
}
