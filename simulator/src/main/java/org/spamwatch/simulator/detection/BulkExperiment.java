package org.spamwatch.simulator.detection;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.spamwatch.agent.bulk.BulkConfig;
import org.spamwatch.agent.bulk.BulkCounts;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.mail.MailHeader;
import org.spamwatch.ata.mail.MailLimits;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.ata.mail.NotAMailException;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;

/**
 * What of real mail is bulk at one peer that has got all of a corpus within two periods: how much
 * spam is, and how much that somebody wanted. Every other mail of a source is what the site knew
 * before: of its ham the lists and senders are put on the white list, or the text is learnt as own
 * ham. The rest is judged.
 */
public final class BulkExperiment {
  private static final int DAYS = 20_000;

  /** Who a mail comes to. */
  public enum People {
    /** Each to somebody else: the most that mail of these texts can count. */
    MAIL,
    /** Those of one mailbox, or of one source where nobody knows that, to one. */
    MAILBOX
  }

  private final Path directory;
  private final Optional<Path> ham;
  private final People people;
  private final int threads;
  private final BulkConfig config;

  /**
   * Of one source, what was judged.
   *
   * @param asked mails
   * @param bulk those that count t or more
   * @param withoutList of these those that no mailing list names as its own
   * @param unlisted of these those whose list or sender was not met before in ham
   * @param notHam bulk where half of the ham is learnt
   */
  public record Row(
      String source,
      boolean spam,
      int asked,
      int bulk,
      int withoutList,
      int unlisted,
      int notHam) {}

  /** A mail, and whom it names as its list and sender. */
  private record Counted(
      KnownMail mail, Optional<String> list, Optional<String> sender, boolean isJudged) {
    List<FeatureVector> vectors() {
      return mail.vectors();
    }

    String source() {
      return mail.mail().source();
    }

    boolean isSpam() {
      return mail.mail().spam();
    }
  }

  /**
   * An experiment.
   *
   * @param directory a corpus with a manifest, or the public SpamAssassin corpus
   * @param ham more ham
   * @param threshold t, 20 to 31
   * @param cells of the peer's filter
   */
  public BulkExperiment(
      Path directory, Optional<Path> ham, People people, int threshold, int cells, int threads) {
    this.directory = directory;
    this.ham = ham;
    this.people = people;
    this.threads = threads;
    config = new BulkConfig(true, cells, BulkConfig.LEAST_BITS, Duration.ofDays(1), threshold);
  }

  /** Runs it; rows by source, spam first. */
  public List<Row> run(Consumer<String> progress) throws CorpusException, InterruptedException {
    List<Corpus.Mail> all = new ArrayList<>(EvidenceFolders.corpus(directory));
    if (ham.isPresent()) {
      all.addAll(EvidenceFolders.ham(ham.get()));
    }
    List<Counted> mails = counted(KnownMail.read(all, false, threads, progress));
    List<KnownMail> before =
        mails.stream()
            .filter(each -> !each.isJudged() && !each.isSpam())
            .map(Counted::mail)
            .toList();
    Set<String> known = new LinkedHashSet<>();
    for (Counted each : mails) {
      if (!each.isJudged() && !each.isSpam()) {
        each.list().ifPresent(list -> known.add("list=" + list));
        each.sender().ifPresent(sender -> known.add("sender=" + sender));
      }
    }
    LearntHam learnt = new LearntHam(before);
    BulkCounts plain = seen(mails, HamFilter.NONE, progress);
    BulkCounts masked = seen(mails, learnt::contains, progress);
    Map<String, Row> rows = new LinkedHashMap<>();
    for (boolean spam : new boolean[] {true, false}) {
      for (Counted each : mails) {
        if (each.isSpam() == spam && each.isJudged()) {
          boolean isBulk = isBulk(plain, each);
          boolean isUnlisted =
              each.list().filter(list -> known.contains("list=" + list)).isEmpty()
                  && each.sender().filter(sender -> known.contains("sender=" + sender)).isEmpty();
          Row row =
              new Row(
                  each.source(),
                  spam,
                  1,
                  isBulk ? 1 : 0,
                  isBulk && each.list().isEmpty() ? 1 : 0,
                  isBulk && isUnlisted ? 1 : 0,
                  isBulk(masked, each) ? 1 : 0);
          rows.merge(spam + " " + each.source(), row, BulkExperiment::both);
        }
      }
    }
    return List.copyOf(rows.values());
  }

  private static Row both(Row one, Row other) {
    return new Row(
        one.source(),
        one.spam(),
        one.asked() + other.asked(),
        one.bulk() + other.bulk(),
        one.withoutList() + other.withoutList(),
        one.unlisted() + other.unlisted(),
        one.notHam() + other.notHam());
  }

  /** Those with text enough; every other one of a source is judged. */
  private static List<Counted> counted(List<KnownMail> mails) throws CorpusException {
    Map<String, Integer> ofSource = new LinkedHashMap<>();
    List<Counted> counted = new ArrayList<>();
    for (KnownMail mail : mails) {
      if (!mail.vectors().isEmpty()) {
        String source = mail.mail().spam() + " " + mail.mail().source();
        int number = ofSource.merge(source, 1, Integer::sum);
        MailHeader header = header(mail.mail().path());
        counted.add(
            new Counted(
                mail,
                header.first("List-Id").filter(text -> !text.isEmpty()),
                header.first("Return-Path").filter(text -> text.contains("@")),
                number % 2 == 0));
      }
    }
    return counted;
  }

  private static MailHeader header(Path file) throws CorpusException {
    try {
      return MailText.of(Mails.read(file), MailLimits.DEFAULT).header();
    } catch (NotAMailException e) {
      return MailHeader.NONE;
    }
  }

  private BulkCounts seen(List<Counted> mails, HamFilter ownHam, Consumer<String> progress) {
    Timers timers = new Timers(Duration.ofDays(DAYS).toNanos() / 1000);
    BulkCounts counts = new BulkCounts(config, Id.ZERO, Id.ZERO, timers, 1, ownHam);
    for (int i = 0; i < mails.size(); i++) {
      Counted each = mails.get(i);
      Corpus.Mail mail = each.mail().mail();
      String mailbox = mail.mailbox().isEmpty() ? mail.source() : mail.mailbox();
      String person = people == People.MAIL ? Integer.toString(i) : mailbox;
      counts.seen(each.vectors(), List.of(person));
    }
    progress.accept(
        "counted %d mails, %d features, no room for %d"
            .formatted(mails.size(), counts.status().features(), counts.status().full()));
    return counts;
  }

  private static boolean isBulk(BulkCounts counts, Counted mail) {
    return counts.seen(mail.vectors(), List.of()).isBulk();
  }
}
