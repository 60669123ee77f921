package org.spamwatch.statistics;

/**
 * Exact counts of tokens in main memory: 24 to 48 bytes a token. What was learnt can be unlearnt.
 * Not thread-safe.
 */
public final class CountTable implements TokenCounts {
  private final TokenMap spam = new TokenMap();
  private final TokenMap ham = new TokenMap();
  private final ExactPruning distinct = new ExactPruning();
  private int spamMails;
  private int hamMails;

  /** Learns a mail; a token that comes several times counts once. */
  public void learn(long[] tokens, int count, boolean isSpam) {
    TokenMap counts = isSpam ? spam : ham;
    distinct.clear();
    for (int i = 0; i < count; i++) {
      if (distinct.isNew(tokens[i])) {
        counts.add(tokens[i], 1);
      }
    }
    if (isSpam) {
      spamMails++;
    } else {
      hamMails++;
    }
  }

  /**
   * Takes back what {@link #learn} did with the same tokens.
   *
   * @throws IllegalArgumentException if no such mail can have been learnt; nothing has changed then
   */
  public void unlearn(long[] tokens, int count, boolean isSpam) {
    TokenMap counts = isSpam ? spam : ham;
    boolean isKnown = (isSpam ? spamMails : hamMails) > 0;
    for (int i = 0; i < count; i++) {
      isKnown &= counts.get(tokens[i]) > 0;
    }
    if (!isKnown) {
      throw new IllegalArgumentException(
          "a mail of " + count + " tokens is to be unlearnt that was never learnt");
    }
    distinct.clear();
    for (int i = 0; i < count; i++) {
      if (distinct.isNew(tokens[i])) {
        counts.add(tokens[i], -1);
      }
    }
    if (isSpam) {
      spamMails--;
    } else {
      hamMails--;
    }
  }

  /** Adds what others learnt, as of another peer of a realm whose tokens are hashed the same. */
  public void add(TokenCounts other) {
    other.forEach(
        (token, inSpam, inHam) -> {
          spam.add(token, inSpam);
          ham.add(token, inHam);
        });
    spamMails = Math.addExact(spamMails, other.spamMails());
    hamMails = Math.addExact(hamMails, other.hamMails());
  }

  @Override
  public int spamMails() {
    return spamMails;
  }

  @Override
  public int hamMails() {
    return hamMails;
  }

  /** The spam mails with a token. */
  public int spam(long token) {
    return spam.get(token);
  }

  /** The ham mails with a token. */
  public int ham(long token) {
    return ham.get(token);
  }

  @Override
  public void forEach(Visitor visitor) {
    spam.forEach((token, inSpam) -> visitor.token(token, inSpam, ham.get(token)));
    ham.forEach(
        (token, inHam) -> {
          if (spam.get(token) == 0) {
            visitor.token(token, 0, inHam);
          }
        });
  }
}
