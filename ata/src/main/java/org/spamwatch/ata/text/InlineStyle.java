package org.spamwatch.ata.text;

import java.util.Locale;

/**
 * What a {@code style} attribute says about being seen.
 *
 * @param hides whether it hides the element
 * @param color of the letters, in lower case, six digits of a hexadecimal one, or empty
 * @param background of the ground, in lower case, six digits of a hexadecimal one, or empty
 */
record InlineStyle(boolean hides, String color, String background) {
  static InlineStyle of(String html, int from, int to) {
    StringBuilder packed = new StringBuilder(to - from);
    for (int i = from; i < to; i++) {
      char c = html.charAt(i);
      if (c > ' ' && c != '"' && c != '\'') {
        packed.append(c);
      }
    }
    boolean hides = false;
    String color = "";
    String background = "";
    String rules = packed.append(';').toString().toLowerCase(Locale.ROOT);
    int start = 0;
    for (int end = rules.indexOf(';'); end >= 0; end = rules.indexOf(';', start)) {
      String rule = rules.substring(start, end);
      start = end + 1;
      int colon = rule.indexOf(':');
      if (colon < 0) {
        continue;
      }
      String value = rule.substring(colon + 1).replace("!important", "");
      switch (rule.substring(0, colon)) {
        case "display" -> hides |= value.equals("none");
        case "visibility" -> hides |= value.equals("hidden");
        case "mso-hide" -> hides |= value.equals("all");
        case "opacity" -> hides |= isBelow(value, 0.05);
        case "font-size" -> hides |= isTiny(value);
        case "color" -> color = colour(value);
        case "background", "background-color" -> background = colour(value);
        default -> {}
      }
    }
    return new InlineStyle(hides, color, background);
  }

  /** A colour in the form that this class compares. */
  static String colour(String html, int from, int to) {
    return colour(html.substring(from, to).toLowerCase(Locale.ROOT));
  }

  private static String colour(String given) {
    StringBuilder bare = new StringBuilder(8);
    for (int i = 0; i < given.length() && bare.length() < 20; i++) {
      char c = given.charAt(i);
      if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
        bare.append(c);
      } else if (bare.length() > 0 && c <= ' ') {
        break;
      }
    }
    String value = bare.toString();
    if (value.equals("white") || value.equals("fff") || value.equals("rgb255255255")) {
      return "ffffff";
    }
    if (value.equals("black") || value.equals("rgb000")) {
      return "000000";
    }
    if (value.length() == 3 && given.contains("#")) {
      char r = value.charAt(0);
      char g = value.charAt(1);
      char b = value.charAt(2);
      return "" + r + r + g + g + b + b;
    }
    return value.equals("inherit") || value.equals("transparent") ? "" : value;
  }

  private static boolean isTiny(String size) {
    boolean relative = size.endsWith("em") || size.endsWith("%");
    return isBelow(size, relative ? 0.1 : 2);
  }

  private static boolean isBelow(String number, double bound) {
    int end = 0;
    while (end < number.length()
        && end < 12
        && (number.charAt(end) == '.' || Character.digit(number.charAt(end), 10) >= 0)) {
      end++;
    }
    try {
      return end > 0 && Double.parseDouble(number.substring(0, end)) < bound;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
