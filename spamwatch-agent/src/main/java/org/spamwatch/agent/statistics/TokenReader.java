package org.spamwatch.agent.statistics;

import java.util.Arrays;
import java.util.Optional;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.statistics.HashBatch;
import org.spamwatch.statistics.HashBatch.HashVisitor;
import org.spamwatch.statistics.Pruning;
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
  private final HashBatch batch;
  private HashVisitor taker = this::add;
  private final Pruning distinct = Pruning.exact();
  private long[] hashes = new long[1024];
  private int size;

  /** Reads them under a site's key. */
  public TokenReader(SiteKey key) {
    batch = new HashBatch(key.hash(), (some, count) -> taker.hashes(some, count));
  }

  /** What of a mail is learnt; nothing of what {@link #REFUSAL} says. */
  public Optional<TokenSet> read(byte[] mail) {
    if (!MailText.hasHeader(mail)) {
      return Optional.empty(); // any bytes have words
    }
    size = 0;
    distinct.clear();
    visitHashes(mail, this::add);
    return Optional.of(Arrays.copyOf(hashes, size))
        .filter(all -> all.length > 0)
        .map(TokenSet::lowest)
        .filter(tokens -> tokens.size() >= LEAST);
  }

  /** Shows the hashes, each any number of times. */
  void visitHashes(byte[] mail, HashVisitor visitor) {
    taker = visitor;
    mails.read(mail, 0, mail.length, batch);
    batch.finish();
  }

  /** Shows the tokens themselves. */
  void visit(byte[] mail, TokenVisitor visitor) {
    mails.read(mail, 0, mail.length, visitor);
  }

  private void add(long[] some, int count) {
    for (int i = 0; i < count; i++) {
      if (distinct.isNew(some[i])) {
        if (size == hashes.length) {
          hashes = Arrays.copyOf(hashes, 2 * size); // bounded by the limits of a mail
        }
        hashes[size++] = some[i];
      }
    }
  }
}
