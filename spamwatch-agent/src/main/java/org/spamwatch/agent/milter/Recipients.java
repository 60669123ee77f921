package org.spamwatch.agent.milter;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.config.Preference;

/**
 * What the recipients of a mail prefer. They share its header, so that a mail is spam only if it is
 * for each of them, and others are told as little of it as the one allows who allows least. Takes
 * no more memory than there are different preferences, and the first {@value #MOST_NAMED}
 * recipients.
 */
final class Recipients {
  private static final int MOST_NAMED = 256;

  private static final Preference NONE =
      new Preference("", Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  private final Set<Preference> preferences = new LinkedHashSet<>();
  private final Set<String> recipients = new LinkedHashSet<>();

  /**
   * Another recipient.
   *
   * @param path as SMTP has it, {@code <ada@example.org>}
   * @param users preferences by the name of a user, which is looked for as the whole address, as
   *     what is before the at sign, and as what of that is before a plus sign, each as written and
   *     in lower case
   */
  void add(String path, Map<String, Preference> users) {
    if (recipients.size() < MOST_NAMED) {
      recipients.add(path);
    }
    Preference found =
        names(path).stream().map(users::get).filter(Objects::nonNull).findFirst().orElse(NONE);
    preferences.add(
        new Preference("", found.rule(), found.privacy(), found.votes(), found.thres()));
  }

  private static List<String> names(String path) {
    String address = path.strip();
    if (address.startsWith("<") && address.endsWith(">")) {
      address = address.substring(1, address.length() - 1);
    }
    List<String> names = new ArrayList<>();
    int at = address.lastIndexOf('@');
    String local = at < 0 ? address : address.substring(0, at);
    int plus = local.indexOf('+');
    for (String name : List.of(address, local, plus < 0 ? local : local.substring(0, plus))) {
      names.add(name);
      names.add(name.toLowerCase(Locale.ROOT));
    }
    return names;
  }

  /** Forgets them. */
  void clear() {
    preferences.clear();
    recipients.clear();
  }

  /** The first of them, each once, as SMTP has them. */
  Set<String> names() {
    return Set.copyOf(recipients);
  }

  /**
   * What is to be asked, at least one preference.
   *
   * @param usual how much others may be told unless a recipient prefers another
   */
  List<Preference> preferences(Privacy usual) {
    Set<Preference> all = preferences.isEmpty() ? Set.of(NONE) : preferences;
    Privacy least =
        all.stream()
            .map(each -> each.privacy().orElse(usual))
            .min(Privacy::compareTo)
            .orElse(usual);
    return all.stream()
        .map(
            each -> new Preference("", each.rule(), Optional.of(least), each.votes(), each.thres()))
        .distinct()
        .toList();
  }
}
