package org.spamwatch.agent.check;

import java.time.Duration;
import org.spamwatch.ata.adolr.Resolution;

/**
 * How mails are checked.
 *
 * @param patience how long a check waits for the network; then what is known so far decides
 * @param resolution where and how far queries are resolved
 */
public record CheckConfig(Duration patience, Resolution resolution) {
  /** What a peer uses unless told otherwise. */
  public static final CheckConfig DEFAULT = new CheckConfig(Duration.ofSeconds(4), Resolution.FULL);

  /** Checks that the patience is positive. */
  public CheckConfig {
    if (patience.isZero() || patience.isNegative()) {
      throw new IllegalArgumentException("a check's patience of " + patience + " is not positive");
    }
  }
}
