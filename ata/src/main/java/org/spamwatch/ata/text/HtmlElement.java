package org.spamwatch.ata.text;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/**
 * What matters of an HTML element for reading its text.
 *
 * @param name in lower case
 * @param block whether it begins and ends a row of text
 * @param shown whether browsers show its contents as text
 * @param mayHide whether a style on it can hide text: it has contents, and not the whole page
 * @param nested whether it may stand in another one of the same kind, which it does not end
 */
record HtmlElement(String name, boolean block, boolean shown, boolean mayHide, boolean nested) {
  private static final Set<String> BLOCKS =
      names(
          "address article aside blockquote body br button caption center col dd details dialog dir"
              + " div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head"
              + " header hgroup hr html input isindex legend li listing main marquee menu nav ol"
              + " optgroup option p plaintext pre section select summary table tbody td textarea"
              + " tfoot th thead tr ul xmp");

  private static final Set<String> NOT_SHOWN =
      names("script style title iframe noembed noframes template");

  private static final Set<String> NEVER_HIDING =
      names("area base body br col embed head hr html img input link meta param source track wbr");

  /** Elements that a new one of the same kind ends, and paragraphs, which any block ends. */
  private static final Set<String> NOT_NESTED = names("dd dt li option p td th tr");

  private static final Set<String> FREQUENT = names("a b em font i span strong u");

  /** Those with a name above, in an open hash table that is a quarter full. */
  private static final HtmlElement[] KNOWN = new HtmlElement[512];

  static {
    Set<String> all = new LinkedHashSet<>();
    for (Set<String> some : Arrays.asList(BLOCKS, NOT_SHOWN, NEVER_HIDING, NOT_NESTED, FREQUENT)) {
      all.addAll(some);
    }
    for (String name : all) {
      KNOWN[cell(name, 0, name.length())] = named(name);
    }
  }

  /** The element whose name stands in a range, in any case of its letters. */
  static HtmlElement at(String html, int from, int to) {
    HtmlElement known = KNOWN[cell(html, from, to)];
    return known == null ? named(html.substring(from, to).toLowerCase(Locale.ROOT)) : known;
  }

  /** The cell of the known element with that name, or a free one. */
  private static int cell(String html, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = hash * 31 + (html.charAt(i) | 0x20);
    }
    int cell = hash & (KNOWN.length - 1);
    while (KNOWN[cell] != null && !KNOWN[cell].isAt(html, from, to)) {
      cell = (cell + 1) & (KNOWN.length - 1);
    }
    return cell;
  }

  private boolean isAt(String html, int from, int to) {
    if (to - from != name.length()) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if ((html.charAt(from + i) | 0x20) != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static HtmlElement named(String name) {
    return new HtmlElement(
        name,
        BLOCKS.contains(name),
        !NOT_SHOWN.contains(name),
        !NEVER_HIDING.contains(name),
        !NOT_NESTED.contains(name));
  }

  private static Set<String> names(String apart) {
    return new LinkedHashSet<>(Arrays.asList(apart.split(" ", -1)));
  }
}
