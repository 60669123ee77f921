package org.spamwatch.overlay.identity;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.spamwatch.overlay.Id;

/**
 * Whom a node no longer heeds: by the newest list of its realm's authority that it has met. In an
 * open realm nobody. Not thread-safe.
 */
public final class Revocations {
  private static final Revocations NONE = new Revocations(Optional.empty());

  private final Optional<VerifyingKey> authority;
  private Optional<RevocationList> newest = Optional.empty();
  private Set<Id> nodes = Set.of();
  private Set<Id> voters = Set.of();

  /** What became of a list. */
  public enum Taken {
    /** It is in force now. */
    NEWER,
    /** A list with its number or a higher one is in force. */
    OLD,
    /** The authority did not make it, or the realm has none. */
    FORGED
  }

  /**
   * Nobody yet.
   *
   * @param authority the realm's, if it is closed
   */
  public Revocations(Optional<VerifyingKey> authority) {
    this.authority = authority;
  }

  /** Nobody, ever: those of an open realm. */
  public static Revocations none() {
    return NONE;
  }

  /** Puts a list in force if it is newer and genuine. Costs a signature check if it is newer. */
  public Taken take(RevocationList list) {
    if (authority.isEmpty()) {
      return Taken.FORGED;
    }
    if (list.sequence() <= sequence()) {
      return Taken.OLD;
    }
    if (!list.isGenuine(authority.get())) {
      return Taken.FORGED;
    }
    newest = Optional.of(list);
    nodes = new TreeSet<>(list.nodes());
    voters = new TreeSet<>(list.voters());
    return Taken.NEWER;
  }

  /** The list in force. */
  public Optional<RevocationList> newest() {
    return newest;
  }

  /** The number of the list in force, 0 without one. */
  public long sequence() {
    return newest.map(RevocationList::sequence).orElse(0L);
  }

  /** Whether the authority can revoke anybody at all. */
  public boolean isPossible() {
    return authority.isPresent();
  }

  /** Whether a node is revoked. */
  public boolean hasNode(Id node) {
    return nodes.contains(node);
  }

  /** Whether a voter is revoked, by the pseudonym. */
  public boolean hasVoter(Id voter) {
    return voters.contains(voter);
  }
}
