package org.spamwatch.ata.evidence;

import com.google.common.base.Ascii;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.spamwatch.ata.mail.MailHeader;
import org.spamwatch.ata.text.Normalization;
import org.spamwatch.ata.text.Utf8Text;

/**
 * {@link EvidenceKind#SENDER}: the domain of the author's address alone ({@link
 * EvidenceHash#DOMAIN_ALONE}), which anybody may write there and which is no evidence by itself;
 * and the same domain with how the header is made: the order of the fields that a sending program
 * writes, the charset, the shape of the boundary, the program's name without its version. Nothing
 * for {@link PublicMailDomains}: there it would be what thousands share.
 *
 * <p>And the name before the address, whatever the domain: a brand's in mail of the brand and of
 * those who pass for it.
 */
final class SenderEvidence {
  /** Fields that the author's program writes, and no server on the way. */
  private static final FieldNames WRITTEN =
      new FieldNames(
          List.of(
              "from",
              "to",
              "cc",
              "reply-to",
              "subject",
              "date",
              "message-id",
              "mime-version",
              "content-type",
              "content-transfer-encoding",
              "x-mailer",
              "user-agent",
              "x-priority",
              "x-msmail-priority",
              "importance",
              "priority",
              "organization",
              "list-unsubscribe",
              "list-unsubscribe-post",
              "feedback-id",
              "content-language",
              "x-mimeole"));

  private static final int LONGEST_SHAPE = 60;

  /** Letters below which a name is anybody's. */
  private static final int LEAST_NAME = 3;

  private static final int MOST_CHARS = 300;

  private SenderEvidence() {}

  /**
   * Adds the sender of a mail.
   *
   * @param domain the author's, {@link #domain}
   */
  static void collect(MailHeader header, Optional<String> domain, EvidenceKeys keys) {
    collectName(header, domain, keys);
    if (domain.isEmpty()) {
      return;
    }
    keys.add(EvidenceKind.SENDER, EvidenceHash.ofDomain(domain.get()));
    keys.add(
        EvidenceKind.SENDER, EvidenceHash.of("sender", domain.get() + '\n' + template(header)));
  }

  /** {@link EvidenceKind#NAME}, which is the domain's own if its name holds the domain's label. */
  private static void collectName(MailHeader header, Optional<String> domain, EvidenceKeys keys) {
    String from = header.text("From").orElse("");
    int address = from.lastIndexOf('<');
    String written = from.substring(0, Math.min(Math.max(address, 0), MOST_CHARS));
    Utf8Text words = new Utf8Text();
    Normalization.FULL_1.normalize(written, words);
    String name = words.toString().replace(" ", "");
    if (name.length() >= LEAST_NAME) {
      boolean isOwn =
          domain
              .map(own -> own.substring(0, own.indexOf('.')).replace("-", ""))
              .filter(label -> label.length() >= LEAST_NAME && name.contains(label))
              .isPresent();
      keys.add(EvidenceKind.NAME, EvidenceHash.ofName(name, isOwn));
    }
  }

  /**
   * The organisational domain of the author's address, if it is not a public one. A name that looks
   * like an address stands before the author's.
   */
  static Optional<String> domain(MailHeader header) {
    Set<MailAddress> addresses = new LinkedHashSet<>();
    String from = header.first("From").orElse("");
    MailAddress.collect(from.substring(from.lastIndexOf('<') + 1), 1, addresses);
    MailAddress.collect(from, 1, addresses);
    return addresses.stream()
        .findFirst()
        .filter(address -> !address.isPublicMail())
        .map(MailAddress::domain);
  }

  /** How a header is made. */
  static String template(MailHeader header) {
    StringBuilder template = new StringBuilder();
    for (MailHeader.Field field : header.fields()) {
      if (!WRITTEN.find(field.name()).isEmpty()) {
        template.append(field.name()).append(' ');
      }
    }
    String type = header.first("Content-Type").orElse("");
    template.append('\n').append(parameter(type, "charset="));
    template.append('\n').append(shape(parameter(type, "boundary=")));
    template.append('\n').append(name(header.first("X-Mailer").orElse("")));
    return template.append('\n').append(name(header.first("User-Agent").orElse(""))).toString();
  }

  private static String parameter(String type, String name) {
    int at = Ascii.toLowerCase(type).indexOf(name); // where it stands in the type itself
    if (at < 0) {
      return "";
    }
    int from = at + name.length();
    boolean quoted = from < type.length() && type.charAt(from) == '"';
    int end = quoted ? type.indexOf('"', from + 1) : type.indexOf(';', from);
    String value = type.substring(quoted ? from + 1 : from, end < 0 ? type.length() : end);
    return quoted ? value : value.strip().toLowerCase(Locale.ROOT);
  }

  /** Rows of digits and of letters each as one sign. */
  private static String shape(String boundary) {
    StringBuilder shape = new StringBuilder();
    char last = 0;
    for (int i = 0; i < Math.min(boundary.length(), LONGEST_SHAPE); i++) {
      char c = boundary.charAt(i);
      char sign = Character.isLetterOrDigit(c) ? 'a' : c;
      if (sign != last) {
        shape.append(sign);
      }
      last = sign;
    }
    return shape.toString();
  }

  private static String name(String program) {
    int end = 0;
    while (end < program.length()
        && end < LONGEST_SHAPE
        && !Character.isDigit(program.charAt(end))
        && program.charAt(end) != '(') {
      end++;
    }
    return program.substring(0, end).strip();
  }
}
