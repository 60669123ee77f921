package org.spamwatch.statistics.mail;

import java.util.Objects;
import org.spamwatch.statistics.TokenVisitor;

/**
 * Reads mails and tells their tokens: the words of header and texts as UTF-8, in the order in which
 * they stand but for those of links, which follow the text that they are in.
 *
 * <p>What is a word, and which tags stand before those of which fields, is as in bogofilter 1.2:
 * see {@code docs/statistics.md}. Texts are decoded (quoted-printable, base64, charsets, encoded
 * words, HTML as it is seen); of what is no text the header's fields are read alone.
 *
 * <p>Takes time linear in the bytes of a mail, whatever they are, and never fails: what exceeds a
 * limit is cut, and what is no MIME is text. Once its buffers have grown to what the mails need, at
 * most to a few times {@link TokenLimits#maxTextBytes}, it allocates nothing. One a thread.
 */
public final class MailTokens {
  private static final byte[] POSTMARK = {'F', 'r', 'o', 'm', ' '};
  private static final byte[] NO_TAG = {};
  private static final byte[] DECLARATION = Words.ascii("charset=");

  /** How far into a page its charset is looked for. */
  private static final int DECLARATION_WITHIN = 1024;

  private final TokenLimits limits;
  private final Words words;
  private final Charsets charsets;
  private final HeaderTokens header;
  private final Boundaries boundaries;
  private final Entity entity = new Entity();
  private final Bytes decoded;
  private final SeenHtml seenHtml;

  /** A reader with those limits. */
  public MailTokens(TokenLimits limits) {
    this.limits = limits;
    words = new Words(limits);
    charsets = new Charsets(limits);
    header = new HeaderTokens(limits, words, charsets);
    boundaries = new Boundaries(limits.maxNesting());
    decoded = new Bytes(limits.maxTextBytes());
    seenHtml = new SeenHtml(limits);
  }

  /**
   * Tells the tokens of a mail. A postmark before its header, as in an mbox, is no part of it.
   *
   * @param mail bytes that stay as they are meanwhile
   * @param from where the mail begins
   * @param to where it ends, exclusive
   * @throws IndexOutOfBoundsException if there are no such bytes
   */
  public void read(byte[] mail, int from, int to, TokenVisitor visitor) {
    Objects.checkFromToIndex(from, to, mail.length);
    int end = (int) Math.min(to, (long) from + limits.maxMailBytes());
    words.begin(visitor, limits.maxTokens());
    boundaries.clear();
    int next = behindPostmark(mail, from, end);
    Tags tags = Tags.MAIL;
    for (int parts = 0; next < end && parts < limits.maxParts(); parts++) {
      int content = header.read(mail, next, end, tags, boundaries, entity);
      if (entity.isInnerMail()) {
        tags = Tags.INNER_MAIL;
        next = content;
        continue;
      }
      content(mail, content, end, tags);
      next = boundaries.nextPart(mail, end);
      tags = next < end ? boundaries.tags() : tags;
    }
  }

  private static int behindPostmark(byte[] mail, int from, int end) {
    boolean stands = end - from >= POSTMARK.length;
    for (int i = 0; stands && i < POSTMARK.length; i++) {
      stands = mail[from + i] == POSTMARK[i];
    }
    return stands ? Math.min(ByteSearch.lineEnd(mail, from, end) + 1, end) : from;
  }

  /** Reads a content up to the next boundary; a multipart is entered, up to its first. */
  private void content(byte[] mail, int from, int end, Tags tags) {
    boolean enters =
        entity.kind() == Entity.Kind.MULTIPART && entity.boundaryTo() > entity.boundaryFrom();
    int level = -1;
    if (enters && !boundaries.isFull()) {
      level = boundaries.depth();
      boundaries.enter(entity.boundaryFrom(), entity.boundaryTo(), tags.ofParts());
    }
    int to = boundaries.next(mail, from, end);
    boolean hasParts = level >= 0 && boundaries.found() == level;
    if (!hasParts && entity.isRead() && (level >= 0 || !enters)) {
      text(mail, from, boundaries.endBefore(mail, from, to));
    }
  }

  private void text(byte[] mail, int from, int to) {
    words.tag(NO_TAG);
    byte[] text = mail;
    int start = from;
    int end = (int) Math.min(to, (long) from + limits.maxTextBytes());
    if (entity.encoding() != Entity.Encoding.NONE) {
      decoded.clear();
      if (entity.encoding() == Entity.Encoding.BASE64) {
        TransferEncoding.base64(mail, from, to, decoded);
      } else {
        TransferEncoding.quotedPrintable(mail, from, to, decoded);
      }
      text = decoded.array();
      start = 0;
      end = decoded.length();
    }
    boolean html = entity.kind() == Entity.Kind.HTML;
    charsets.declare(mail, entity.charsetFrom(), entity.charsetTo());
    if (html && !charsets.isDeclared() && !ByteSearch.isAscii(text, start, end)) {
      declareAsPageDoes(text, start, Math.min(end, start + DECLARATION_WITHIN));
    }
    charsets.convert(text, start, end);
    if (html) {
      seenHtml.read(charsets.array(), charsets.from(), charsets.to());
      read(seenHtml.seen());
      read(seenHtml.told());
    } else {
      words.read(charsets.array(), charsets.from(), charsets.to());
    }
  }

  private void read(Bytes text) {
    words.read(text.array(), 0, text.length());
  }

  private void declareAsPageDoes(byte[] html, int from, int to) {
    for (int i = from; i < to; i++) {
      if (ByteSearch.isWordAt(html, i, to, DECLARATION)) {
        int name = i + DECLARATION.length;
        name += name < to && (html[name] == '"' || html[name] == '\'') ? 1 : 0;
        int end = name;
        while (end < to
            && (html[end] == '-' || html[end] == '_' || html[end] > '/')
            && html[end] != '>'
            && html[end] != ';') {
          end++;
        }
        charsets.declare(html, name, end);
        return;
      }
    }
  }
}
