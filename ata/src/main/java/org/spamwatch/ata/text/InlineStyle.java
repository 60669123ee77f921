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
    boolean hides = false;
    String color = "";
    String background = "";
    String rules = packed(html, from, to);
    int start = 0;
    for (int end = rules.indexOf(';'); end >= 0; end = rules.indexOf(';', start)) {
      int colon = rules.indexOf(':', start);
      if (colon < 0) {
        break;
      }
      if (colon < end) {
        String value = rules.substring(colon + 1, end).replace("!important", "");
        switch (rules.substring(start, colon)) {
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
      start = end + 1;
    }
    return new InlineStyle(hides, color, background);
  }

  /** The rules in lower case without blanks and quotes, each with a semicolon behind it. */
  private static String packed(String html, int from, int to) {
    StringBuilder packed = new StringBuilder(to - from + 1);
    boolean ascii = true;
    for (int i = from; i < to; i++) {
      char c = html.charAt(i);
      if (c > ' ' && c != '"' && c != '\'') {
        packed.append(c >= 'A' && c <= 'Z' ? (char) (c | 0x20) : c);
        ascii &= c < 0x80;
      }
    }
    String rules = packed.append(';').toString();
    return ascii ? rules : rules.toLowerCase(Locale.ROOT);
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

  /** By the first twelve characters: digits, with a point among them or not. */
  private static boolean isBelow(String number, double bound) {
    long digits = 0;
    double unit = 1;
    boolean any = false;
    boolean behindPoint = false;
    for (int i = 0; i < number.length() && i < 12; i++) {
      char c = number.charAt(i);
      if (c >= '0' && c <= '9') {
        any = true;
        digits = 10 * digits + c - '0';
        unit *= behindPoint ? 10 : 1;
      } else if (c == '.' && !behindPoint) {
        behindPoint = true;
      } else if (c == '.' || Character.isDigit(c)) {
        return false;
      } else {
        break;
      }
    }
    return any && digits / unit < bound;
  }
}
