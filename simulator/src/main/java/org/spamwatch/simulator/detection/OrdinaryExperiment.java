package org.spamwatch.simulator.detection;

import java.util.List;
import java.util.function.Consumer;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.Site.Asked;

/**
 * Ordinary mail in a realm whose peers announce what their users call spam: all spam of a corpus is
 * marked, then all ham is checked, of which nobody has kept any.
 *
 * @param corpus the mails
 * @param peers at which mails are marked and checked in turn; all are one site
 * @param seed of keys and network
 */
public record OrdinaryExperiment(Corpus corpus, int peers, long seed) {
  private static final int REPORT_EVERY = 500;
  private static final long SECOND = 1_000_000;
  private static final long ANNOUNCED_WITHIN = 60 * SECOND;

  /**
   * What came of it.
   *
   * @param marks spams that were marked; the others have too little text
   * @param ham ham mails
   * @param asked of them, those with text enough to ask about
   * @param left of these, those of which anybody else was told anything
   * @param calledSpam of these, those called spam
   * @param packets sent for them by all peers, acknowledgements included
   * @param bytes of these
   */
  public record Result(
      int marks, int ham, int asked, int left, int calledSpam, long packets, long bytes) {}

  /** Runs it; tells how far it is. */
  public Result run(Consumer<String> progress) throws CorpusException {
    Site site = Site.announcing(peers, seed);
    Mails mails = new Mails();
    List<Corpus.Mail> spam = corpus.spam();
    int marks = 0;
    for (int i = 0; i < spam.size(); i++) {
      AddressedMail mail = mails.address(Mails.read(spam.get(i).path()));
      marks += site.mark(mail, "marking" + i % peers).isPresent() ? 1 : 0;
      if ((i + 1) % REPORT_EVERY == 0) {
        progress.accept("%d of %d spams marked".formatted(i + 1, spam.size()));
      }
    }
    site.runUntil(site.nowMicros() + ANNOUNCED_WITHIN);
    List<Corpus.Mail> ham = corpus.mails().stream().filter(mail -> !mail.spam()).toList();
    int asked = 0;
    int left = 0;
    int calledSpam = 0;
    long packets = 0;
    long bytes = 0;
    for (int i = 0; i < ham.size(); i++) {
      AddressedMail mail = mails.address(Mails.read(ham.get(i).path()));
      if (mail.isAddressable()) {
        Asked answer = site.ask(mail, "reading" + i % peers, 1, Privacy.SUMMARY);
        asked++;
        left += answer.packets() > 0 ? 1 : 0;
        calledSpam += answer.answer().verdict() == Verdict.SPAM ? 1 : 0;
        packets += answer.packets();
        bytes += answer.bytes();
      }
      if ((i + 1) % REPORT_EVERY == 0) {
        progress.accept("%d of %d ham mails, %d left".formatted(i + 1, ham.size(), left));
      }
    }
    return new Result(marks, ham.size(), asked, left, calledSpam, packets, bytes);
  }
}
