package org.spamwatch.agent.config;

import static org.spamwatch.agent.config.Allowed.one;
import static org.spamwatch.agent.config.Setting.reloaded;

/** The settings of evidence beside the text of a mail. */
public final class EvidenceSetting {
  /** Whether mails are compared by it. */
  public static final Setting<Boolean> CHECK =
      reloaded(
          "check.evidence",
          one("true or false", ValueParser::truth),
          "true",
          "whether mail is compared with marked mail by contact addresses, links, layout and"
              + " attachments, too; that is done at this peer, and no question tells of it");

  /** Whether marks tell of it. */
  public static final Setting<Boolean> MARK =
      reloaded(
          "mark.evidence",
          one("true or false", ValueParser::truth),
          "true",
          "whether a mark tells others hashes of the mail's contact addresses, links, layout and"
              + " attachments, beside the fingerprints of its text");

  private EvidenceSetting() {}
}
