package org.spamwatch.ata.addon;

import java.util.ArrayList;
import java.util.List;
import org.spamwatch.ata.evidence.Domains;

/**
 * What this Java takes for the domain of hosts that a generator of pseudo-random numbers makes, of
 * letters in many alphabets and under suffixes of all sorts.
 */
final class OrganisationalDomains {
  private static final int HOSTS = 4000;

  private static final List<String> ENDS =
      List.of(
          "com",
          "co.uk",
          "uk",
          "github.io",
          "kawasaki.jp",
          "city.kawasaki.jp",
          "www.ck",
          "ck",
          "xn--p1ai",
          "\u0440\u0444",
          "\u4E2D\u56FD",
          "\u516C\u53F8.cn",
          "DE",
          "de.",
          "example",
          "1",
          "compute.amazonaws.com",
          "a_b.org",
          "-x.org",
          "\u30B3\u30E0",
          "\u0627\u06CC\u0631",
          "");

  /** First code points of where names' letters are taken from, 32 in a row. */
  private static final int[] LETTERS = {
    0x61, 0x61, 0x41, 0x30, 0xC0, 0xE0, 0x100, 0x130, 0x1C4, 0x370, 0x3B0, 0x400, 0x5D0, 0x620,
    0x660, 0x900, 0xE00, 0x10A0, 0x1100, 0x1E90, 0x1F80, 0x2000, 0x2100, 0x2170, 0x2460, 0x3000,
    0x3040, 0x3300, 0x4E00, 0xAB70, 0xAC00, 0xD7B0, 0xF900, 0xFB00, 0xFDF0, 0xFE70, 0xFF10, 0xFF60,
    0x1D400, 0x1F600, 0x2F800, 0xE0100
  };

  private int state = 1;

  static String golden() {
    OrganisationalDomains made = new OrganisationalDomains();
    List<String> lines = new ArrayList<>();
    lines.add("# Whose hosts are that OrganisationalDomains makes, by Java 17 and Guava.");
    for (int i = 0; i < HOSTS; i++) {
      lines.add(Domains.organisational(made.host()).orElse("-"));
    }
    return String.join("\n", lines) + "\n";
  }

  private String host() {
    StringBuilder host = new StringBuilder();
    for (int labels = next(4); labels > 0; labels--) {
      int from = LETTERS[next(LETTERS.length)];
      int other = LETTERS[next(LETTERS.length)];
      for (int letters = next(9); letters > 0; letters--) {
        host.appendCodePoint((next(4) == 0 ? other : from) + next(26));
      }
      host.append(next(16) == 0 ? '\u3002' : '.');
    }
    return host.append(ENDS.get(next(ENDS.size()))).toString();
  }

  /** Xorshift of 32 bits; a number below a bound. */
  private int next(int bound) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 8) % bound;
  }
}
