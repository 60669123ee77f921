package org.spamwatch.statistics;

/**
 * What a filter was made of.
 *
 * @param spamMails that were learnt
 * @param hamMails that were learnt
 * @param tokens that are in the filter
 * @param built when, in seconds since 1970
 * @param key fingerprint of the key by which tokens are hashed; who hashes by another finds nothing
 */
public record TrainingRecord(int spamMails, int hamMails, long tokens, long built, long key) {
  /** The mails of either kind below which a filter says nothing. */
  public static final int LEAST_MAILS = 200;

  /** Checks what is given. */
  public TrainingRecord {
    if (spamMails < 0 || hamMails < 0 || tokens < 0) {
      throw new IllegalArgumentException(
          "a filter is made of 0 or more mails and tokens, not of %d spam, %d ham and %d tokens"
              .formatted(spamMails, hamMails, tokens));
    }
  }

  /** Whether mails enough of both kinds were learnt. */
  public boolean isTrained() {
    return spamMails >= LEAST_MAILS && hamMails >= LEAST_MAILS;
  }
}
