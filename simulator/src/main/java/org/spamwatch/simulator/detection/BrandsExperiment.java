package org.spamwatch.simulator.detection;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.spamwatch.ata.evidence.EvidenceKind;
import org.spamwatch.ata.evidence.MailMatcher;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.mail.MailLimits;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.ata.mail.NotAMailException;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;

/**
 * Real mails of brands, of which somebody makes phishing mails ({@link BrandCopy}). One copy of
 * each is marked at a site without own ham; then the real mail is compared with the mark, other
 * mails from the same sender, and the copy changed once more. With proof, the real mails' senders
 * are proven, and the site has met their domains in ham.
 *
 * @param directory of directories of mails that are all ham
 * @param pairs how many real mails
 * @param seed of the choice and the changes
 */
public record BrandsExperiment(Path directory, int pairs, long seed) {
  private static final List<BrandCopy> WAYS = List.of(BrandCopy.values());
  private static final int LEAST_LINKS = 3;
  private static final int LEAST_TEXT = 400;
  private static final int MOST_OF_A_SENDER = 6;

  /**
   * What came of one way to copy.
   *
   * @param way in words
   * @param real mails called spam, of {@code pairs}
   * @param proven of these with their senders proven
   * @param others mails from the same senders that were compared with the marks
   * @param othersCalled of them called spam
   * @param found copies changed again that are called spam, of {@code pairs}
   */
  public record Row(
      String way, int pairs, int real, int proven, int others, int othersCalled, int found) {}

  private record Real(MailText mail, String sender, KnownMail known, KnownMail proven) {}

  /** Runs it; tells the stage it is in. */
  public List<Row> run(Consumer<String> progress) throws CorpusException {
    Mails mails = new Mails();
    List<Real> all = new ArrayList<>();
    for (Corpus.Mail mail : EvidenceFolders.ham(directory)) {
      real(mail, mails).ifPresent(all::add);
    }
    Collections.shuffle(all, new Random(seed));
    List<Real> chosen = chosen(all);
    progress.accept(all.size() + " mails of senders with pages, " + chosen.size() + " chosen");
    List<Row> rows = new ArrayList<>();
    for (BrandCopy way : WAYS) {
      progress.accept(way.label());
      rows.add(run(way, chosen, all, mails));
    }
    return rows;
  }

  private static Optional<Real> real(Corpus.Mail mail, Mails mails) throws CorpusException {
    try {
      MailText text = MailText.withAttachments(Mails.read(mail.path()), MailLimits.DEFAULT);
      Optional<String> domain = BrandCopy.domain(text);
      if (domain.isEmpty()
          || text.parts().isEmpty()
          || text.header().first("List-Post").isPresent()
          || BrandCopy.links(BrandCopy.page(text)) < LEAST_LINKS
          || BrandCopy.page(text).visible().strip().length() < LEAST_TEXT) {
        return Optional.empty();
      }
      KnownMail known = KnownMail.of(mail, true, "", mails.address(text, Optional.empty()));
      KnownMail proven = KnownMail.of(mail, true, "", mails.address(text, domain));
      return known.vectors().isEmpty()
          ? Optional.empty()
          : Optional.of(new Real(text, domain.get(), known, proven));
    } catch (NotAMailException e) {
      return Optional.empty();
    }
  }

  /**
   * So that no sender is most of it, and none has the text of another, whatever else they share.
   */
  private List<Real> chosen(List<Real> all) {
    Map<String, Integer> senders = new LinkedHashMap<>();
    List<Real> chosen = new ArrayList<>();
    for (Real real : all) {
      MailMatcher matcher = real.known().matcher((scheme, key) -> false);
      if (chosen.size() < pairs
          && senders.getOrDefault(real.sender(), 0) < MOST_OF_A_SENDER
          && chosen.stream()
              .allMatch(one -> matcher.compare(one.known().vectors()).text().isEmpty())) {
        senders.merge(real.sender(), 1, Integer::sum);
        chosen.add(real);
      }
    }
    return chosen;
  }

  private Row run(BrandCopy way, List<Real> chosen, List<Real> all, Mails mails) {
    Random random = new Random(seed + 31L * WAYS.indexOf(way));
    int real = 0;
    int proven = 0;
    int others = 0;
    int othersCalled = 0;
    int found = 0;
    for (Real original : chosen) {
      List<FeatureVector> mark = mails.address(way.make(original.mail(), random)).vectors();
      KnownMail again =
          KnownMail.of(
              original.known().mail(), true, "", mails.address(way.make(original.mail(), random)));
      real += meets(original.known(), mark) ? 1 : 0;
      proven += original.proven().matcher(met(original.proven())).match(mark).isPresent() ? 1 : 0;
      found += meets(again, mark) ? 1 : 0;
      for (Real other : all) {
        if (!other.equals(original) && other.sender().equals(original.sender())) {
          others++;
          othersCalled += meets(other.known(), mark) ? 1 : 0;
        }
      }
    }
    return new Row(way.label(), chosen.size(), real, proven, others, othersCalled, found);
  }

  private static boolean meets(KnownMail mail, List<FeatureVector> mark) {
    return mail.matcher((scheme, key) -> false).match(mark).isPresent();
  }

  /** A site that has met the domain that is proven to have sent a mail, and nothing else. */
  private static MailMatcher.Ham met(KnownMail mail) {
    Set<Long> domains = new HashSet<>();
    for (FeatureVector vector : mail.vectors()) {
      for (int place = 0; place < vector.size(); place++) {
        long identity = vector.identity(place);
        if (vector.scheme().equals(Scheme.EVIDENCE)
            && EvidenceKind.of(identity).equals(Optional.of(EvidenceKind.DOMAIN))) {
          domains.add(identity);
        }
      }
    }
    return (scheme, key) -> scheme.equals(Scheme.EVIDENCE) && domains.contains(key);
  }
}
