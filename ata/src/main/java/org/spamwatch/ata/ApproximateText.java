package org.spamwatch.ata;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spamwatch.ata.evidence.MailEvidence;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Fingerprinter;
import org.spamwatch.ata.fingerprint.Passage;
import org.spamwatch.ata.fingerprint.Probes;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.mail.MailLimits;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.ata.mail.NotAMailException;
import org.spamwatch.ata.mail.TextPart;
import org.spamwatch.overlay.Id;

/**
 * Approximate Text Addressing in one call: mail in, GUID and feature vectors out (SpamWatch paper,
 * section 4).
 *
 * <p>Safe for any thread; each keeps buffers of less than 2 MiB from mail to mail, and of mails
 * nothing but, where evidence is wanted, hashes of addresses; names of hosts are kept for all. Time
 * is linear in the mail, and {@link #workingBytes} bounds the memory.
 */
public final class ApproximateText {
  private static final long MOST_WORKING = 64 << 20;
  private static final long LEAST_WORKING = 1 << 20;
  private static final long WORKING_FOR_A_BYTE = 64;

  /** One a thread, used again for each mail, so that its buffers are made once. */
  private static final ThreadLocal<Fingerprinter> FINGERPRINTER =
      ThreadLocal.withInitial(Fingerprinter::new);

  private final MailLimits limits;
  private final List<Scheme> schemes;
  private final boolean lookalikes;
  private final boolean evidence;

  /**
   * With given limits and schemes.
   *
   * @throws IllegalArgumentException if there is no scheme or one occurs twice
   */
  public ApproximateText(MailLimits limits, List<Scheme> schemes) {
    this(limits, schemes, true, false);
  }

  private ApproximateText(
      MailLimits limits, List<Scheme> schemes, boolean lookalikes, boolean evidence) {
    this.limits = limits;
    this.schemes = List.copyOf(schemes);
    this.lookalikes = lookalikes;
    this.evidence = evidence;
    if (schemes.isEmpty() || this.schemes.stream().distinct().count() != schemes.size()) {
      throw new IllegalArgumentException(
          "the active schemes must be one or more different ones, not " + schemes);
    }
  }

  /** With the default limits and schemes. */
  public static ApproximateText standard() {
    return new ApproximateText(MailLimits.DEFAULT, Scheme.ACTIVE_BY_DEFAULT);
  }

  /**
   * Names mails for asking, and only for that, with every letter as it is written: a letter that
   * looks like a Latin one is not that one. Since everybody publishes under the Latin ones, text
   * with such letters, all of a text in Cyrillic or Greek among it, then matches nothing.
   */
  public ApproximateText withoutLookalikes() {
    return new ApproximateText(limits, schemes, false, evidence);
  }

  /** Names mails by what else they may be known by, too: by {@link MailEvidence}. */
  public ApproximateText withEvidence() {
    return new ApproximateText(limits, schemes, lookalikes, true);
  }

  /**
   * How much memory at most {@link #address(byte[])} takes for a moment, beyond the mail itself:
   * short mails may be made of characters that stand for many, of long ones only so much is read.
   *
   * @param length of the mail, in bytes
   */
  public static long workingBytes(long length) {
    return Math.min(MOST_WORKING, LEAST_WORKING + WORKING_FOR_A_BYTE * length);
  }

  /** The active schemes. */
  public List<Scheme> schemes() {
    return schemes;
  }

  /** The limits a mail is held to. */
  public MailLimits limits() {
    return limits;
  }

  /**
   * Names a mail.
   *
   * @param mail one mail as in a file or from a wire
   * @throws NotAMailException if it is empty, binary or too large
   */
  public AddressedMail address(byte[] mail) throws NotAMailException {
    return address(read(mail));
  }

  /**
   * Reads of a mail what naming it needs.
   *
   * @throws NotAMailException if it is empty, binary or too large
   */
  public MailText read(byte[] mail) throws NotAMailException {
    return evidence ? MailText.withAttachments(mail, limits) : MailText.of(mail, limits);
  }

  /** Names a mail that was read already. */
  public AddressedMail address(MailText mail) {
    return address(mail, Optional.empty());
  }

  /**
   * Names a mail that was read already.
   *
   * @param provenDomain the domain that is proven to have sent it; evidence like others
   */
  public AddressedMail address(MailText mail, Optional<String> provenDomain) {
    Optional<Id> ofText = guid(mail);
    List<Probes> probes = new ArrayList<>(schemes.size());
    Optional<FeatureVector> beside = Optional.empty();
    if (ofText.isPresent() || evidence) {
      Fingerprinter fingerprinter =
          lookalikes ? FINGERPRINTER.get() : new Fingerprinter(lookalikes);
      try {
        if (ofText.isPresent()) {
          probe(mail, fingerprinter, probes);
        }
        if (evidence) {
          beside = MailEvidence.of(mail, provenDomain, fingerprinter);
        }
      } finally {
        if (!fingerprinter.forget()) {
          FINGERPRINTER.remove();
        }
      }
    }
    if (probes.isEmpty()) {
      beside = beside.filter(each -> MailEvidence.standsAlone(each, key -> true));
    }
    List<FeatureVector> vectors = new ArrayList<>(probes.size() + 1);
    probes.forEach(each -> vectors.add(each.vector()));
    beside.ifPresent(vectors::add);
    Optional<FeatureVector> known = beside;
    return new AddressedMail(ofText.or(() -> known.map(MailEvidence::identity)), vectors, probes);
  }

  private void probe(MailText mail, Fingerprinter fingerprinter, List<Probes> probes) {
    String visible = mail.visible();
    String written = mail.hidesText() ? mail.written() : visible;
    for (Scheme scheme : schemes) {
      String text = scheme.onlyVisible() ? visible : written;
      fingerprinter.probe(scheme, text).ifPresent(probes::add);
    }
  }

  /**
   * Which text of a mail each of its keys stands for, under every active scheme: first those of the
   * vector, then the other probes. For showing why a mail matched; costs several times {@link
   * #address}.
   *
   * @throws NotAMailException if it is empty, binary or too large
   */
  public List<Passage> passages(byte[] mail) throws NotAMailException {
    MailText text = MailText.of(mail, limits);
    Fingerprinter fingerprinter = new Fingerprinter(lookalikes);
    List<Passage> passages = new ArrayList<>();
    for (Scheme scheme : schemes) {
      String seen = scheme.onlyVisible() ? text.visible() : text.written();
      passages.addAll(fingerprinter.locate(scheme, seen));
    }
    return passages;
  }

  private static Optional<Id> guid(MailText mail) {
    return Guid.of(
        text -> {
          for (TextPart part : mail.parts()) {
            if (part.html()) {
              text.addHtml(part.source());
            } else {
              text.addPlain(part.source());
            }
          }
        });
  }
}
