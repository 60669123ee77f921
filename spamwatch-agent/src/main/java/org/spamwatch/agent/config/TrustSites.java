package org.spamwatch.agent.config;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.spamwatch.overlay.Id;

/**
 * Whose voters a peer's operator calls own people.
 *
 * @param kind which peers
 * @param sites the peers of {@link Kind#LISTED}, besides this one
 */
public record TrustSites(Kind kind, Set<Id> sites) {
  /** Sites as an operator writes them. */
  static final Allowed<TrustSites> ALLOWED =
      Allowed.lists("auto, all, own, or a list of at most 256 peers' ids", TrustSites::read);

  private static final int MOST = 256;

  /** Which peers. */
  public enum Kind {
    /** All in an open realm, which is one department's; this one only in a closed realm. */
    AUTO,
    /** Every peer of the realm. */
    ALL,
    /** This peer only. */
    OWN,
    /** This peer and some others. */
    LISTED
  }

  private static TrustSites read(List<String> texts) {
    ValueParser.atMost(MOST, texts);
    for (Kind kind : List.of(Kind.AUTO, Kind.ALL, Kind.OWN)) {
      if (texts.equals(List.of(kind.name().toLowerCase(Locale.ROOT)))) {
        return new TrustSites(kind, Set.of());
      }
    }
    Set<Id> sites = new TreeSet<>();
    texts.forEach(text -> sites.add(ValueParser.id(text)));
    return new TrustSites(Kind.LISTED, sites);
  }
}
