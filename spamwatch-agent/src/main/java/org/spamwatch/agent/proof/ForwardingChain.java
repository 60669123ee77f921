package org.spamwatch.agent.proof;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spamwatch.ata.mail.MailHeader;

/**
 * Who has passed a mail on, as they sealed it (ARC, RFC 8617), and what the first of them had found
 * when it came. Says nothing of whether the seals hold.
 *
 * <p>Whoever seals last may have changed the mail, and whoever sealed before him vouches for
 * nothing of that: the chain is worth what the least trusted of them is.
 *
 * @param sealers the domain of each, the first one first
 * @param received what the first one's server said
 */
record ForwardingChain(List<String> sealers, AuthenticationResults received) {
  /** The most that RFC 8617 allows. */
  private static final int LONGEST = 50;

  private static final Pattern INSTANCE = Pattern.compile("\\s*i\\s*=\\s*([0-9]{1,2})\\s*;(.*)");

  ForwardingChain {
    sealers = List.copyOf(sealers);
  }

  /**
   * The chain in a header; nothing if there is none, or one that does not hang together: a number
   * that is missing, or there twice.
   */
  static Optional<ForwardingChain> of(MailHeader header) {
    Map<Integer, String> sealers = new TreeMap<>();
    for (String seal : header.all("ARC-Seal")) {
      Map<String, String> tags = tags(seal);
      Optional<Integer> number = number(tags.getOrDefault("i", ""));
      String domain = tags.getOrDefault("d", "").toLowerCase(Locale.ROOT);
      if (number.isEmpty() || domain.isEmpty() || sealers.put(number.get(), domain) != null) {
        return Optional.empty();
      }
    }
    Map<Integer, String> found = new TreeMap<>();
    for (String results : header.all("ARC-Authentication-Results")) {
      Matcher matcher = INSTANCE.matcher(results);
      Optional<Integer> number = matcher.matches() ? number(matcher.group(1)) : Optional.empty();
      if (number.isEmpty() || found.put(number.get(), matcher.group(2)) != null) {
        return Optional.empty();
      }
    }
    int length = sealers.size();
    boolean isWhole =
        length > 0
            && sealers.keySet().equals(found.keySet())
            && sealers.containsKey(1)
            && sealers.containsKey(length)
            && sealers.keySet().stream().allMatch(number -> number <= length);
    return isWhole
        ? AuthenticationResults.parse(found.getOrDefault(1, ""))
            .map(received -> new ForwardingChain(List.copyOf(sealers.values()), received))
        : Optional.empty();
  }

  private static Optional<Integer> number(String digits) {
    int number = digits.matches("[0-9]{1,2}") ? Integer.parseInt(digits) : 0;
    return number >= 1 && number <= LONGEST ? Optional.of(number) : Optional.empty();
  }

  /** A list of {@code tag=value}; of two with one name the list says nothing. */
  private static Map<String, String> tags(String list) {
    Map<String, String> tags = new LinkedHashMap<>();
    for (int at = 0; at < list.length(); ) {
      int end = list.indexOf(';', at);
      String tag = list.substring(at, end < 0 ? list.length() : end);
      int equals = tag.indexOf('=');
      if (equals > 0
          && tags.put(tag.substring(0, equals).strip(), tag.substring(equals + 1).strip())
              != null) {
        return Map.of();
      }
      at = end < 0 ? list.length() : end + 1;
    }
    return tags;
  }
}
