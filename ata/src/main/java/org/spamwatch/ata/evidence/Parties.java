package org.spamwatch.ata.evidence;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.spamwatch.ata.mail.MailHeader;

/**
 * Who a mail is to and which list it came over, as its header says: their addresses and domains are
 * no evidence, and nothing of recipients is to leave the host. An address that is also the author's
 * or Reply-To is the sender's own, who has written to himself.
 *
 * <p>A sender may write what he likes into these fields, and so keep a domain of his own from being
 * evidence by naming it as one of the recipients' and in no other field.
 */
final class Parties {
  private static final int MOST = 200;

  private static final List<String> SENDING = List.of("From", "Reply-To");

  private static final List<String> RECEIVING =
      List.of(
          "To",
          "Cc",
          "Delivered-To",
          "X-Original-To",
          "Envelope-To",
          "X-Envelope-To",
          "Apparently-To",
          "Resent-To",
          "X-Delivered-To");

  /** Of the list itself, which may also be what answers go to. */
  private static final List<String> LIST =
      List.of("List-Post", "List-Id", "X-Mailing-List", "X-BeenThere", "Mailing-List");

  /** Of what is written to a list or a sender for other things than to answer. */
  private static final List<String> ASIDE =
      List.of(
          "List-Owner",
          "List-Help",
          "List-Subscribe",
          "List-Unsubscribe",
          "Errors-To",
          "Sender",
          "Return-Path");

  /** Of addresses that no person reads, or that are the list's. */
  private static final List<String> NOBODY =
      List.of(
          "no-reply",
          "noreply",
          "no_reply",
          "no.reply",
          "donotreply",
          "do-not-reply",
          "mailer-daemon",
          "postmaster",
          "majordomo",
          "listserv",
          "bounce",
          "unsubscribe",
          "subscribe",
          "listmaster");

  private static final List<String> OF_LIST =
      List.of(
          "-request", "-owner", "-bounces", "-unsubscribe", "-subscribe", "-help", "-leave", "-join");

  private final Set<String> sending = new LinkedHashSet<>();
  private final Set<String> addresses = new LinkedHashSet<>();
  private final Set<String> domains = new LinkedHashSet<>();

  private Parties() {}

  static Parties of(MailHeader header) {
    Parties parties = new Parties();
    Set<String> receiving = new LinkedHashSet<>();
    Set<String> list = new LinkedHashSet<>();
    for (MailHeader.Field field : header.fields()) {
      if (isOneOf(SENDING, field)) {
        MailAddresses.collect(field.value(), MOST, parties.sending);
      } else if (isOneOf(RECEIVING, field)) {
        MailAddresses.collect(field.value(), MOST, receiving);
      } else if (field.isNamed("Received")) {
        MailAddresses.collect(recipient(field.value()), MOST, receiving);
      } else if (isOneOf(LIST, field)) {
        String id = field.isNamed("List-Id") ? dotted(field.value()) : field.value();
        MailAddresses.collect(id, MOST, list);
      } else if (isOneOf(ASIDE, field)) {
        MailAddresses.collect(field.value(), MOST, parties.addresses);
      }
    }
    parties.sending.removeAll(list);
    parties.addresses.addAll(receiving);
    parties.addresses.removeAll(parties.sending);
    parties.addresses.addAll(list);
    parties.domains.addAll(domainsOf(receiving));
    parties.domains.removeAll(domainsOf(parties.sending));
    parties.domains.addAll(domainsOf(list));
    return parties;
  }

  /** Whether an organisational domain is one of the recipients' or of the list. */
  boolean receives(String domain) {
    return domains.contains(domain);
  }

  /** Whether an address is nobody's whom a reader could write to, or a recipient's or a list's. */
  boolean isNoContact(String address) {
    String local = address.substring(0, address.lastIndexOf('@'));
    return addresses.contains(address)
        || local.indexOf('=') >= 0
        || NOBODY.stream().anyMatch(local::startsWith)
        || OF_LIST.stream().anyMatch(local::endsWith)
        || Domains.organisational(MailAddresses.domain(address))
            .map(domains::contains)
            .orElse(true);
  }

  private static Set<String> domainsOf(Set<String> addresses) {
    Set<String> domains = new LinkedHashSet<>();
    for (String address : addresses) {
      Domains.organisational(MailAddresses.domain(address))
          .filter(domain -> !PublicMailDomains.contains(domain))
          .ifPresent(domains::add);
    }
    return domains;
  }

  private static boolean isOneOf(List<String> names, MailHeader.Field field) {
    return names.stream().anyMatch(field::isNamed);
  }

  /** The list's identity as the address that it is made of. */
  private static String dotted(String id) {
    String name = id.substring(id.lastIndexOf('<') + 1);
    int point = name.indexOf('.');
    return point < 0 ? "" : name.substring(0, point) + '@' + name.substring(point + 1);
  }

  private static String recipient(String received) {
    int at = received.toLowerCase(Locale.ROOT).indexOf(" for ");
    int end = at < 0 ? -1 : received.indexOf(';', at);
    return at < 0 ? "" : received.substring(at, end < 0 ? received.length() : end);
  }
}
