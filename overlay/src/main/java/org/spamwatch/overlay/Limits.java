package org.spamwatch.overlay;

import static com.google.common.base.Preconditions.checkArgument;

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
 * @param maxPointers most object pointers of others held
 * @param maxPointersPerObject most servers remembered of one object
 * @param maxFeatureRecords most feature records of others held
 * @param maxRecordsPerFeature most feature records held for one feature
 * @param maxGuidsPerQuery most objects that one approximate query reaches
 * @param maxVotesPerMessage most votes held for one message
 * @param maxFutureSkewMillis how far ahead of this node's clock a vote's time may lie
 * @param traffic how much others may send
 * @param maxPerGroupInRow most nodes of one address group in a row of the prefix table
 * @param maxPerGroupInTable most nodes of one address group in the prefix table
 * @param maxRecordSkewMillis how far ahead of this node's clock a pointer's or feature record's
 *     date may lie, and how long after its lease it still counts
 * @param maxPublisherPercent the share of a table of pointers or records that one publisher may
 *     have, in percent
 * @param maxGroupPercent the share that the publishers of one {@link AddressGroup} may have
 * @param maxChecksPerSecond most signatures under pointers, and under records, checked in a second,
 *     half of them for one node that hands them over; four times as many at once
 * @param relaying what this node does for nodes that cannot be reached
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
    Traffic traffic,
    int maxPerGroupInRow,
    int maxPerGroupInTable,
    long maxRecordSkewMillis,
    int maxPublisherPercent,
    int maxGroupPercent,
    int maxChecksPerSecond,
    Relaying relaying) {
  /**
   * How much others may send before what they send is dropped unread; no honest node comes near.
   *
   * @param messagesPerSecond messages that one node may send this one in a second, and twice as
   *     many at once; a busy peer of a ring of two sends 20,000 (1,000 checks of ten features a
   *     second, with what is found), and as many are the most that one core handles
   * @param maintenancePerSecond of these, pings, joins, leaf sets and rows told or asked for, and
   *     ten times as many at once; an honest node sends fewer than one a second, a seed one for
   *     each newcomer
   * @param answeredJoinsPerSecond newcomers of one address group that this node answers in a
   *     second, and ten times as many at once: what bounds the links it opens to somebody else's
   *     address
   * @param maxSenders most senders, address groups and newcomers' groups whose rates are remembered
   */
  public record Traffic(
      int messagesPerSecond, int maintenancePerSecond, int answeredJoinsPerSecond, int maxSenders) {
    /** The nodes of one address group may together send what so many nodes may. */
    public static final int NODES_PER_GROUP = 4;

    /** Nodes never heard that one node may name at once so that this one turns to them. */
    public static final int STRANGERS_AT_ONCE = 32;

    /** As many more it may name in a minute. */
    public static final int STRANGERS_PER_MINUTE = 15;

    /** What all may name in a second, and a minute's worth at once. */
    public static final int STRANGERS_PER_SECOND_IN_ALL = 8;

    /** Nodes never heard that one node may tell of at once so that they are probed. */
    public static final int HEARSAY_AT_ONCE = 128;

    /** As many more it may tell of in a second. */
    public static final int HEARSAY_PER_SECOND = 1;

    /** What a peer uses unless told otherwise. */
    public static final Traffic DEFAULT = new Traffic(40_000, 100, 10, 4_096);

    /** Checks the ranges. */
    public Traffic {
      int least = Math.min(messagesPerSecond, maintenancePerSecond);
      least = Math.min(least, Math.min(answeredJoinsPerSecond, maxSenders));
      checkArgument(least >= 1, "every limit is at least 1, not %s", least);
      int most =
          Math.max(messagesPerSecond, Math.max(maintenancePerSecond, answeredJoinsPerSecond));
      checkArgument(most <= 100_000, "a rate is at most 100000 a second, not %s", most);
    }
  }

  /**
   * What a node does for those that cannot be reached.
   *
   * @param maxClients most clients that it is the host of; 0 takes none
   * @param maxClientsPerGroup most of one address group, local ones exempt
   * @param maxRelaysPerClient most messages on their way to one client
   * @param maxDialBacksPerMinute most links opened because another node asked to be dialled
   */
  public record Relaying(
      int maxClients, int maxClientsPerGroup, int maxRelaysPerClient, int maxDialBacksPerMinute) {
    /** What a peer uses unless told otherwise. */
    public static final Relaying DEFAULT = new Relaying(64, 8, 64, 60);

    /** Checks the ranges. */
    public Relaying {
      int least = Math.min(maxClientsPerGroup, Math.min(maxRelaysPerClient, maxDialBacksPerMinute));
      checkArgument(
          maxClients >= 0 && least >= 1,
          "maxClients is at least 0 and every other limit of relaying at least 1");
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
          Traffic.DEFAULT,
          2,
          10,
          1_200_000L,
          25,
          50,
          800,
          Relaying.DEFAULT);

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
    smallest = Math.min(smallest, Math.min(maxPerGroupInRow, maxPerGroupInTable));
    smallest =
        Math.min(
            Math.min(smallest, maxRecordSkewMillis),
            Math.min(Math.min(maxPublisherPercent, maxGroupPercent), maxChecksPerSecond));
    checkArgument(smallest >= 1, "every limit is at least 1, not %s", smallest);
    checkArgument(maxHops <= 255, "maxHops %s exceeds 255, one byte", maxHops);
  }

  /** These limits with other ones for feature records. */
  public Limits withFeatureRecords(int inAll, int perFeature) {
    return with(maxPointers, inAll, perFeature, relaying);
  }

  /** These limits with another one for pointers. */
  public Limits withPointers(int inAll) {
    return with(inAll, maxFeatureRecords, maxRecordsPerFeature, relaying);
  }

  /** These limits with another number of clients. */
  public Limits withMaxClients(int clients) {
    Relaying other =
        new Relaying(
            clients,
            relaying.maxClientsPerGroup(),
            relaying.maxRelaysPerClient(),
            relaying.maxDialBacksPerMinute());
    return with(maxPointers, maxFeatureRecords, maxRecordsPerFeature, other);
  }

  private Limits with(int pointers, int featureRecords, int perFeature, Relaying otherHosting) {
    return new Limits(
        maxMessageBytes,
        maxHops,
        maxContacts,
        maxPendingHops,
        maxRemembered,
        maxProbes,
        pointers,
        maxPointersPerObject,
        featureRecords,
        perFeature,
        maxGuidsPerQuery,
        maxVotesPerMessage,
        maxFutureSkewMillis,
        traffic,
        maxPerGroupInRow,
        maxPerGroupInTable,
        maxRecordSkewMillis,
        maxPublisherPercent,
        maxGroupPercent,
        maxChecksPerSecond,
        otherHosting);
  }
}
