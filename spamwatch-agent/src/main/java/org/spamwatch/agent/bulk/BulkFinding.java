package org.spamwatch.agent.bulk;

import java.util.Optional;

/**
 * What is said of a mail by its count.
 *
 * @param allowedBy the entry of the site's white list that holds for it, if one does
 */
public record BulkFinding(BulkCount count, Optional<String> allowedBy) {
  /** Whether it is bulk that nobody here is known to want. */
  public boolean isUnwanted() {
    return count.isBulk() && allowedBy.isEmpty();
  }
}
