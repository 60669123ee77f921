package org.spamwatch.simulator.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.spamwatch.simulator.Workers;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.Mails;
import org.spamwatch.statistics.FilterTrainer.MarkedMail;
import org.spamwatch.statistics.TokenHash;

/** A mail as the stages behind the parser see it: the hashes of its tokens. Does not change. */
final class HashedMail {
  private final Corpus.Mail mail;
  private final long[] tokens;

  private HashedMail(Corpus.Mail mail, long[] tokens) {
    this.mail = mail;
    this.tokens = tokens;
  }

  /** One with other tokens than its own. */
  HashedMail with(long[] others) {
    return new HashedMail(mail, others.clone());
  }

  boolean isSpam() {
    return mail.spam();
  }

  /** As what was learnt is given to a trainer. */
  MarkedMail marked() {
    return new MarkedMail(tokens, mail.spam());
  }

  Corpus.Mail mail() {
    return mail;
  }

  /** In their order, repeated ones too; not to be changed. */
  long[] tokens() {
    return tokens;
  }

  /** How a thread hashes; functions need not be shared. */
  interface Hashing {
    TokenHash hash();
  }

  /** Reads mails by several threads at once, in their order. */
  static List<HashedMail> read(List<Corpus.Mail> mails, Hashing hashing, int threads)
      throws CorpusException, InterruptedException {
    HashedMail[] hashed = new HashedMail[mails.size()];
    CorpusException[] failed = new CorpusException[1];
    Workers.share(
        threads,
        mails.size(),
        () -> {
          Tokeniser tokeniser = new Tokeniser(hashing.hash());
          return i -> {
            try {
              hashed[i] =
                  new HashedMail(mails.get(i), tokeniser.tokens(Mails.read(mails.get(i).path())));
            } catch (CorpusException e) {
              failed[0] = e;
            }
          };
        });
    if (failed[0] != null) {
      throw failed[0];
    }
    return new ArrayList<>(Arrays.asList(hashed));
  }
}
