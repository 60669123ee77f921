package org.spamwatch.agent.summary;

import java.util.List;
import org.spamwatch.overlay.Id;

/**
 * A message that stands announced and is like a mail.
 *
 * @param guid the message
 * @param shared features that its vector shares with the mail, of those looked up; if they are
 *     alike by evidence beside the text alone, how many kinds of it
 * @param origins who announces a vector of it that is like the mail, and is heeded; empty if only
 *     such peers announce it as are passed over for now
 * @param digests of the vectors that these announce of it, to ask for the votes on it by; none if
 *     the texts are alike, so that a query finds it
 */
public record Announced(Id guid, int shared, List<Id> origins, List<Id> digests) {
  /** Copies the lists. */
  public Announced {
    origins = List.copyOf(origins);
    digests = List.copyOf(digests);
  }

  /** One whose text is like the mail's. */
  public Announced(Id guid, int shared, List<Id> origins) {
    this(guid, shared, origins, List.of());
  }

  /** Whether the network is to be asked about it. */
  public boolean isHeeded() {
    return !origins.isEmpty();
  }

  /** Whether its text is like the mail's. */
  public boolean isOfText() {
    return digests.isEmpty();
  }
}
