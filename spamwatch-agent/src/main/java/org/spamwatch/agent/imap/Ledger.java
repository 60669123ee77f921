package org.spamwatch.agent.imap;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * What is remembered of an account over restarts, so that no mail is filed or voted on twice and a
 * person's move is known from a program's: for each of the newest mails of inbox and Junk what it
 * is, by UID and by identity, and those that have left lately. Not thread-safe.
 */
final class Ledger {
  /** Mails remembered of a folder; what lies longer than these is never acted on. */
  static final int MOST_MAILS = 2_000;

  private static final int MOST_GONE = 500;
  private static final int MOST_FILING = 500;

  /** What is known of a mail. */
  enum Kind {
    /** In the inbox, and to stay there. */
    KEPT,
    /** In the inbox, about to be filed. */
    FILING,
    /** In Junk, put there by a program: this or another, or the server at delivery. */
    FILED,
    /** In Junk, put there by the person, who voted so. */
    VOTED
  }

  /** A mail. */
  record Entry(long identity, Kind kind) {}

  /** The mails of a folder. */
  static final class Mails {
    private long validity;
    private final TreeMap<Long, Entry> present = new TreeMap<>();
    private final LinkedHashMap<Long, Entry> gone = new LinkedHashMap<>(); // by identity
    private Set<Long> left = Set.of();

    /** Whether the UIDs are those that are remembered. */
    boolean isOf(long itsValidity) {
      return validity == itsValidity;
    }

    long validity() {
      return validity;
    }

    /** Begins anew: other UIDs. */
    void reset(long itsValidity) {
      validity = itsValidity;
      present.clear();
      gone.clear();
    }

    void put(long uid, long identity, Kind kind) {
      present.put(uid, new Entry(identity, kind));
    }

    Optional<Entry> of(long uid) {
      return Optional.ofNullable(present.get(uid));
    }

    Map<Long, Entry> present() {
      return present;
    }

    Collection<Entry> gone() {
      return gone.values();
    }

    void putGone(Entry entry) {
      gone.put(entry.identity(), entry);
    }

    /** The identities of those that had left when it was looked last. */
    Set<Long> left() {
      return left;
    }

    /** Whether a mail is here still. */
    boolean holds(long identity) {
      return present.values().stream().anyMatch(entry -> entry.identity() == identity);
    }

    /** A mail that is here or has left lately. */
    Optional<Entry> find(long identity) {
      return present.values().stream()
          .filter(entry -> entry.identity() == identity)
          .findFirst()
          .or(() -> Optional.ofNullable(gone.get(identity)));
    }

    /** No mail of that identity was ever here. */
    void forget(long identity) {
      present.values().removeIf(entry -> entry.identity() == identity);
      gone.remove(identity);
    }

    /**
     * Compares with what the folder holds now: what is not there any more has left.
     *
     * @param uids the newest, at most {@link #MOST_MAILS}
     * @return those that are not remembered, in their order
     */
    List<Long> seen(SortedSet<Long> uids) {
      boolean all = uids.size() < MOST_MAILS;
      long oldest = uids.isEmpty() ? 0 : uids.first();
      Set<Long> leaving = new LinkedHashSet<>();
      present
          .entrySet()
          .removeIf(
              known -> {
                if (uids.contains(known.getKey())) {
                  return false;
                }
                if (all || known.getKey() > oldest) {
                  putGone(known.getValue());
                  leaving.add(known.getValue().identity());
                }
                return true;
              });
      left = leaving;
      while (gone.size() > MOST_GONE) {
        gone.remove(gone.keySet().iterator().next());
      }
      List<Long> fresh = new ArrayList<>(uids);
      fresh.removeAll(present.keySet());
      return fresh;
    }
  }

  private final Mails inbox = new Mails();
  private final Mails junk = new Mails();
  private final LinkedHashSet<Long> filing = new LinkedHashSet<>();

  Mails inbox() {
    return inbox;
  }

  Mails junk() {
    return junk;
  }

  /** The identities of those that were moved to Junk and not seen there yet. */
  Set<Long> filing() {
    return filing;
  }

  /** A mail that is in Junk, or was; also one that was taken out before it was seen there. */
  Optional<Entry> ofJunk(long identity) {
    return junk.find(identity)
        .or(
            () ->
                filing.contains(identity)
                    ? Optional.of(new Entry(identity, Kind.FILED))
                    : Optional.empty());
  }

  /** One was moved to Junk: it will turn up there. */
  void filed(long uid, long identity) {
    inbox.present.remove(uid);
    inbox.gone.remove(identity);
    filing.add(identity);
    while (filing.size() > MOST_FILING) {
      filing.remove(filing.iterator().next());
    }
  }
}
