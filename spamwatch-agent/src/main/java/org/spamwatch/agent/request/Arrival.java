package org.spamwatch.agent.request;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * For whom a mail came, and who sent it, as whoever asks says.
 *
 * @param people by name: of an address what is before the at sign and a plus sign, in lower case,
 *     so that a mail server's recipient and the account of his mail program are one person; two of
 *     different domains are one too, and a count is too small rather than too large
 * @param sender the address on its envelope, if a mail server has told that
 */
public record Arrival(Set<String> people, Optional<String> sender) {
  /** Nobody is named: what is only asked about. */
  public static final Arrival OF_NOBODY = new Arrival(Set.of(), Optional.empty());

  /** Makes the names alike. */
  public Arrival {
    Set<String> persons = new TreeSet<>();
    people.forEach(each -> persons.add(person(each)));
    persons.remove("");
    people = Set.copyOf(persons);
    sender = sender.map(Arrival::address).filter(address -> !address.isEmpty());
  }

  /** What came for a user, if one is named. */
  public static Arrival of(Optional<String> user) {
    return user.map(name -> new Arrival(Set.of(name), Optional.empty())).orElse(OF_NOBODY);
  }

  /** What SMTP writes in angle brackets, without them. */
  static String address(String path) {
    String text = path.strip();
    return text.startsWith("<") && text.endsWith(">") ? text.substring(1, text.length() - 1) : text;
  }

  private static String person(String name) {
    String address = address(name);
    int at = address.lastIndexOf('@');
    String local = at < 0 ? address : address.substring(0, at);
    int plus = local.indexOf('+');
    return (plus < 1 ? local : local.substring(0, plus)).toLowerCase(Locale.ROOT);
  }
}
