package org.spamwatch.ata.evidence;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.ata.mail.TextPart;
import org.spamwatch.ata.text.HtmlText;

/**
 * What a mail links to: what stands in {@code href} and {@code action} of its HTML, and web
 * addresses in its visible text. One pass over each; linear.
 *
 * @param links those in the web, and those that they pass a reader on to; each once
 * @param mailTo what is behind {@code mailto:}, as it is written
 */
record MailLinks(Set<MailLink> links, List<String> mailTo) {
  /** Links of one mail that are looked at. */
  static final int MOST = 1000;

  private static final int LONGEST = 2000;
  private static final int MOST_INNER = 3;

  static MailLinks of(MailText mail) {
    MailLinks found = new MailLinks(new LinkedHashSet<>(), new ArrayList<>());
    Set<String> written = new LinkedHashSet<>();
    for (TextPart part : mail.parts()) {
      if (part.html()) {
        attributes(part.source(), written);
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

  private static void attributes(String html, Set<String> to) {
    for (int i = html.indexOf('='); i >= 0 && to.size() < MOST; i = html.indexOf('=', i + 1)) {
      int end = i;
      while (end > 0 && html.charAt(end - 1) <= ' ') {
        end--;
      }
      if (isNamed("href", html, end) || isNamed("action", html, end)) {
        int from = i + 1;
        while (from < html.length() && html.charAt(from) <= ' ') {
          from++;
        }
        String value = html.substring(from, valueEnd(html, from));
        value = value.isEmpty() || value.charAt(0) > '\'' ? value : value.substring(1);
        to.add(value.indexOf('&') < 0 ? value.strip() : HtmlText.of(value).written().strip());
      }
    }
  }

  private static boolean isNamed(String name, String html, int end) {
    int start = end - name.length();
    return start > 0
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
    for (int i = text.indexOf('.'); i >= 0 && to.size() < MOST; i = text.indexOf('.', i + 1)) {
      if (i < end) {
        continue;
      }
      int start = start(text, end, i);
      if (start >= 0) {
        end = end(text, i);
        to.add(text.substring(start, end));
      }
    }
  }

  /** Where the word begins in which a point stands, if it is an address in the web; else -1. */
  private static int start(String text, int from, int point) {
    int start = point;
    int earliest = Math.max(from, point - 100);
    while (start > earliest && !endsAddress(text.charAt(start - 1))) {
      start--;
    }
    int scheme = point;
    while (scheme > start && !text.startsWith("://", scheme)) {
      scheme--;
    }
    if (scheme > start) {
      for (String name : new String[] {"https", "http", "ftp"}) {
        if (text.regionMatches(true, scheme - name.length(), name, 0, name.length())
            && scheme - name.length() >= start) {
          return scheme - name.length();
        }
      }
    }
    boolean www = point - 3 >= start && text.regionMatches(true, point - 3, "www", 0, 3);
    boolean apart = point - 3 == start || (www && !Character.isLetterOrDigit(text.charAt(point - 4)));
    return www && apart ? point - 3 : -1;
  }

  private static int end(String text, int from) {
    int bound = Math.min(text.length(), from + LONGEST);
    int end = from;
    while (end < bound && !endsAddress(text.charAt(end))) {
      end++;
    }
    while (end > from && ".,;:!?*_~".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return end;
  }

  private static boolean endsAddress(char c) {
    return c <= ' '
        || "<>\"'()[]{}|`".indexOf(c) >= 0
        || (c >= 0x80 && !Character.isLetterOrDigit(c));
  }
}
