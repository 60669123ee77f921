package org.spamwatch.ata.adolr;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.ReplicaLookup;
import org.spamwatch.overlay.lease.Refusal;
import org.spamwatch.overlay.wire.MessageType;

/**
 * The conversation of the ADOLR; every message is defined in {@code docs/protocol.md}.
 *
 * <p>Each attempt of each feature's route has a random number of its own, which its end must
 * repeat: a hop sees the number of the route it is on and cannot end the others, so the roots of a
 * vector's features stay independent of each other.
 */
public sealed interface AdolrMessage extends Message {
  /** Their byte forms, for the message table. */
  List<MessageType<?>> TYPES = AdolrWire.TYPES;

  /** Routed to the feature's root; merged into the feature object at each hop. */
  record PublishFeature(FeatureRecord record) implements AdolrMessage {}

  /**
   * Records for the receiver to keep as a replica or as the new root.
   *
   * @param publications at most {@link #MAX_PUBLICATIONS}, of at most {@link #MAX_KEYS} keys
   *     together
   */
  record ReplicateFeatures(List<FeatureRecords> publications) implements AdolrMessage {
    /** Publications in one message. */
    public static final int MAX_PUBLICATIONS = 12;

    /** Keys of all its publications: as many as fit a message with the longest names of hosts. */
    public static final int MAX_KEYS = 5 * FeatureVector.MAX_SIZE;

    /** Checks the numbers; copies the list. */
    public ReplicateFeatures {
      publications = List.copyOf(publications);
      checkArgument(
          publications.size() <= MAX_PUBLICATIONS && keysOf(publications) <= MAX_KEYS,
          "%s publications of %s keys exceed the limits of %s and %s a message",
          publications.size(),
          keysOf(publications),
          MAX_PUBLICATIONS,
          MAX_KEYS);
    }

    /** One record. */
    static ReplicateFeatures of(FeatureRecord record) {
      return new ReplicateFeatures(List.of(FeatureRecords.of(record)));
    }

    /** Whether a message of some publications takes a further one. */
    static boolean fits(List<FeatureRecords> some, FeatureRecords next) {
      return some.size() < MAX_PUBLICATIONS
          && keysOf(some) + next.publication().vector().size() <= MAX_KEYS;
    }

    private static int keysOf(List<FeatureRecords> publications) {
      return publications.stream().mapToInt(one -> one.publication().vector().size()).sum();
    }

    /** All its records one by one. */
    List<FeatureRecord> records() {
      return publications.stream().flatMap(one -> one.records().stream()).toList();
    }
  }

  /**
   * Routed towards the root of one feature of a vector; resolved at each hop.
   *
   * @param queryId names the query at its origin; the same on all its routes
   * @param routeId names this attempt of this route at its origin; known to its hops alone
   * @param vector the whole vector
   * @param thres THRES
   * @param first whether the route stops at its first hit
   * @param payload what is sent to every matching object
   * @param found what hops before this one matched; at most {@code Limits.maxGuidsPerQuery}
   */
  record ApproxQuery(
      long queryId,
      long routeId,
      FeatureVector vector,
      int thres,
      boolean first,
      Message payload,
      List<Match> found)
      implements AdolrMessage {
    /** Checks the threshold; copies the list. */
    public ApproxQuery {
      found = List.copyOf(found);
      checkThres(thres, vector);
    }

    static void checkThres(int thres, FeatureVector vector) {
      checkArgument(
          thres >= 1 && thres <= vector.size(),
          "THRES %s is not in 1 to |FV| = %s",
          thres,
          vector.size());
    }

    /** This query after a hop that has matched more. */
    ApproxQuery with(List<Match> foundSoFar) {
      return new ApproxQuery(queryId, routeId, vector, thres, first, payload, foundSoFar);
    }
  }

  /** What answers an attempt of a feature's route, by its number. */
  sealed interface QueryAnswer {
    /** The attempt's number. */
    long routeId();
  }

  /** Why a feature's route is over, as its origin is told. */
  enum End {
    /** It reached the feature's root. */
    ROOT(0),
    /** It used up the hops it was allowed. */
    TTL(1),
    /** It stopped at its first hit, as asked. */
    HIT(2);

    private final int code;

    End(int code) {
      this.code = code;
    }

    /** The byte on the wire. */
    int code() {
      return code;
    }

    /** The end with a code, if there is one. */
    static Optional<End> ofCode(int code) {
      return Arrays.stream(values()).filter(end -> end.code == code).findFirst();
    }
  }

