package org.spamwatch.agent.header;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.spamwatch.agent.bulk.BulkCount;
import org.spamwatch.agent.bulk.BulkFinding;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.trust.Decision;

/** The fields that tell mail programs what this peer says of a mail. */
public final class AddedFields {
  /** What mail programs look for; added to spam only, since its absence is no acquittal. */
  public static final String FLAG = "X-Spam-Flag";

  private static final String STATUS = "X-SpamWatch-Status";
  private static final String BULK = "X-SpamWatch-Bulk";
  private static final int WIDTH = 72;
  private static final int LONGEST_REASON = 240;

  private AddedFields() {}

  /**
   * The fields for a mail.
   *
   * @param fingerprints those of {@link FingerprintSeal}, if the mail has any
   */
  public static List<HeaderField> of(CheckResult result, Optional<HeaderField> fingerprints) {
    List<HeaderField> fields = new ArrayList<>();
    if (result.verdict() == Verdict.SPAM) {
      fields.add(new HeaderField(FLAG, "YES"));
    }
    fields.add(status(result));
    result.bulk().map(AddedFields::bulk).ifPresent(fields::add);
    fingerprints.ifPresent(fields::add);
    return List.copyOf(fields);
  }

  /**
   * {@code VERDICT; votes=SPAM/HAM; match=SHARED/OF; source=SOURCE; by=DECIDER}, each value without
   * white space, {@code ; evidence=KIND,KIND} if the mail meets what people marked by evidence
   * beside its text, {@code ; complete=no} if somebody who was asked did not answer in time, and on
   * a line of its own the reason as a comment, unless a postmaster gave it.
   */
  private static HeaderField status(CheckResult result) {
    Decision.Decider by = result.decision().decidedBy();
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%s; votes=%d/%d; match=%d/%d; source=%s; by=%s%s",
            word(result.verdict()),
            result.spamVotes(),
            result.hamVotes(),
            result.shared(),
            result.of(),
            word(result.source()),
            word(by),
            result.evidence().isEmpty() && result.complete() ? "" : ";"));
    result
        .evidence()
        .map(kinds -> "evidence=" + String.join(",", kinds) + (result.complete() ? "" : ";"))
        .ifPresent(lines::add);
    if (!result.complete()) {
      lines.add("complete=no");
    }
    if (by != Decision.Decider.POSTMASTER && !result.reason().isBlank()) {
      lines.addAll(wrapped("(" + comment(result.reason()) + ")"));
    }
    return new HeaderField(STATUS, lines);
  }

  /**
   * {@code COUNT; own=OF_THESE_HERE; sites=OTHERS}, and {@code ; bulk} where so many got it that it
   * is bulk, with {@code ; allowed} where the site wants it all the same.
   */
  private static HeaderField bulk(BulkFinding finding) {
    BulkCount count = finding.count();
    return new HeaderField(
        BULK,
        String.format(
            Locale.ROOT,
            "%d; own=%d; sites=%d%s%s",
            count.total(),
            count.own(),
            count.sites(),
            count.isBulk() ? "; bulk" : "",
            finding.allowedBy().isPresent() ? "; allowed" : ""));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Text that may stand in a comment: no character that would end it or the field. */
  private static String comment(String reason) {
    String text = reason.replaceAll("[^ -~]", "?").replaceAll("[()\\\\]", "|").strip();
    return text.length() <= LONGEST_REASON ? text : text.substring(0, LONGEST_REASON) + "...";
  }

  private static List<String> wrapped(String text) {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (rest.length() > WIDTH) {
      int space = rest.lastIndexOf(' ', WIDTH);
      int at = space > 0 ? space : WIDTH;
      lines.add(rest.substring(0, at).strip());
      rest = rest.substring(at).strip();
    }
    lines.add(rest);
    return lines;
  }
}
