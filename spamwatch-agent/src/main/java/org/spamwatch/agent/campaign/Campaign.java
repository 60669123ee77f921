package org.spamwatch.agent.campaign;

import java.util.List;
import java.util.Optional;
import org.spamwatch.overlay.Id;

/**
 * A message that people voted on, as this peer knows it.
 *
 * @param guid the message
 * @param spam voters who say spam
 * @param ham voters who say that it is not
 * @param sites sites behind the voters; of a message met, behind those whose votes were checked
 * @param firstMillis the earliest vote known, in milliseconds since the epoch, 0 without any
 * @param lastMillis the latest one
 * @param schemes labels of the schemes of its vectors, each once
 * @param features fingerprints in all its vectors
 * @param known whence it is known
 * @param rule what the postmaster has said of it
 */
public record Campaign(
    Id guid,
    int spam,
    int ham,
    int sites,
    long firstMillis,
    long lastMillis,
    List<String> schemes,
    int features,
    Known known,
    Optional<CampaignRule> rule) {
  /** Whence a peer knows a message. */
  public enum Known {
    /** It keeps its votes. */
    KEPT,
    /** A check has met it. */
    MET,
    /** Only its postmaster's rule names it, or votes on it are forgotten. */
    RULED
  }

  /** Copies the list. */
  public Campaign {
    schemes = List.copyOf(schemes);
  }
}
