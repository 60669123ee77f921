package org.spamwatch.simulator.alternatives;

/** The ways that are measured, each a way of publishing and a way of asking. */
enum Alternative {
  PRODUCT(Publication.AT_ROOT, Asking.RESOLVED, "root, always on", "in the network"),
  FIRST_HIT(Publication.AT_ROOT, Asking.FIRST_HIT, "root, always on", "to the first hit"),
  REMEMBERED(Publication.AT_ROOT, Asking.REMEMBERED, "root, always on", "by the client's cache"),
  NAIVE(Publication.AT_ROOT, Asking.LISTS, "root, always on", "lists"),
  PAPER(Publication.LOOK_UP, Asking.LISTS, "look up, create", "lists"),
  PAPER_RESOLVED(Publication.LOOK_UP, Asking.RESOLVED, "look up, create", "in the network"),
  LOCK(Publication.LOCK, Asking.RESOLVED, "look up, lock, create", "in the network"),
  CANCEL(Publication.CANCEL, Asking.RESOLVED, "cancel and merge", "in the network"),
  DHT(Publication.GET_AND_PUT, Asking.LISTS, "get, append, put", "lists");

  /** How a feature object comes to be, and where it is. */
  enum Publication {
    /** The product's: signed records, merged at every hop up to the root and its replicas. */
    AT_ROOT,
    /** At whoever finds none by the DOLR: section 3.2. */
    LOOK_UP,
    /** The same under a leased lock of the feature's root: section 3.4. */
    LOCK,
    /** At the first publisher, whom whoever meets his pointer hands theirs: section 3.4. */
    CANCEL,
    /** A value of a hash table, fetched and put back: section 3.2, the remark. */
    GET_AND_PUT
  }

  final Publication publication;
  final Asking asking;
  final String publishes;
  final String asks;

  Alternative(Publication publication, Asking asking, String publishes, String asks) {
    this.publication = publication;
    this.asking = asking;
    this.publishes = publishes;
    this.asks = asks;
  }
}
