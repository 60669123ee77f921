package org.spamwatch.agent.proof;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads the value of an {@code Authentication-Results} field once, from its beginning to its end,
 * by RFC 8601, section 2.2. More lenient than that only where servers in use are: a semicolon may
 * end the value, a word and its value may stand without a property's type ({@code action=none}),
 * and a value without quotes may have any characters but blanks, quotes, parentheses and
 * semicolons.
 */
final class ResultsReader {
  private static final String VERSION = "1";
  private static final String NOT_IN_TOKENS = "()<>@,;:\\\"/[]?=";

  private final String text;
  private int at;

  ResultsReader(String text) {
    this.text = text;
  }

  /**
   * The whole value; nothing if it is of another version.
   *
   * @throws IllegalArgumentException if it is malformed
   */
  Optional<AuthenticationResults> read() {
    skip();
    String authservId = lower(isAt('"') ? quoted() : token());
    skip();
    boolean known = true;
    if (!isAtEnd() && !isAt(';')) {
      known = token().equals(VERSION);
      skip();
    }
    List<AuthenticationResults.Result> results = new ArrayList<>();
    while (!isAtEnd()) {
      take(';');
      skip();
      if (!isAtEnd() && !isAt(';')) {
        result(results);
      }
    }
    return known ? Optional.of(new AuthenticationResults(authservId, results)) : Optional.empty();
  }

  private void result(List<AuthenticationResults.Result> results) {
    String method = lower(token());
    skip();
    if (isAtEnd() || isAt(';')) {
      checkArgument(method.equals("none"), "a method without a result");
      return;
    }
    boolean known = true;
    if (isAt('/')) {
      at++;
      skip();
      known = token().equals(VERSION);
      skip();
    }
    take('=');
    skip();
    String value = lower(token());
    Map<String, String> properties = new TreeMap<>();
    for (skip(); !isAtEnd() && !isAt(';'); skip()) {
      property(properties);
    }
    if (known) {
      results.add(new AuthenticationResults.Result(method, value, properties));
    }
  }

  /** Also a reason, which is no property. */
  private void property(Map<String, String> properties) {
    StringBuilder name = new StringBuilder(lower(token()));
    skip();
    if (isAt('.')) { // with blanks around it, else it is in the token
      at++;
      skip();
      name.append('.').append(lower(token()));
      skip();
    }
    take('=');
    skip();
    properties.putIfAbsent(name.toString(), value());
  }

  /** Such as {@code example.org}, {@code "a reason"} or {@code "a name"@example.org}. */
  private String value() {
    StringBuilder value = new StringBuilder();
    while (!isAtEnd() && !isBlank() && "();".indexOf(text.charAt(at)) < 0) {
      if (isAt('"')) {
        value.append(quoted());
      } else {
        value.append(text.charAt(at++));
      }
    }
    return value.toString();
  }

  // Words --------------------------------------------------------------------------------------

  private String token() {
    int from = at;
    while (!isAtEnd() && !isBlank() && isInToken(text.charAt(at))) {
      at++;
    }
    checkArgument(at > from, "no word where one is to be");
    return text.substring(from, at);
  }

  private static boolean isInToken(char c) {
    return c > ' ' && c < 0x7F && NOT_IN_TOKENS.indexOf(c) < 0;
  }

  private String quoted() {
    StringBuilder value = new StringBuilder();
    for (at++; !isAt('"'); at++) {
      at += isAt('\\') ? 1 : 0;
      checkArgument(!isAtEnd(), "a quote that does not end");
      value.append(text.charAt(at));
    }
    at++;
    return value.toString();
  }

  /** Passes over blanks and comments, which may be inside each other. */
  private void skip() {
    int depth = 0;
    while (!isAtEnd() && (depth > 0 || isBlank() || isAt('('))) {
      if (isAt('(')) {
        depth++;
      } else if (isAt(')')) {
        depth--;
      } else if (isAt('\\')) {
        at++;
      }
      at++;
    }
    checkArgument(depth == 0, "a comment that does not end");
  }

  private void take(char wanted) {
    checkArgument(isAt(wanted), "not %s", wanted);
    at++;
  }

  private boolean isAt(char wanted) {
    return at < text.length() && text.charAt(at) == wanted;
  }

  private boolean isAtEnd() {
    return at >= text.length();
  }

  private boolean isBlank() {
    char c = text.charAt(at);
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
  }

  private static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }
}
