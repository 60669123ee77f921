package org.spamwatch.ata.evidence;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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

  /** What a field says of the addresses in it. */
  private enum Role {
    SENDING,
    RECEIVING,
    /** On the way; only whom it was for counts. */
    RELAYED,
    /** Of the list itself, which may also be what answers go to. */
    LIST,
    /** What is written to a list or a sender for other things than to answer. */
    ASIDE
  }

  private static final Map<String, Role> ROLES = new HashMap<>();

  static {
    name(Role.SENDING, "from", "reply-to");
    name(Role.RECEIVING, "to", "cc", "delivered-to", "x-original-to", "envelope-to");
    name(Role.RECEIVING, "x-envelope-to", "apparently-to", "resent-to", "x-delivered-to");
    name(Role.RELAYED, "received");
    name(Role.LIST, "list-post", "list-id", "x-mailing-list", "x-beenthere", "mailing-list");
    name(Role.ASIDE, "list-owner", "list-help", "list-subscribe", "list-unsubscribe");
    name(Role.ASIDE, "errors-to", "sender", "return-path");
  }

  private static final FieldNames FIELDS = new FieldNames(List.copyOf(ROLES.keySet()));

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
          "-request",
          "-owner",
          "-bounce",
          "-bounces",
          "-unsubscribe",
          "-subscribe",
          "-help",
          "-leave",
          "-join");

  /** Hosts at which there is nobody but lists, that a footer names though the header does not. */
  private static final String LISTS = "lists.";

  private final Set<MailAddress> addresses = new LinkedHashSet<>();
  private final Set<String> domains = new LinkedHashSet<>();

  private Parties() {}

  static Parties of(MailHeader header) {
    Parties parties = new Parties();
    Set<MailAddress> sending = new LinkedHashSet<>();
    Set<MailAddress> receiving = new LinkedHashSet<>();
    Set<MailAddress> list = new LinkedHashSet<>();
    Set<String> relayed = new LinkedHashSet<>(); // each server on the way says the same
    for (MailHeader.Field field : header.fields()) {
      Role role = ROLES.get(FIELDS.find(field.name()));
      if (role != null) {
        String value = field.value();
        switch (role) {
          case SENDING -> MailAddress.collect(value, MOST, sending);
          case RECEIVING -> MailAddress.collect(value, MOST, receiving);
          case RELAYED -> {
            String recipient = recipient(value);
            if (relayed.add(recipient)) {
              MailAddress.collect(recipient, MOST, receiving);
            }
          }
          case LIST -> {
            MailAddress.collect(value, MOST, list);
            MailAddress.collect(dotted(value), MOST, list);
          }
          case ASIDE -> MailAddress.collect(value, MOST, parties.addresses);
        }
      }
    }
    List<MailAddress> groups = sending.stream().filter(parties::isGroup).toList();
    sending.removeAll(list);
    groups.forEach(sending::remove);
    parties.addresses.addAll(receiving);
    parties.addresses.removeAll(sending);
    parties.addresses.addAll(list);
    parties.addresses.addAll(groups);
    parties.domains.addAll(domainsOf(receiving));
    parties.domains.removeAll(domainsOf(sending));
    parties.domains.addAll(domainsOf(list));
    return parties;
  }

  /** Whether an organisational domain is one of the recipients' or of the list. */
  boolean receives(String domain) {
    return domains.contains(domain);
  }

  /** Whether an address is nobody's whom a reader could write to, or a recipient's or a list's. */
  boolean isNoContact(MailAddress address) {
    String local = address.local();
    return addresses.contains(address)
        || domains.contains(address.domain())
        || address.host().startsWith(LISTS)
        || isOfGroup(address)
        || local.indexOf('=') >= 0
        || isNobodys(local);
  }

  private static boolean isNobodys(String local) {
    for (String name : NOBODY) {
      if (local.startsWith(name)) {
        return true;
      }
    }
    for (String name : OF_LIST) {
      if (local.endsWith(name)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether mail that is no answer goes aside from an address to {@code name-bounces@host} or the
   * like, as it does from a list's alone: some lists say no more of themselves.
   */
  private boolean isGroup(MailAddress address) {
    return addresses.stream()
        .filter(aside -> aside.domain().equals(address.domain()))
        .map(MailAddress::local)
        .filter(aside -> aside.startsWith(address.local()))
        .anyMatch(aside -> OF_LIST.contains(aside.substring(address.local().length())));
  }

  /** Such as {@code group-remove@host} or {@code group-123@host} of {@code group@host}. */
  private boolean isOfGroup(MailAddress address) {
    String local = address.local();
    if (local.indexOf('-') > 0) {
      for (MailAddress party : addresses) {
        int group = party.local().length();
        if (party.domain().equals(address.domain())
            && local.startsWith(party.local())
            && local.startsWith("-", group)) {
          return true;
        }
      }
    }
    return false;
  }

  private static Set<String> domainsOf(Set<MailAddress> addresses) {
    Set<String> domains = new LinkedHashSet<>();
    for (MailAddress address : addresses) {
      if (!address.isPublicMail()) {
        domains.add(address.domain());
      }
    }
    return domains;
  }

  private static void name(Role role, String... fields) {
    for (String field : fields) {
      ROLES.put(field, role);
    }
  }

  /** A list's identity, in which there is no at sign, as the address that it is made of. */
  private static String dotted(String id) {
    String name = id.substring(id.lastIndexOf('<') + 1); // all of it if there is none
    int point = name.indexOf('.');
    return point < 0 || id.indexOf('@') >= 0
        ? ""
        : name.substring(0, point) + '@' + name.substring(point + 1);
  }

  private static String recipient(String received) {
    int at = received.indexOf(" for ");
    int end = at < 0 ? -1 : received.indexOf(';', at);
    return at < 0 ? "" : received.substring(at, end < 0 ? received.length() : end);
  }
}
