package org.spamwatch.simulator.statistics;

import java.util.Arrays;
import org.spamwatch.statistics.TokenHash;
import org.spamwatch.statistics.mail.MailTokens;
import org.spamwatch.statistics.mail.TokenLimits;

/** Reads mails as a peer does, one after the other. Belongs to one thread. */
final class Tokeniser {
  private final MailTokens reader = new MailTokens(TokenLimits.DEFAULT);
  private final TokenHash hash;
  private long[] tokens = new long[1 << 10];
  private int count;

  Tokeniser(TokenHash hash) {
    this.hash = hash;
  }

  /** The hashes of a mail's tokens, in their order. */
  long[] tokens(byte[] mail) {
    count = 0;
    reader.read(mail, 0, mail.length, this::add);
    return Arrays.copyOf(tokens, count);
  }

  private void add(byte[] bytes, int from, int to) {
    if (count == tokens.length) {
      tokens = Arrays.copyOf(tokens, 2 * count);
    }
    tokens[count++] = hash.hash(bytes, from, to);
  }
}
