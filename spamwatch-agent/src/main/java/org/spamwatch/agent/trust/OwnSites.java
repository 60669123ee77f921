package org.spamwatch.agent.trust;

import com.google.common.collect.ImmutableSortedSet;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.spamwatch.overlay.Id;

/**
 * The peers whose voters are one's own people, not strangers.
 *
 * @param all whether every peer of the realm is
 * @param sites those that are, if not all; a peer adds itself
 */
public record OwnSites(boolean all, Set<Id> sites) {
  /** Every peer of the realm. */
  public static final OwnSites ALL = new OwnSites(true, new TreeSet<>());

  /** Copies the sites. */
  public OwnSites {
    sites = ImmutableSortedSet.copyOf(sites);
  }

  /** Some peers only. */
  public static OwnSites of(Collection<Id> sites) {
    return new OwnSites(false, new TreeSet<>(sites));
  }

  /** These and one more. */
  public OwnSites and(Id site) {
    Set<Id> more = new TreeSet<>(sites);
    more.add(site);
    return new OwnSites(all, more);
  }

  /** Whether a peer's voters are one's own people. */
  public boolean contains(Id site) {
    return all || sites.contains(site);
  }
}
