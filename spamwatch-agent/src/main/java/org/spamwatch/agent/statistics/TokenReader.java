package org.spamwatch.agent.statistics;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.statistics.Pruning;
import org.spamwatch.statistics.TokenHash;
import org.spamwatch.statistics.TokenVisitor;
import org.spamwatch.statistics.mail.MailTokens;
import org.spamwatch.statistics.mail.TokenLimits;

/** Reads the hashes of a mail's tokens. Of one thread; its buffers are used again. */
public final class TokenReader {
  /** Tokens of the shortest mail that is learnt. */
  static final int LEAST = 5;

  /** Why of a mail nothing is learnt. */
  public static final String REFUSAL =
      "nothing to learn: no header field, or fewer than " + LEAST + " words";

  private final MailTokens mails = new MailTokens(TokenLimits.DEFAULT);
  private final TokenHash hash;
  private final Pruning distinct = Pruning.exact();
  private long[] hashes = new long[1024];
  private int size;

  /** Reads them under a site's key. */
  public TokenReader(SiteKey key) {
    hash = key.hash();
  }

  /** What of a mail is learnt; nothing of what {@link #REFUSAL} says. */
  public Optional<TokenSet> read(byte[] mail) {
    if (!MailText.hasHeader(mail)) {
      return Optional.empty(); // any bytes have words
    }
    size = 0;
    distinct.clear();
    forEachHash(mail, this::add);
    return Optional.of(Arrays.copyOf(hashes, size))
        .filter(all -> all.length > 0)
        .map(TokenSet::lowest)
        .filter(tokens -> tokens.size() >= LEAST);
  }

  /** Shows the hashes as they come, each any number of times. */
  void forEachHash(byte[] mail, LongConsumer taker) {
    mails.read(mail, 0, mail.length, (bytes, from, to) -> taker.accept(hash.hash(bytes, from, to)));
  }

  /** Shows the tokens themselves. */
  void visit(byte[] mail, TokenVisitor visitor) {
    mails.read(mail, 0, mail.length, visitor);
  }

  private void add(long token) {
    if (!distinct.isNew(token)) {
      return;
    }
    if (size == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * size); // bounded by the limits of a mail
    }
    hashes[size++] = token;
  }
}
