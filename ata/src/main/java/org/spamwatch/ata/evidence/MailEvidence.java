package org.spamwatch.ata.evidence;

import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Fingerprinter;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.overlay.Id;

/** What a mail may be known by beside its text, all kinds in one vector. */
public final class MailEvidence {
  private MailEvidence() {}

  /**
   * The keys of a mail under {@link org.spamwatch.ata.fingerprint.Scheme#EVIDENCE}, ascending; of
   * each kind at most {@link EvidenceKind#most}. Nothing if there is no evidence.
   *
   * @param provenDomain the domain that is proven to have sent it
   * @param fingerprinter that best knows the mail's visible text already
   */
  public static Optional<FeatureVector> of(
      MailText mail, Optional<String> provenDomain, Fingerprinter fingerprinter) {
    EvidenceKeys keys = new EvidenceKeys();
    provenDomain.ifPresent(domain -> keys.add(EvidenceKind.DOMAIN, EvidenceHash.ofDomain(domain)));
    String subject = SubjectEvidence.normalized(mail.header());
    MailLinks links = MailLinks.of(mail);
    Parties parties = Parties.of(mail.header());
    Optional<String> sender = SenderEvidence.domain(mail.header());
    ContactEvidence.collect(mail, links, parties, sender, keys);
    SenderEvidence.collect(mail.header(), sender, keys);
    LinkEvidence.collect(links, parties, sender, keys);
    SubjectEvidence.collect(subject, keys);
    HtmlEvidence.collect(mail.parts(), keys);
    String visible = mail.visible();
    ShortEvidence.collect(visible, subject, keys);
    CoarseEvidence.collect(visible, fingerprinter, keys);
    AttachmentEvidence.collect(mail.attachments(), keys);
    return keys.vector();
  }

  /**
   * Whether a mail with too little text may be known by it alone: keys of two kinds, or of one that
   * may be enough by itself.
   *
   * @param counts whether a key does, as those of own ham do not
   */
  public static boolean standsAlone(FeatureVector evidence, LongPredicate counts) {
    int kinds = SharedKinds.NONE;
    for (int place = 0; place < evidence.size(); place++) {
      long key = evidence.identity(place);
      kinds = counts.test(key) ? SharedKinds.with(kinds, key) : kinds;
    }
    return SharedKinds.areWorthComparing(kinds);
  }

  /**
   * The identity under which votes on a mail without text are kept: the digest of all of it but who
   * is proven to have sent it, which not all servers on the way say.
   *
   * @param evidence that stands alone
   */
  public static Id identity(FeatureVector evidence) {
    long[] said =
        LongStream.range(0, evidence.size())
            .map(place -> evidence.identity((int) place))
            .filter(key -> !EvidenceKind.of(key).equals(Optional.of(EvidenceKind.DOMAIN)))
            .toArray();
    return FeatureVector.of(Scheme.EVIDENCE, false, said).digest();
  }
}
