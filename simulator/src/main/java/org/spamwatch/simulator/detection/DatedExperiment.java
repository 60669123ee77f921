package org.spamwatch.simulator.detection;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.MatchedMessage;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.corpus.MatchCounts;

/**
 * A corpus in the order of its dates: each spam is checked if it is a modified copy (an earlier one
 * is in its cluster, none has its text) and then marked; each ham mail is checked and then kept.
 * Source: SW section 6.2, Tables 1 and 2, on mail that arrives instead of mail that lies there.
 *
 * @param schemes that are active
 * @param keepLookalikes whether mails are asked about with letters that look alike apart
 * @param learn whether ham is kept, so that its text counts for nothing any more
 * @param peers of the simulated network
 * @param seed of keys and network
 */
public record DatedExperiment(
    Corpus corpus,
    List<Scheme> schemes,
    boolean keepLookalikes,
    boolean learn,
    int peers,
    long seed) {
  private static final Threshold LOWEST = Threshold.of(MatchCounts.THRESHOLDS.get(0));
  private static final int REPORT_EVERY = 500;

  /**
   * What came of it.
   *
   * @param unaddressable spams with too little text, which count as not found
   * @param modified spams that are modified copies
   * @param found of them, how many match an earlier mail of their cluster at each THRES
   * @param hamMatched ham mails that match any spam at each THRES
   * @param hamCalledSpam ham mails that were judged spam by the standard rule
   */
  public record Result(
      int spam,
      int unaddressable,
      int modified,
      List<Integer> found,
      int ham,
      List<Integer> hamMatched,
      int hamCalledSpam) {}

  /** Copies the list. */
  public DatedExperiment {
    schemes = List.copyOf(schemes);
  }

  /** Runs it; tells how far it is. */
  public Result run(Consumer<String> progress) throws CorpusException {
    return new Run(this, progress).run();
  }

  private static final class Run {
    private final DatedExperiment experiment;
    private final Consumer<String> progress;
    private final Site site;
    private final Mails mails;
    private final Mails asking;
    private final Map<String, Seen> clusters = new LinkedHashMap<>();
    private final MatchCounts modified = new MatchCounts();
    private final MatchCounts ham = new MatchCounts();
    private int spam;
    private int unaddressable;
    private int hamCalledSpam;

    /** Of a cluster the texts that came, and as which messages they were marked. */
    private record Seen(Set<String> texts, Set<Id> guids) {}

    Run(DatedExperiment experiment, Consumer<String> progress) {
      this.experiment = experiment;
      this.progress = progress;
      this.site = new Site(experiment.peers, experiment.seed);
      this.mails = new Mails(experiment.schemes);
      this.asking = mails.asking(experiment.keepLookalikes);
    }

    Result run() throws CorpusException {
      List<Corpus.Mail> all = experiment.corpus.mails();
      for (Corpus.Mail mail : all) {
        byte[] bytes = Mails.read(mail.path());
        AddressedMail addressed = mails.address(bytes);
        AddressedMail asked = experiment.keepLookalikes ? asking.address(bytes) : addressed;
        if (mail.spam()) {
          spam(mail, addressed, asked);
        } else {
          ham(mail, addressed, asked);
        }
        int done = spam + ham.mails();
        if (done % REPORT_EVERY == 0 || done == all.size()) {
          progress.accept(
              "%d of %d mails; %d of %d modified copies found, %d of %d ham mails called spam"
                  .formatted(
                      done,
                      all.size(),
                      modified.matched().get(0),
                      modified.mails(),
                      hamCalledSpam,
                      ham.mails()));
        }
      }
      return new Result(
          spam,
          unaddressable,
          modified.mails(),
          modified.matched(),
          ham.mails(),
          ham.matched(),
          hamCalledSpam);
    }

    private void spam(Corpus.Mail mail, AddressedMail addressed, AddressedMail asked) {
      spam++;
      unaddressable += addressed.isAddressable() ? 0 : 1;
      if (mail.cluster().isEmpty()) {
        site.mark(addressed, mail.mailbox());
        return;
      }
      Seen seen =
          clusters.computeIfAbsent(
              mail.cluster(), name -> new Seen(new LinkedHashSet<>(), new LinkedHashSet<>()));
      if (!seen.texts().isEmpty() && !seen.texts().contains(mail.exactText())) {
        if (asked.isAddressable()) {
          CheckResult answer = site.check(asked, mail.mailbox(), LOWEST);
          modified.add(thres -> matches(answer, thres, seen.guids()::contains));
        } else {
          modified.add();
        }
      }
      seen.texts().add(mail.exactText());
      site.mark(addressed, mail.mailbox()).ifPresent(seen.guids()::add);
    }

    private void ham(Corpus.Mail given, AddressedMail mail, AddressedMail asked) {
      if (!asked.isAddressable()) {
        ham.add();
        return;
      }
      CheckResult answer = site.check(asked, given.mailbox(), LOWEST);
      ham.add(thres -> matches(answer, thres, guid -> true));
      CheckResult standard = site.check(asked);
      if (standard.verdict() == Verdict.SPAM) {
        hamCalledSpam++;
        MatchedMessage best = standard.matches().get(0);
        progress.accept(
            "%s is ham and was called spam: %d of %d of %s shared with %s"
                .formatted(
                    given.path(),
                    best.shared(),
                    best.of(),
                    best.scheme().label(),
                    best.guid().brief()));
      }
      if (experiment.learn) {
        site.learn(mail);
      }
    }

    private static boolean matches(CheckResult answer, int thres, Predicate<Id> wanted) {
      return answer.matches().stream()
          .anyMatch(m -> wanted.test(m.guid()) && m.shared() >= Math.min(thres, m.of()));
    }
  }
}
