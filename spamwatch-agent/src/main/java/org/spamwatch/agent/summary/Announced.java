package org.spamwatch.agent.summary;

import java.util.List;
import org.spamwatch.overlay.Id;

/**
 * A message that stands announced and is like a mail.
 *
 * @param guid the message
 * @param shared features that its vector shares with the mail, of those looked up
 * @param origins who announces it
 */
public record Announced(Id guid, int shared, List<Id> origins) {
  /** Copies the list. */
  public Announced {
    origins = List.copyOf(origins);
  }
}
