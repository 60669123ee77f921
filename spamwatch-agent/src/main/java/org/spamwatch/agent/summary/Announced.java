package org.spamwatch.agent.summary;

import java.util.List;
import org.spamwatch.overlay.Id;

/**
 * A message that stands announced and is like a mail.
 *
 * @param guid the message
 * @param shared features that its vector shares with the mail, of those looked up
 * @param origins who announces a vector of it that is like the mail, and is heeded; empty if only
 *     such peers announce it as are passed over for now
 */
public record Announced(Id guid, int shared, List<Id> origins) {
  /** Copies the list. */
  public Announced {
    origins = List.copyOf(origins);
  }

  /** Whether the network is to be asked about it. */
  public boolean isHeeded() {
    return !origins.isEmpty();
  }
}
