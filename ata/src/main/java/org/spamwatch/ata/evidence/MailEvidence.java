package org.spamwatch.ata.evidence;

import java.util.Optional;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Fingerprinter;
import org.spamwatch.ata.mail.MailText;

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
}
