package org.spamwatch.ata.evidence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.ata.mail.TextPart;
import org.spamwatch.ata.text.HtmlText;

/**
 * What a mail links to: what stands in {@code href} and {@code action} of its HTML, that of pages'
 * styles left out, and web addresses in its visible text. One pass over each; linear, beside
 * {@value #LOOKED_AT} attributes of at most {@value #LONGEST} characters.
 *
 * @param links those in the web, and those that they pass a reader on to
 * @param mailTo what is behind {@code mailto:}, as it is written
 */
record MailLinks(List<MailLink> links, List<String> mailTo) {
  /** Links of one mail that are looked at. */
  static final int MOST = 1000;

  /** Attributes of one mail that are looked at: one without an end may hold thousands of others. */
  private static final int LOOKED_AT = 4 * MOST;

  private static final int LONGEST = 2000;
  private static final int MOST_INNER = 3;

  /** Characters before an attribute in which its tag is looked for. */
  private static final int LONGEST_TAG = 300;

  /** Which characters of ASCII end an address. */
  private static final boolean[] ENDS = new boolean[0x80];

  static {
    Arrays.fill(ENDS, 0, ' ' + 1, true);
    "<>\"'()[]{}|`".chars().forEach(mark -> ENDS[mark] = true);
  }

  static MailLinks of(MailText mail) {
    MailLinks found = new MailLinks(new ArrayList<>(), new ArrayList<>());
    Set<String> written = new LinkedHashSet<>();
    int looked = 0;
    for (TextPart part : mail.parts()) {
      if (part.html()) {
        looked = attributes(part.source(), looked, written);
      }
      addresses(part.visible(), written);
    }
    written.forEach(found::add);
    return found;
  }

  private void add(String url) {
    if (url.regionMatches(true, 0, "mailto:", 0, 7)) {
      int end = url.indexOf('?');
      mailTo.add(MailLink.unescaped(url.substring(7, end < 7 ? url.length() : end)));
      return;
    }
    Optional<MailLink> link = MailLink.of(url);
    for (int i = 0; i < MOST_INNER && link.isPresent(); i++) {
      links.add(link.get());
      link = link.get().inner();
    }
  }

  /** Says how many have been looked at, with those before. */
  private static int attributes(String html, int before, Set<String> to) {
    int looked = before;
    for (int i = html.indexOf('=');
        i >= 0 && to.size() < MOST && looked < LOOKED_AT;
        i = html.indexOf('=', i + 1)) {
      int end = i;
      while (end > 0 && html.charAt(end - 1) <= ' ') {
        end--;
      }
      if (!isNamed("href", html, end) && !isNamed("action", html, end)) {
        continue;
      }
      looked++;
      if (!isOfStyles(html, end)) {
        int from = i + 1;
        while (from < html.length() && html.charAt(from) <= ' ') {
          from++;
        }
        String value = html.substring(from, valueEnd(html, from));
        value = value.isEmpty() || value.charAt(0) > '\'' ? value : value.substring(1);
        to.add(value.indexOf('&') < 0 ? value.strip() : HtmlText.of(value).written().strip());
      }
    }
    return looked;
  }

  /** Whether the tag around is one that a reader cannot follow: styles, fonts, the page's icon. */
  private static boolean isOfStyles(String html, int end) {
    int tag = end;
    int earliest = Math.max(0, end - LONGEST_TAG);
    while (tag > earliest && html.charAt(tag) != '<') {
      tag--;
    }
    return html.regionMatches(true, tag, "<link", 0, 5)
        || html.regionMatches(true, tag, "<base", 0, 5);
  }

  private static boolean isNamed(String name, String html, int end) {
    int start = end - name.length();
    return start > 0
        && (html.charAt(end - 1) | 0x20) == name.charAt(name.length() - 1)
        && (html.charAt(start - 1) <= ' ' || "\"'/".indexOf(html.charAt(start - 1)) >= 0)
        && html.regionMatches(true, start, name, 0, name.length());
  }

  private static int valueEnd(String html, int from) {
    int bound = Math.min(html.length(), from + LONGEST);
    if (from >= bound) {
      return bound;
    }
    char quote = html.charAt(from);
    boolean quoted = quote == '"' || quote == '\'';
    int i = quoted ? from + 1 : from;
    while (i < bound && (quoted ? html.charAt(i) != quote : !endsBare(html.charAt(i)))) {
      i++;
    }
    return i;
  }

  private static boolean endsBare(char c) {
    return c <= ' ' || c == '>';
  }

  private static void addresses(String text, Set<String> to) {
    int end = 0;
    for (int i = text.indexOf("://"); i >= 0 && to.size() < MOST; i = text.indexOf("://", end)) {
      int start = schemeStart(text, i);
      end = start < 0 ? i + 1 : end(text, i);
      if (start >= 0) {
        to.add(text.substring(start, end));
      }
    }
    end = 0;
    for (int i = text.indexOf('.'); i >= 0 && to.size() < MOST; i = text.indexOf('.', end)) {
      boolean www = isWww(text, i - 3);
      end = www ? end(text, i) : i + 1;
      if (www) {
        to.add(text.substring(i - 3, end));
      }
    }
  }

  private static int schemeStart(String text, int colon) {
    for (String scheme : new String[] {"https", "http", "ftp"}) {
      int start = colon - scheme.length();
      if (text.regionMatches(true, start, scheme, 0, scheme.length())) {
        return start;
      }
    }
    return -1;
  }

  /** Whether an address without a scheme begins here. */
  private static boolean isWww(String text, int start) {
    return start >= 0
        && (text.charAt(start) | 0x20) == 'w'
        && text.regionMatches(true, start, "www", 0, 3)
        && (start == 0
            || (!Character.isLetterOrDigit(text.charAt(start - 1))
                && "/.@-_".indexOf(text.charAt(start - 1)) < 0));
  }

  private static int end(String text, int from) {
    int bound = Math.min(text.length(), from + LONGEST);
    int end = from;
    while (end < bound && !endsAddress(text.charAt(end))) {
      end++;
    }
    while (end > from + 1 && ".,;:!?*_~".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return end;
  }

  private static boolean endsAddress(char c) {
    return c < ENDS.length ? ENDS[c] : !Character.isLetterOrDigit(c);
  }
}
