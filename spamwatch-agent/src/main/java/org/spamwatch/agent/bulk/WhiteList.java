package org.spamwatch.agent.bulk;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Lists and senders whose mail a site wants though many people get it: no count makes it spam. An
 * entry is
 *
 * <ul>
 *   <li>{@code list=news.example.org}: what names that in its List-Id; {@code list=*} what has one
 *   <li>{@code domain=example.org}: what an author of that domain is proven to have sent
 *   <li>{@code sender=news@example.org} or {@code sender=@example.org}: what has that address, or
 *       any of that domain, on its envelope
 * </ul>
 *
 * <p>Anybody can write a List-Id or a sender on an envelope: what lists allow is judged as if
 * nothing was counted, no more. Immutable.
 *
 * @param entries as they are written, in lower case
 */
public record WhiteList(List<String> entries) {
  /** Nothing is allowed. */
  public static final WhiteList NONE = new WhiteList(List.of());

  private static final String ANY_LIST = "list=*";

  /**
   * Where a mail comes from.
   *
   * @param list what its List-Id names
   * @param domain the one proven to have sent it
   * @param sender the address on its envelope
   */
  public record Origin(Optional<String> list, Optional<String> domain, Optional<String> sender) {}

  /**
   * Checks the entries.
   *
   * @throws IllegalArgumentException if one is none of these
   */
  public WhiteList {
    entries = entries.stream().map(entry -> entry.strip().toLowerCase(Locale.ROOT)).toList();
    for (String entry : entries) {
      if (!entry.matches("list=\\*|(list|domain)=[!-~&&[^<>@,]]{1,253}|sender=[!-~&&[^<>]]*@[!-~]+")
          || entry.length() > 320) {
        throw new IllegalArgumentException("not list=, domain= or sender= and a name");
      }
    }
  }

  /** The first entry that holds for a mail, if one does. */
  public Optional<String> allows(Origin origin) {
    return entries.stream().filter(entry -> allows(entry, origin)).findFirst();
  }

  private static boolean allows(String entry, Origin origin) {
    String name = entry.substring(entry.indexOf('=') + 1);
    if (entry.equals(ANY_LIST)) {
      return origin.list().isPresent();
    }
    return switch (entry.charAt(0)) {
      case 'l' -> is(origin.list(), name);
      case 'd' -> is(origin.domain(), name);
      default ->
          is(origin.sender(), name)
              || (name.startsWith("@")
                  && origin
                      .sender()
                      .filter(sender -> sender.toLowerCase(Locale.ROOT).endsWith(name))
                      .isPresent());
    };
  }

  private static boolean is(Optional<String> said, String name) {
    return said.filter(name::equalsIgnoreCase).isPresent();
  }
}
