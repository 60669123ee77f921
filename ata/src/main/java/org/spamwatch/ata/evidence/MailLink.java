package org.spamwatch.ata.evidence;

import com.google.common.base.Ascii;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * An address in the web, read as browsers do: user and port are no part of the host, a backslash is
 * a slash, breaks of lines do not count.
 *
 * @param host in lower case and ASCII; a name or an IPv4 address
 * @param path with what follows the question mark, case kept; empty or beginning with one of {@code
 *     /?}
 */
record MailLink(String host, String path) {
  private static final int LONGEST = 2000;
  private static final List<String> SCHEMES = List.of("https:", "http:", "ftp:", "//");

  /** Reads an address; nothing if it is none of the web. */
  static Optional<MailLink> of(String written) {
    String url = plain(written.length() > LONGEST ? written.substring(0, LONGEST) : written);
    int from = behindScheme(url);
    if (from < 0) {
      return Optional.empty();
    }
    while (from < url.length() && url.charAt(from) == '/') {
      from++;
    }
    int end = from;
    while (end < url.length() && "/?#".indexOf(url.charAt(end)) < 0) {
      end++;
    }
    int hash = url.indexOf('#', end);
    String path = url.substring(end, hash < 0 ? url.length() : hash);
    return host(url.substring(from, end)).map(host -> new MailLink(host, path));
  }

  private static Optional<String> host(String authority) {
    String host = authority.substring(authority.lastIndexOf('@') + 1);
    int colon = host.indexOf(':');
    host = unescaped(colon < 0 ? host : host.substring(0, colon));
    return Domains.ascii(host).filter(MailLink::isName);
  }

  private static boolean isName(String host) {
    boolean point = false;
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
      if (!letter && c != '-' && c != '_' && c != '.') {
        return false;
      }
      point |= c == '.' && i > 0;
    }
    return point;
  }

  /** The address that this one passes a reader on to, if it is written in it. */
  Optional<MailLink> inner() {
    if (!namesProtocol(path)) {
      return Optional.empty();
    }
    String lower = Ascii.toLowerCase(path); // as long as the path
    for (int at = lower.indexOf("http"); at >= 0; at = lower.indexOf("http", at + 1)) {
      int colon = lower.startsWith("https", at) ? at + 5 : at + 4;
      if (lower.startsWith(":/", colon)) {
        return of(path.substring(at));
      }
      if (lower.startsWith("%3a%2f", colon) || lower.startsWith("%253a%252f", colon)) {
        int end = path.indexOf('&', at);
        String inner = unescaped(path.substring(at, end < 0 ? path.length() : end));
        return of(inner.indexOf('%') < 0 ? inner : unescaped(inner));
      }
      if (lower.startsWith("-3a__", colon)) { // as one of the gateways writes it
        int end = path.indexOf('&', at);
        String inner = path.substring(at, end < 0 ? path.length() : end);
        return of(unescaped(inner.replace('_', '/').replace('-', '%')));
      }
    }
    return Optional.empty();
  }

  /** A first look: most addresses have no other one in them. */
  private static boolean namesProtocol(String path) {
    for (int i = 0; i + 4 <= path.length(); i++) {
      if ((path.charAt(i) | 0x20) == 'h' && path.regionMatches(true, i, "http", 0, 4)) {
        return true;
      }
    }
    return false;
  }

  /** Behind the scheme of a web address, or -1. */
  private static int behindScheme(String url) {
    for (String scheme : SCHEMES) {
      if (url.regionMatches(true, 0, scheme, 0, scheme.length())) {
        return scheme.length();
      }
    }
    return url.regionMatches(true, 0, "www.", 0, 4) ? 0 : -1;
  }

  private static String plain(String url) {
    int same = 0;
    while (same < url.length() && url.charAt(same) > ' ' && url.charAt(same) != '\\') {
      same++;
    }
    if (same == url.length()) {
      return url;
    }
    StringBuilder plain = new StringBuilder(url.length());
    for (int i = 0; i < url.length(); i++) {
      char c = url.charAt(i);
      if (c > ' ') {
        plain.append(c == '\\' ? '/' : c);
      }
    }
    return plain.toString();
  }

  /** With escapes of the kind %41 undone once. */
  static String unescaped(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = 0;
    for (int i = 0; i < bytes.length; i++) {
      int high = bytes[i] == '%' && i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = high < 0 ? -1 : Character.digit(bytes[i + 2], 16);
      bytes[length++] = low < 0 ? bytes[i] : (byte) (16 * high + low);
      i += low < 0 ? 0 : 2;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
