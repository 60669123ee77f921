package org.spamwatch.agent.bulk;

/**
 * How many people got mail like a mail, in this period and the last.
 *
 * @param own of this site; the largest count of a cell stands for that many or more
 * @param others of other sites, as far as their word goes: each for a quarter of the threshold at
 *     most
 * @param sites other sites that say so
 * @param threshold from which on mail is bulk
 */
public record BulkCount(int own, int others, int sites, int threshold) {
  /** Here and elsewhere together. */
  public int total() {
    return own + others;
  }

  /** Whether that is bulk, which is not to say that it is spam. */
  public boolean isBulk() {
    return total() >= threshold;
  }
}
