package org.spamwatch.agent.proof;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.spamwatch.agent.proof.AuthenticationResults.Result;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.evidence.Domains;
import org.spamwatch.ata.evidence.PublicMailDomains;
import org.spamwatch.ata.mail.MailHeader;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.ata.mail.NotAMailException;

/**
 * Whom a site trusts to say who has sent a mail, and what it says. Immutable; safe for any thread.
 *
 * <p>Of a mail's {@code Authentication-Results} fields those count that name one of the site's own
 * servers; of each server the topmost alone, and only if no more than so many Received fields stand
 * above it as the site's servers write, and none that cannot be read. What a sender has put into
 * his mail stands below what a server has: it is heeded only if that server wrote nothing into the
 * mail and did not take the sender's field out, which it has to (RFC 8601, section 5).
 *
 * @param authservIds names by which the site's own servers call themselves there, in lower case;
 *     none if nothing is to be proven
 * @param hops Received fields that may stand above
 * @param forwarders domains, in lower case, whose word is taken for what they received and passed
 *     on (ARC)
 */
public record SenderProof(List<String> authservIds, int hops, List<String> forwarders) {
  /** Nobody is trusted: nothing is proven. */
  public static final SenderProof NONE = new SenderProof(List.of(), 0, List.of());

  /** What one field means for a mail of one author. */
  private enum Finding {
    PROVEN,
    REFUTED,
    NOTHING
  }

  /** Copies the lists, in lower case. */
  public SenderProof {
    authservIds = lower(authservIds);
    forwarders = lower(forwarders);
  }

  private static List<String> lower(List<String> names) {
    return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
  }

  /**
   * The organisational domain that is proven to have sent a mail and that its author's address is
   * of; nothing if none is, or if it is one under which anybody gets an address.
   */
  public Optional<String> domain(MailHeader header) {
    if (authservIds.isEmpty() || header.fields().size() >= MailHeader.MOST_FIELDS) {
      return Optional.empty();
    }
    List<AuthenticationResults> trusted = trusted(header);
    return trusted.isEmpty()
        ? Optional.empty()
        : Author.domain(header)
            .filter(author -> !PublicMailDomains.contains(author))
            .filter(author -> isProven(author, trusted) || isForwarded(author, trusted, header));
  }

  /**
   * Names a mail, with who is proven to have sent it.
   *
   * @throws NotAMailException if it is empty, binary or too large
   */
  public AddressedMail address(ApproximateText text, byte[] mail) throws NotAMailException {
    return address(text, text.read(mail));
  }

  /** Names a mail that was read already, with who is proven to have sent it. */
  public AddressedMail address(ApproximateText text, MailText mail) {
    return text.address(mail, domain(mail.header()));
  }

  private List<AuthenticationResults> trusted(MailHeader header) {
    Map<String, AuthenticationResults> topmost = new LinkedHashMap<>();
    int received = 0;
    for (MailHeader.Field field : header.fields()) {
      if (field.isNamed("Received") && ++received > hops) {
        break;
      }
      if (field.isNamed("Authentication-Results")) {
        Optional<AuthenticationResults> said = AuthenticationResults.parse(field.value());
        if (said.isEmpty()) {
          break; // nobody knows whose it is: a sender may have made our own server's unreadable
        }
        said.filter(results -> authservIds.contains(results.authservId()))
            .ifPresent(results -> topmost.putIfAbsent(results.authservId(), results));
      }
    }
    return List.copyOf(topmost.values());
  }

  private static boolean isProven(String author, List<AuthenticationResults> trusted) {
    List<Finding> findings = trusted.stream().map(results -> finding(author, results)).toList();
    return findings.contains(Finding.PROVEN) && !findings.contains(Finding.REFUTED);
  }

  private static Finding finding(String author, AuthenticationResults results) {
    List<Result> dmarc = results.of("dmarc");
    if (dmarc.size() > 1) {
      return Finding.REFUTED; // a server says it once; the other is a sender's that was not quoted
    }
    if (!dmarc.isEmpty()) {
      Result said = dmarc.get(0);
      switch (said.value()) {
        case "pass" -> {
          return isOf(author, said.domain("header.from")) ? Finding.PROVEN : Finding.REFUTED;
        }
        case "none", "temperror", "permerror", "bestguesspass" -> {
          // no policy that could be found: what was signed and who may send for it says as much
        }
        default -> {
          return Finding.REFUTED;
        }
      }
    }
    return isSigned(author, results) || isSentFor(author, results)
        ? Finding.PROVEN
        : Finding.NOTHING;
  }

  private static boolean isSigned(String author, AuthenticationResults results) {
    return results.of("dkim").stream()
        .filter(Result::isPass)
        .anyMatch(
            signature ->
                isOf(author, signature.domain("header.d").or(() -> signature.domain("header.i"))));
  }

  private static boolean isSentFor(String author, AuthenticationResults results) {
    List<Result> spf =
        results.of("spf").stream()
            .filter(result -> result.properties().containsKey("smtp.mailfrom"))
            .toList();
    return spf.size() == 1
        && spf.get(0).isPass()
        && isOf(author, spf.get(0).domain("smtp.mailfrom"));
  }

  private static boolean isOf(String author, Optional<String> domain) {
    return domain.flatMap(Domains::organisational).filter(author::equals).isPresent();
  }

  /** Whether trusted forwarders alone have passed it on, and the first of them found it proven. */
  private boolean isForwarded(
      String author, List<AuthenticationResults> trusted, MailHeader header) {
    return !forwarders.isEmpty()
        && trusted.stream().anyMatch(SenderProof::hasWholeChain)
        && ForwardingChain.of(header)
            .filter(chain -> forwarders.containsAll(chain.sealers()))
            .filter(chain -> finding(author, chain.received()) == Finding.PROVEN)
            .isPresent();
  }

  private static boolean hasWholeChain(AuthenticationResults results) {
    List<Result> chain = results.of("arc");
    return chain.size() == 1 && chain.get(0).isPass();
  }
}
