package org.spamwatch.agent.config;

import static com.google.common.base.Preconditions.checkArgument;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;

/** How values are written; each method reads one form and throws on any other. */
final class ValueParser {
  private static final Pattern DURATION = Pattern.compile("([0-9]{1,9}) ?(ms|s|min|h|d)");

  private ValueParser() {}

  static String single(List<String> texts) {
    checkArgument(texts.size() == 1, "one value is needed, not %s", texts.size());
    return texts.get(0);
  }

  static List<String> atMost(int limit, List<String> texts) {
    checkArgument(texts.size() <= limit, "at most %s, not %s", limit, texts.size());
    return texts;
  }

  static int integer(String text, int least, int most) {
    long value = text.matches("-?[0-9]{1,12}") ? Long.parseLong(text) : Long.MIN_VALUE;
    checkArgument(value >= least && value <= most, "not in %s to %s", least, most);
    return (int) value;
  }

  static boolean truth(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException("neither true nor false");
    }
    return text.equals("true");
  }

  /** Such as {@code 2 %} or {@code 0.25 %}; returns the part, 0 to 1. */
  static double percentage(String text) {
    if (!text.matches("[0-9]{1,3}(\\.[0-9]{1,2})? ?%")) {
      throw new IllegalArgumentException("not a percentage such as '2 %'");
    }
    double part = Double.parseDouble(text.replace("%", "").strip()) / 100;
    if (part > 1) {
      throw new IllegalArgumentException("above 100 %");
    }
    return part;
  }

  /** Such as {@code 10 s}; units from milliseconds to days. */
  static Duration duration(String text) {
    Matcher matcher = DURATION.matcher(text);
    checkArgument(matcher.matches(), "not a duration such as '10 s' or '500 ms'");
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "min" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }

  static String visible(String text, int most) {
    if (text.isEmpty() || text.length() > most || text.chars().anyMatch(c -> c < ' ')) {
      throw new IllegalArgumentException("empty, too long or with control characters");
    }
    return text;
  }

  static String host(String text) {
    return new Endpoint(text, 1).host();
  }

  static String serverName(String text) {
    if (!text.matches("[!-~]{1,253}")) {
      throw new IllegalArgumentException("not 1 to 253 visible ASCII characters");
    }
    return text;
  }

  static String token(String text) {
    if (!text.matches("[!-~]{16,256}")) {
      throw new IllegalArgumentException("not 16 to 256 visible ASCII characters");
    }
    return text;
  }

  static Id id(String text) {
    if (!text.matches("[0-9a-fA-F]{40}")) {
      throw new IllegalArgumentException("not 40 hexadecimal digits");
    }
    return Id.ofHex(text);
  }

  static <E extends Enum<E>> E choice(String text, E[] values) {
    for (E value : values) {
      if (value.name().toLowerCase(Locale.ROOT).equals(text)) {
        return value;
      }
    }
    throw new IllegalArgumentException("not one of the choices");
  }
}
