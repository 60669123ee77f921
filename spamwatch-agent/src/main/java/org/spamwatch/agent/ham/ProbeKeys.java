package org.spamwatch.agent.ham;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
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

  /** Those of the highest selectors, if there are too many. */
  public static ProbeKeys of(Probes probes) {
    List<Integer> chosen =
        IntStream.range(probes.vector().size(), probes.size())
            .boxed()
            .sorted(
                Comparator.comparing(probes::selector, Long::compareUnsigned)
                    .reversed()
                    .thenComparing(Comparator.naturalOrder()))
            .limit(MOST)
            .toList();
    List<Id> keys = new ArrayList<>(chosen.size());
    chosen.forEach(i -> keys.add(probes.key(i)));
    return new ProbeKeys(probes.scheme(), keys);
  }
}
