package org.spamwatch.agent.vote;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import com.google.common.primitives.Bytes;
import com.google.common.primitives.Longs;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * The memory that votes and their vectors take, by the site that stands behind them, and whose give
 * way when there is too little: those of the site that has most, its oldest first. This peer's own
 * users' votes count and never give way.
 *
 * <p>What sites have is compared in places of {@value #PLACE_BYTES} bytes, which hold any vote. Of
 * sites with as many places a keyed hash decides, whose key this peer alone knows: so many sites
 * with one place each do not keep another out for good, whoever makes sites cannot choose those
 * that stay, and the keepers of a message leave out different ones. Revoked sites give way before
 * all others.
 *
 * <p>Not thread-safe. Costs O(log votes) a vote.
 */
final class VoteRoom {
  /**
   * A vote with a certificate and a site of its own, in memory and in the books of the store, its
   * message, and what it takes to renew that.
   */
  static final int VOTE_BYTES = 1_300;

  /** An own user's, who has one certificate for all votes of some weeks. */
  static final int OWN_VOTE_BYTES = 620;

  /** A vector without its keys, published. */
  static final int VECTOR_BYTES = 400;

  /**
   * A key of a vector: 8 bytes, and of own users' messages some 9 more in the index of records,
   * where it stands once for what they said and for the record that this peer holds itself.
   */
  static final int KEY_BYTES = 18;

  private static final int PLACE_BYTES = 14_000;

  /** What one site has. */
  private static final class Share {
    final Id site;
    final long keyedHash;
    final TreeSet<Vote> oldestFirst = new TreeSet<>(Vote.OLDEST_FIRST);
    long bytes;
    boolean revoked;

    Share(Id site, long keyedHash) {
      this.site = site;
      this.keyedHash = keyedHash;
    }

    long places() {
      return (bytes + PLACE_BYTES - 1) / PLACE_BYTES;
    }
  }

  private static final Comparator<Share> HEAVIEST_FIRST =
      Comparator.<Share, Boolean>comparing(share -> !share.revoked)
          .thenComparing(Comparator.comparingLong(Share::places).reversed())
          .thenComparingLong(share -> share.keyedHash)
          .thenComparing(share -> share.site);

  private final Id self;
  private final long most;
  private final Supplier<byte[]> secret;
  private byte[] secretBytes = {}; // once they are needed
  private final Map<Id, Share> shares = new LinkedHashMap<>();
  private final TreeSet<Share> heaviestFirst = new TreeSet<>(HEAVIEST_FIRST);
  private Predicate<Id> revoked = site -> false;
  private long own;
  private long others;

  /**
   * Room for nothing yet.
   *
   * @param self the site whose voters are this peer's own
   * @param most bytes that all votes may take
   * @param secret bytes that this peer alone knows, the key of the hash
   */
  VoteRoom(Id self, long most, Supplier<byte[]> secret) {
    this.self = self;
    this.most = most;
    this.secret = secret;
  }

  /**
   * A number of a site that nobody else can foresee; of two sites the one with the lower one gives
   * way.
   */
  long keyedHash(Id site) {
    secretBytes = secretBytes.length == 0 ? secret.get() : secretBytes;
    HashCode drawn = Hashing.sha256().hashBytes(Bytes.concat(secretBytes, site.toBytes()));
    return Longs.fromByteArray(drawn.asBytes());
  }

  /** What a vote takes. */
  private long bytesOf(Vote vote) {
    return vote.site().equals(self) ? OWN_VOTE_BYTES : VOTE_BYTES;
  }

  /** What a vector takes. */
  static long bytesOf(FeatureVector vector) {
    return VECTOR_BYTES + (long) KEY_BYTES * vector.size();
  }

  /** A vote is kept. */
  void add(Vote vote) {
    charge(vote.site(), bytesOf(vote), vote, null);
  }

  /** A vote is kept no more. */
  void remove(Vote vote) {
    charge(vote.site(), -bytesOf(vote), null, vote);
  }

  /** A vector is kept for a site's votes, or, with a negative number of bytes, no more. */
  void charge(Id site, long bytes) {
    charge(site, bytes, null, null);
  }

  private void charge(Id site, long bytes, @Nullable Vote added, @Nullable Vote removed) {
    if (site.equals(self)) {
      own += bytes;
      return;
    }
    others += bytes;
    Share share = shares.get(site);
    if (share == null) {
      share = new Share(site, keyedHash(site));
      share.revoked = revoked.test(site);
      shares.put(site, share);
    } else {
      heaviestFirst.remove(share);
    }
    share.bytes += bytes;
    if (added != null) {
      share.oldestFirst.add(added);
    }
    if (removed != null) {
      share.oldestFirst.remove(removed);
    }
    if (share.bytes > 0) {
      heaviestFirst.add(share);
    } else {
      shares.remove(site);
    }
  }

  /** Heeds who is revoked now. Costs O(sites). */
  void heed(Predicate<Id> revokedSites) {
    revoked = revokedSites;
    heaviestFirst.clear();
    for (Share share : shares.values()) {
      share.revoked = revoked.test(share.site);
      heaviestFirst.add(share);
    }
  }

  /** Whether more is kept than there is room for. */
  boolean isOver() {
    return own + others > most;
  }

  /** Whether own users' votes and vectors of so many bytes could be kept if all others gave way. */
  boolean fitsOwn(long bytes) {
    return own + bytes <= most;
  }

  /** The vote that gives way next, if any may. */
  Optional<Vote> next() {
    return heaviestFirst.isEmpty()
        ? Optional.empty()
        : Optional.of(heaviestFirst.first().oldestFirst.first());
  }

  /** Bytes that all votes take, as estimated here. */
  long bytes() {
    return own + others;
  }

  /** Bytes that they may take. */
  long most() {
    return most;
  }
}
