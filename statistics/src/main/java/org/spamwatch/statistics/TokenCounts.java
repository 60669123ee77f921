package org.spamwatch.statistics;

/**
 * What was learnt: how many mails there were of each kind, and in how many of them each token was.
 * A token's hash ({@link TokenHash}) stands for it. Exact; a {@link CountTable} has it in memory,
 * and what keeps it on a disk has its own. Where a token may enter a filter only from enough mails
 * or users, this shows those that may.
 */
public interface TokenCounts {
  /** Is told the tokens. */
  @FunctionalInterface
  interface Visitor {
    /**
     * A token.
     *
     * @param spam mails with it, 0 or more; of more than there are, as many as there are are meant
     * @param ham the same of ham; not both are 0
     */
    void token(long token, int spam, int ham);
  }

  /** The spam mails that were learnt. */
  int spamMails();

  /** The ham mails that were learnt. */
  int hamMails();

  /**
   * Shows each token once, in an order that is the same each time while nothing is learnt. A filter
   * is built in two passes.
   */
  void forEach(Visitor visitor);
}
