package org.spamwatch.agent.statistics;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.spamwatch.statistics.TokenHash;
import org.spamwatch.statistics.TokenVisitor;
import org.spamwatch.statistics.mail.MailTokens;
import org.spamwatch.statistics.mail.TokenLimits;

/** Reads the hashes of a mail's tokens. Of one thread; its buffers are used again. */
public final class TokenReader {
  private final MailTokens mails = new MailTokens(TokenLimits.DEFAULT);
  private final TokenHash hash;
  private long[] hashes = new long[1024];
  private int size;

  /** Reads them under a site's key. */
  public TokenReader(SiteKey key) {
    hash = key.hash();
  }

  /** What of a mail is learnt; nothing if it has no token. */
  public Optional<TokenSet> read(byte[] mail) {
    size = 0;
    forEachHash(mail, this::add);
    return size == 0 ? Optional.empty() : Optional.of(TokenSet.lowest(Arrays.copyOf(hashes, size)));
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
    if (size == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * size); // bounded by the limits of a mail
    }
    hashes[size++] = token;
  }
}
