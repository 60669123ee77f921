package org.spamwatch.agent.summary;

import java.util.List;
import org.spamwatch.overlay.Id;

/**
 * What a peer holds of announcements at one moment.
 *
 * @param origins whose announcements are held
 * @param blocks held
 * @param words that stand: messages by origins, those taken back included
 * @param bytes what blocks are charged with: their length, and 200 each
 * @param oldestMillis the date of the oldest block, in milliseconds since the epoch; 0 without any
 * @param newestMillis that of the newest
 * @param wanted origins of which blocks are asked for
 * @param refused blocks of others that were not in order, since the start
 * @param gapped origins of which a block has been missing for ten minutes
 * @param synchronised whether all is held that neighbours have told
 */
public record SummaryStatus(
    int origins,
    long blocks,
    long words,
    long bytes,
    long oldestMillis,
    long newestMillis,
    int wanted,
    long refused,
    List<Id> gapped,
    boolean synchronised) {
  /** Copies the list. */
  public SummaryStatus {
    gapped = List.copyOf(gapped);
  }
}
