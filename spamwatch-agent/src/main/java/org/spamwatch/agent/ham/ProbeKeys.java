package org.spamwatch.agent.ham;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Arrays;
import java.util.List;
import org.spamwatch.ata.fingerprint.Probes;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * The keys of a mail's probes under a scheme, beside those of its vector: everything else by which
 * its text may be known.
 *
 * @param keys at most {@value #MOST}
 */
public record ProbeKeys(Scheme scheme, List<Id> keys) {
  /** The most keys: those of about 65,000 characters of text. */
  public static final int MOST = 4096;

  /** Copies the list and checks its length. */
  public ProbeKeys {
    keys = List.copyOf(keys);
    checkArgument(keys.size() <= MOST, "a scheme has at most %s probes, not %s", MOST, keys.size());
  }

  /** Those of the highest selectors, if there are too many; the highest first. */
  public static ProbeKeys of(Probes probes) {
    long[] selectors = new long[probes.size() - probes.vector().size()];
    for (int i = 0; i < selectors.length; i++) {
      selectors[i] = ~probes.selector(probes.vector().size() + i) ^ Long.MIN_VALUE;
    }
    Arrays.sort(selectors); // the complements: the highest first, as numbers without a sign
    Id[] keys = new Id[Math.min(MOST, selectors.length)];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = Scheme.key(~(selectors[i] ^ Long.MIN_VALUE));
    }
    return new ProbeKeys(probes.scheme(), Arrays.asList(keys));
  }
}
