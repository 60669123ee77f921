package org.spamwatch.ata.evidence;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;

/**
 * What it means for a mail that it is proven who sent it: if the site has met the domain in its own
 * ham, a mark of a mail that is not proven to come from the same domain does not reach it, however
 * much of a frame the two share. Two kinds of marks do: that of a mail of the same proven domain,
 * which may have been taken over; and that of the whole mail, with every feature of its text and
 * all other evidence, for then it is this very mail that somebody has marked where nothing was
 * proven.
 *
 * <p>A mail without proof, or of a domain that is new to the site, is reached as ever. Immutable.
 */
final class ProvenSender {
  private final List<FeatureVector> mail;
  private final long domain;
  private final boolean isFamiliar;

  /**
   * Who sent a mail.
   *
   * @param mail one vector for each scheme
   * @param ham of the site
   */
  ProvenSender(List<FeatureVector> mail, MailMatcher.Ham ham) {
    this.mail = List.copyOf(mail);
    List<Long> domains = domains(mail);
    domain = domains.size() == 1 ? domains.get(0) : 0;
    isFamiliar = domains.size() == 1 && ham.contains(Scheme.EVIDENCE, domain);
  }

  /** Whether a mark is not heeded, whatever it shares with the mail. */
  boolean isOutOfReach(List<FeatureVector> mark) {
    return isFamiliar && !domains(mark).equals(List.of(domain)) && !hasAllOfTheMail(mark);
  }

  /** A mark that names several is nobody's: who lies about it names one at a time. */
  private static List<Long> domains(List<FeatureVector> vectors) {
    List<Long> domains = new ArrayList<>(1);
    for (FeatureVector vector : vectors) {
      if (vector.scheme().equals(Scheme.EVIDENCE)) {
        for (int place = 0; place < vector.size(); place++) {
          if (isDomain(vector.identity(place))) {
            domains.add(vector.identity(place));
          }
        }
      }
    }
    return domains;
  }

  private static boolean isDomain(long identity) {
    return EvidenceKind.of(identity).filter(kind -> kind == EvidenceKind.DOMAIN).isPresent();
  }

  private boolean hasAllOfTheMail(List<FeatureVector> mark) {
    for (FeatureVector own : mail) {
      Set<Long> marked = new HashSet<>();
      for (FeatureVector vector : mark) {
        if (vector.scheme().equals(own.scheme()) && vector.wholeText() == own.wholeText()) {
          for (int place = 0; place < vector.size(); place++) {
            marked.add(vector.identity(place));
          }
        }
      }
      for (int place = 0; place < own.size(); place++) {
        if (!marked.contains(own.identity(place)) && own.identity(place) != domain) {
          return false;
        }
      }
    }
    return true;
  }
}
