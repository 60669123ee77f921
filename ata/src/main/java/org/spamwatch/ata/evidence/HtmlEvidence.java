package org.spamwatch.ata.evidence;

import org.spamwatch.ata.mail.TextPart;
import org.spamwatch.ata.text.HtmlTags;

/**
 * {@link EvidenceKind#HTML}: how pages are made. Every {@value #TAGS} tags in a row, with the names
 * of their attributes and nothing of text, values or addresses, are a shingle; the lowest of their
 * hashes are kept. A page of fewer than {@value #LEAST} different shingles is made like thousands
 * of others and is no evidence.
 *
 * <p>The hash of a tag is mix(h), h = (h * 0x100000001B3 + character + 1) over its name with a
 * {@code /} in front of a closing one, and a blank and the name of each attribute, in lower case of
 * ASCII, from h = 0; the hash of a shingle is mix(s), s = (s * 0x9E3779B97F4A7C15 + hash) over its
 * tags from s = 0; mix is MurmurHash3's 64-bit finaliser.
 */
final class HtmlEvidence implements HtmlTags.Visitor {
  /** Tags in a shingle. */
  static final int TAGS = 5;

  /** Different shingles below which there are no keys. */
  static final int LEAST = 12;

  /** Tags of one mail that are looked at. */
  static final int MOST_TAGS = 20_000;

  /** Characters of one tag's names that count. */
  private static final int LONGEST_TAG = 500;

  private final LowestHashes lowest = new LowestHashes(LEAST);
  private final long[] row = new long[TAGS];
  private int inPage;
  private int tags;
  private long hash;
  private int length;

  private HtmlEvidence() {}

  static void collect(Iterable<TextPart> parts, EvidenceKeys keys) {
    HtmlEvidence evidence = new HtmlEvidence();
    for (TextPart part : parts) {
      if (part.html()) {
        evidence.inPage = 0;
        HtmlTags.visit(part.source(), evidence);
        evidence.end();
      }
    }
    if (evidence.lowest.size() == LEAST) {
      for (int rank = 0; rank < EvidenceKind.HTML.most(); rank++) {
        keys.add(EvidenceKind.HTML, evidence.lowest.value(rank));
      }
    }
  }

  @Override
  public boolean tag(String element, boolean closing) {
    end();
    if (tags == MOST_TAGS) {
      return false;
    }
    tags++;
    inPage++;
    hash = 0;
    length = 0;
    if (closing) {
      append('/');
    }
    append(element, 0, element.length());
    return true;
  }

  @Override
  public void attribute(String html, int nameFrom, int nameTo, int valueFrom, int valueTo) {
    append(' ');
    append(html, nameFrom, nameTo);
  }

  private void append(String text, int from, int to) {
    int end = Math.min(to, from + LONGEST_TAG - length);
    for (int i = from; i < end; i++) {
      append(text.charAt(i));
    }
  }

  private void append(char c) {
    hash = hash * 0x100_0000_01B3L + (c >= 'A' && c <= 'Z' ? c | 0x20 : c) + 1;
    length++;
  }

  /** Takes in the tag that was read last, if there is one. */
  private void end() {
    if (inPage == 0) {
      return;
    }
    row[(inPage - 1) % TAGS] = LowestHashes.mixed(hash);
    if (inPage >= TAGS) {
      long shingle = 0;
      for (int i = 0; i < TAGS; i++) {
        shingle = shingle * 0x9E37_79B9_7F4A_7C15L + row[(inPage + i) % TAGS];
      }
      lowest.offer(LowestHashes.mixed(shingle));
    }
  }
}