  /**
   * Sent straight to the origin when a feature's route is over.
   *
   * @param named the nodes closest to the feature that the sender knows, by which the origin judges
   *     whether the sender may be the feature's root; at most {@link ReplicaLookup#NAMED}
   * @param publishers who has published what was found, as far as the sender holds the feature's
   *     records; at most {@link ObjectPublisher#MAX_TOLD}
   */
  record ApproxEnd(
      long routeId,
      End end,
      int hops,
      List<Match> found,
      List<Contact> named,
      List<ObjectPublisher> publishers)
      implements AdolrMessage, QueryAnswer {
    /** Checks the number of contacts; copies the lists. */
    public ApproxEnd {
      found = List.copyOf(found);
      named = List.copyOf(named);
      publishers = List.copyOf(publishers);
      checkArgument(
          named.size() <= ReplicaLookup.NAMED,
          "%s contacts exceed the limit of %s",
          named.size(),
          ReplicaLookup.NAMED);
      checkArgument(
          publishers.size() <= ObjectPublisher.MAX_TOLD,
          "%s publishers exceed the limit of %s",
          publishers.size(),
          ObjectPublisher.MAX_TOLD);
    }

    /** This end, for the route whose end has asked to be asked. */
    ApproxEnd at(AskInPerson stub) {
      return new ApproxEnd(routeId, stub.end(), stub.hops(), found, named, publishers);
    }

    /** An end that tells of no publisher. */
    public ApproxEnd(long routeId, End end, int hops, List<Match> found, List<Contact> named) {
      this(routeId, end, hops, found, named, List.of());
    }
  }

  /**
   * Sent straight to the origin instead of {@link ApproxEnd}, or of the answer to a {@link
   * FeatureRequest}, if nothing has shown yet that it is there and asks: its sender is to be asked
   * in person, by {@link ApproxAsk} or {@link FeatureRequest}. Shorter than any query.
   */
  record AskInPerson(long routeId, End end, int hops) implements AdolrMessage, QueryAnswer {}

  /**
   * Sent straight to a node near a feature: a query to be resolved there and nowhere else. Answered
   * by {@link ApproxEnd}.
   */
  record ApproxAsk(Id feature, ApproxQuery query) implements AdolrMessage {}

  /**
   * Routed to a feature's root, or sent straight to it: asks for the feature object (the naive
   * resolution).
   */
  record FeatureRequest(long routeId, Id feature) implements AdolrMessage {}

  /** What a feature is to the vector of an object listed under it. */
  enum Role {
    /** One of a vector without a whole-text feature. */
    PART(0),
    /** One of a vector whose whole-text feature is another. */
    PART_BESIDE_WHOLE(1),
    /** The whole-text feature. */
    WHOLE(2);

    private final int code;

    Role(int code) {
      this.code = code;
    }

    /** The byte on the wire. */
    int code() {
      return code;
    }

    /** The role with a code, if there is one. */
    static Optional<Role> ofCode(int code) {
      return Arrays.stream(values()).filter(role -> role.code == code).findFirst();
    }
  }

  /**
   * One object in a fetched feature object: one of its vectors.
   *
   * @param role what the feature asked for is to the vector
   */
  record Listed(Id guid, Id digest, Scheme scheme, Role role) {}

  /**
   * A page of a feature object, sent straight to the origin, one after the other.
   *
   * @param page which page this is, from 0; pages may arrive in any order
   * @param pages how many there are, 1 to {@link #MAX_PAGES}
   * @param objects at most {@link #PAGE}
   */
  record FeatureObject(long routeId, int hops, int page, int pages, List<Listed> objects)
      implements AdolrMessage, QueryAnswer {
    /** Objects in one page. */
    public static final int PAGE = 64;

    /** Pages of one feature object at most. */
    public static final int MAX_PAGES = 255;

    /** Checks the page; copies the list. */
    public FeatureObject {
      objects = List.copyOf(objects);
      checkArgument(
          page >= 0 && page < pages && pages <= MAX_PAGES,
          "there is no page %s of %s",
          page,
          pages);
    }
  }

  /** Sent straight to the origin: no feature object exists (the paper's LocationFailure). */
  record FeatureFailure(long routeId, int hops) implements AdolrMessage, QueryAnswer {}

  /**
   * Sent straight to the publisher of a record that the feature's root or a replica did not take,
   * at most once a minute.
   */
  record RecordRefused(Id feature, Refusal reason) implements AdolrMessage {}
}
