package org.spamwatch.simulator.detection;

import java.util.List;
import java.util.function.Consumer;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;

/**
 * Ordinary mail in a realm whose peers announce what their users call spam: all spam of a corpus is
 * marked, then all ham is checked with every {@link Asking.Way}, though nobody has kept any.
 *
 * @param corpus the mails, each with its mailbox
 * @param peers over which the mailboxes are spread; all are one site
 * @param seed of keys and network
 */
public record OrdinaryExperiment(Corpus corpus, int peers, long seed) {
  private static final int REPORT_EVERY = 500;
  private static final long SECOND = 1_000_000;
  private static final long ANNOUNCED_WITHIN = 60 * SECOND;

  /** Between two marks: no peer announces more than a mebibyte in a day. */
  private static final long BETWEEN = 40 * SECOND;

  /**
   * What came of it.
   *
   * @param marks spams that were marked; the others have too little text
   * @param ham ham mails
   * @param asked of them, those with text enough to ask about
   */
  public record Result(int marks, int ham, int asked, List<Asking.Row> rows) {
    /** Copies the list. */
    public Result {
      rows = List.copyOf(rows);
    }
  }

  /** Runs it; tells how far it is. */
  public Result run(Consumer<String> progress) throws CorpusException {
    Site site = Site.announcing(peers, seed);
    Asking asking = new Asking(site, 1, seed);
    Mails mails = new Mails();
    int marks = 0;
    int read = 0;
    for (Corpus.Mail spam : corpus.spam()) {
      marks += site.mark(mails.address(Mails.read(spam.path())), spam.mailbox()).isPresent() ? 1 : 0;
      site.runUntil(site.nowMicros() + BETWEEN);
      if (++read % REPORT_EVERY == 0) {
        progress.accept("%d of %d spams marked".formatted(read, corpus.spam().size()));
      }
    }
    site.runUntil(site.nowMicros() + ANNOUNCED_WITHIN);
    int ham = 0;
    for (Corpus.Mail mail : corpus.mails()) {
      if (!mail.spam()) {
        asking.ask(mails.address(Mails.read(mail.path())), mail.mailbox(), false);
        if (++ham % REPORT_EVERY == 0) {
          progress.accept("%d ham mails asked about".formatted(ham));
        }
      }
    }
    List<Asking.Row> rows = asking.rows();
    return new Result(marks, ham, rows.get(0).checks(), rows);
  }
}
