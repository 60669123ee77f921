package org.spamwatch.agent.request;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.spamwatch.agent.bulk.WhiteList;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.config.BulkSetting;
import org.spamwatch.agent.config.EvidenceSetting;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Preference;
import org.spamwatch.agent.config.ProofSetting;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.proof.SenderProof;
import org.spamwatch.agent.trust.Rule;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.ata.mail.MailLimits;
import org.spamwatch.ata.mail.MailText;

/**
 * What requests are held to, taken from the settings once and replaced as a whole on a reload.
 *
 * @param token what clients must present, if anything
 * @param text how a mail is named that is voted on or learnt
 * @param proof who says who has sent it
 * @param checksEvidence whether mails are compared by evidence beside the text
 * @param marksEvidence whether marks tell of it
 * @param lookalikes whether letters that look alike are the same in a mail that is asked about
 * @param asked schemes under which mails that were fingerprinted here are asked about
 * @param ttl hops a check may travel unless the request says; the largest integer for all
 * @param threshold THRES unless the request says
 * @param votes spam votes needed unless the request says
 * @param rule whose votes count unless the request says
 * @param privacy how much others may be told unless the request says
 * @param users what users prefer, by name
 * @param hamSources sources of own ham that clients other than the operator may give
 * @param hamDailyLimit mails of each of them that they may give in a day
 * @param hamMaxBytes what the own-ham filter may take
 * @param bulk what is made of how many people got a mail
 * @param timeout how long a request waits for the node, which itself answers earlier
 */
public record RequestSettings(
    Optional<String> token,
    ApproximateText text,
    SenderProof proof,
    boolean checksEvidence,
    boolean marksEvidence,
    boolean lookalikes,
    List<Scheme> asked,
    int ttl,
    Threshold threshold,
    int votes,
    Rule rule,
    Privacy privacy,
    Map<String, Preference> users,
    List<HamSource> hamSources,
    int hamDailyLimit,
    long hamMaxBytes,
    BulkUse bulk,
    Duration timeout) {
  /**
   * What is made of how many people got a mail.
   *
   * @param isCounted whether anything is counted
   * @param isVerdict whether unwanted bulk is spam
   * @param allowed what is wanted all the same
   */
  record BulkUse(boolean isCounted, boolean isVerdict, WhiteList allowed) {}

  /** The node has its own patience; beyond this it must be stuck. */
  private static final Duration SLACK = Duration.ofSeconds(3);

  /**
   * Takes them from the settings.
   *
   * @param secret of the peer, which chooses its schemes by lot
   */
  public static RequestSettings of(Settings settings, byte[] secret) {
    MailLimits limits = MailLimits.DEFAULT.withMaxBytes(settings.value(Setting.MAIL_MAX_BYTES));
    ApproximateText text = new ApproximateText(limits, Scheme.ACTIVE_BY_DEFAULT);
    boolean isEvidenceUsed =
        settings.value(EvidenceSetting.CHECK)
            || settings.value(EvidenceSetting.MARK)
            || !settings.value(ProofSetting.AUTHSERV_IDS).isEmpty();
    return new RequestSettings(
        settings.value(PortSetting.HTTP_TOKEN),
        isEvidenceUsed ? text.withEvidence() : text,
        new SenderProof(
            settings.value(ProofSetting.AUTHSERV_IDS),
            settings.value(ProofSetting.HOPS),
            settings.value(ProofSetting.FORWARDERS)),
        settings.value(EvidenceSetting.CHECK),
        settings.value(EvidenceSetting.MARK),
        settings.value(Setting.CHECK_LOOK_ALIKES),
        settings.value(Setting.CHECK_SCHEMES).chosen(secret),
        settings.value(Setting.CHECK_TTL).orElse(Integer.MAX_VALUE),
        settings.value(Setting.CHECK_THRESHOLD).map(Threshold::of).orElse(Threshold.STANDARD),
        settings.value(Setting.CHECK_VOTES),
        settings.value(Setting.CHECK_RULE),
        settings.value(Setting.CHECK_PRIVACY),
        settings.value(Setting.CHECK_USERS).stream()
            .collect(Collectors.toMap(Preference::user, each -> each)),
        settings.value(Setting.HAM_SOURCES),
        settings.value(Setting.HAM_DAILY_LIMIT),
        (long) settings.value(Setting.HAM_MAX_MEGABYTES) << 20,
        new BulkUse(
            settings.value(BulkSetting.COUNT),
            settings.value(BulkSetting.VERDICT),
            settings.value(BulkSetting.ALLOW)),
        settings.value(Setting.CHECK_TIMEOUT).plus(SLACK));
  }

  /** A mail's GUID and vectors, as it is voted on or learnt, with what is proven of its sender. */
  AddressedMail address(MailText mail) {
    return proof.address(text, mail);
  }

  /** By what a mail is asked about, unless who asks has chosen. */
  AddressedMail addressAsked(MailText mail) {
    return proof.address(lookalikes ? text : text.withoutLookalikes(), mail);
  }

  /** What a mail that was fingerprinted here is asked by: all it has, if those chosen have none. */
  public MailFeatures asked(MailFeatures mail) {
    MailFeatures chosen = mail.under(asked);
    return chosen.vectors().stream().anyMatch(vector -> vector.scheme().isOfText()) ? chosen : mail;
  }

  /** What is asked about a mail, whoever has fingerprinted it: without evidence if that is off. */
  public MailFeatures compared(MailFeatures mail) {
    return checksEvidence ? mail : mail.provenText();
  }

  /** The question about a mail for a user. */
  CheckRequest question(MailFeatures asked, Preference preference) {
    MailFeatures compared = compared(asked);
    return new CheckRequest(
        compared.vectors(),
        compared.probes(),
        threshold(preference),
        ttl,
        preference.votes().orElse(votes),
        preference.rule().orElse(rule),
        preference.privacy().orElse(privacy));
  }

  /** What a mark speaks for. */
  List<FeatureVector> marked(AddressedMail mail) {
    return marksEvidence
        ? mail.vectors()
        : mail.vectors().stream().filter(vector -> vector.scheme().isOfText()).toList();
  }

  /** The longest mail that is read. */
  public int maxMailBytes() {
    return text.limits().maxBytes();
  }

  /** THRES by what a user prefers. */
  public Threshold threshold(Preference preference) {
    return preference.thres().map(Threshold::of).orElse(threshold);
  }

  /** How long a request waits, as a person reads it. */
  public String seconds() {
    return timeout.toMillis() / 1000.0 + " s";
  }
}
