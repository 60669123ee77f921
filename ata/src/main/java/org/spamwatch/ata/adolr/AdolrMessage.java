package org.spamwatch.ata.adolr;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;

/** The conversation of the ADOLR; every message is defined in {@code docs/protocol.md}. */
public sealed interface AdolrMessage extends Message {
  /** Routed to the feature's root; merged into the feature object at each hop. */
  record PublishFeature(FeatureRecord record) implements AdolrMessage {}

  /**
   * Records for the receiver to keep as a replica or as the new root.
   *
   * @param records at most {@code Limits.maxContacts}
   */
  record ReplicateFeatures(List<FeatureRecord> records) implements AdolrMessage {
    /** Copies the list. */
    public ReplicateFeatures {
      records = List.copyOf(records);
    }
  }

  /**
   * Routed towards the root of one feature of a vector; resolved at each hop.
   *
   * @param queryId names the query at its origin
   * @param index which feature of the vector this message is routed by
   * @param vector the whole vector
   * @param thres THRES
   * @param first whether the route stops at its first hit
   * @param payload what is sent to every matching object
   * @param found what hops before this one matched; at most {@code Limits.maxGuidsPerQuery}
   */
  record ApproxQuery(
      long queryId,
      int index,
      FeatureVector vector,
      int thres,
      boolean first,
      Message payload,
      List<Match> found)
      implements AdolrMessage {
    /** Checks the index and the threshold; copies the list. */
    public ApproxQuery {
      found = List.copyOf(found);
      if (index < 0 || index >= vector.size()) {
        throw new IllegalArgumentException(
            "index " + index + " is not within a vector of " + vector.size());
      }
      if (thres < 1 || thres > vector.size()) {
        throw new IllegalArgumentException(
            "THRES " + thres + " is not in 1 to |FV| = " + vector.size());
      }
    }
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

  /** Sent straight to the origin when a feature's route is over. */
  record ApproxEnd(long queryId, int index, End end, int hops, List<Match> found)
      implements AdolrMessage {
    /** Copies the list. */
    public ApproxEnd {
      found = List.copyOf(found);
    }
  }

  /** Routed to a feature's root: asks for the feature object (the naive resolution). */
  record FeatureRequest(long queryId, int index, Id feature) implements AdolrMessage {}

  /**
   * One object in a fetched feature object.
   *
   * @param wholeText whether its vector has a whole-text feature
   */
  record Listed(Id guid, Id digest, boolean wholeText) {}

  /**
   * A page of a feature object, sent straight to the origin.
   *
   * @param page which page this is, from 0; pages may arrive in any order
   * @param pages how many there are, 1 to {@link #MAX_PAGES}
   * @param objects at most {@link #PAGE}
   */
  record FeatureObject(long queryId, int index, int hops, int page, int pages, List<Listed> objects)
      implements AdolrMessage {
    /** Objects in one page. */
    public static final int PAGE = 64;

    /** Pages of one feature object at most. */
    public static final int MAX_PAGES = 255;

    /** Checks the page; copies the list. */
    public FeatureObject {
      objects = List.copyOf(objects);
      if (page < 0 || page >= pages || pages > MAX_PAGES) {
        throw new IllegalArgumentException("there is no page " + page + " of " + pages);
      }
    }
  }

  /** Sent straight to the origin: no feature object exists (the paper's LocationFailure). */
  record FeatureFailure(long queryId, int index, int hops) implements AdolrMessage {}
}
