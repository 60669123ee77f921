package org.spamwatch.ata.mail;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.stream.BodyDescriptor;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.Field;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.stream.MimeTokenStream;
import org.apache.james.mime4j.stream.RecursionMode;
import org.jspecify.annotations.Nullable;

/**
 * One walk over the entities of a mail, as a stream of tokens: no tree is built. The open
 * containers are a stack of {@link Container}; a closed one hands the parts it chose to the one
 * around it.
 */
final class MimeText {
  private static final String HTML = "text/html";

  private final MailLimits limits;
  private final boolean withAttachments;
  private final List<Attachment> attachments = new ArrayList<>();
  private final Deque<Container> open = new ArrayDeque<>();
  private int nesting;
  private int entities;
  private boolean attached;
  private boolean broken;
  private boolean cut;

  /** Holds one part after the other until it is decoded. */
  private byte[] buffer = new byte[8192];

  MimeText(MailLimits limits, boolean withAttachments) {
    this.limits = limits;
    this.withAttachments = withAttachments;
    open.push(new Container(false));
  }

  MailText read(MailBytes mail) {
    if (mail.headed()) {
      walk(mail);
    } else {
      addRaw(mail.bytes(), mail.offset());
    }
    while (open.size() > 1) {
      close();
    }
    return limited(MailHeader.of(mail), withoutAttachments(open.pop().chosen()));
  }

  /**
   * Only what is chosen counts against the limit, and of it only text, what is hidden apart from
   * what is seen: neither markup, nor hidden text, nor an alternative that nobody is shown keeps
   * the text behind it from being read.
   */
  private MailText limited(MailHeader header, List<TextPart> chosen) {
    List<TextPart> parts = new ArrayList<>(chosen.size());
    int written = limits.maxTextChars();
    int visible = written;
    for (TextPart part : chosen) {
      TextPart limited = part.cutTo(written, visible);
      cut |= !limited.equals(part);
      written -= limited.written().length();
      visible -= limited.visible().length();
      parts.add(limited);
    }
    return new MailText(header, parts, attachments, broken, cut);
  }

  private void walk(MailBytes mail) {
    ContentFields fields = new ContentFields(limits.maxHeaderBytes());
    try {
      MimeTokenStream stream = new MimeTokenStream(lenient(), null, fields, null);
      int length = mail.bytes().length - mail.offset();
      int parsed = Math.min(length, limits.maxParsedBytes());
      cut |= parsed < length;
      stream.parse(new ByteArrayInputStream(mail.bytes(), mail.offset(), parsed));
      for (EntityState state = stream.getState();
          state != EntityState.T_END_OF_STREAM && entities <= limits.maxParts();
          state = stream.next()) {
        take(state, stream);
      }
      cut |= entities > limits.maxParts();
    } catch (MimeException | IOException | RuntimeException e) {
      // The parser is not ours and the mail is hostile: whatever it trips over, the text found
      // until
      // then is what there is, and a header it refuses still has a body behind it.
      broken = true;
      if (open.size() == 1 && open.element().isEmpty()) {
        addRaw(mail.bytes(), bodyStart(mail));
      }
    } finally {
      fields.release();
    }
  }

  private void take(EntityState state, MimeTokenStream stream) throws IOException, MimeException {
    switch (state) {
      case T_START_MESSAGE -> {
        nesting++;
        attached = false;
      }
      case T_END_MESSAGE -> nesting--;
      case T_START_BODYPART -> {
        open.element().sawPart();
        attached = false;
      }
      case T_FIELD -> field(stream.getField());
      case T_END_HEADER -> endHeader(stream);
      case T_START_MULTIPART -> startMultipart(stream);
      case T_PREAMBLE -> open.element().preamble(readText(stream.getInputStream(), null));
      case T_END_MULTIPART -> {
        nesting--;
        close();
      }
      case T_BODY -> body(stream);
      default -> {}
    }
  }

  private void field(Field field) {
    if (field.getName().equalsIgnoreCase("Content-Disposition")) {
      String value = field.getBody();
      attached = value != null && value.trim().toLowerCase(Locale.ROOT).startsWith("attachment");
    }
  }

  /** At the deepest level allowed a container is not opened but taken for plain text. */
  private void endHeader(MimeTokenStream stream) {
    entities++;
    boolean deepest = nesting >= limits.maxNesting();
    stream.setRecursionMode(deepest ? RecursionMode.M_FLAT : RecursionMode.M_RECURSE);
  }

  private void startMultipart(MimeTokenStream stream) throws IOException {
    nesting++;
    BodyDescriptor descriptor = stream.getBodyDescriptor();
    open.push(new Container(descriptor.getMimeType().equalsIgnoreCase("multipart/alternative")));
    String boundary = descriptor.getBoundary();
    if (boundary == null || boundary.length() > limits.maxBoundaryChars()) {
      // Reading the contents here makes the parser pass over the parts: it searches for a boundary
      // in a time that grows with the product of both lengths.
      cut = true;
      open.element().preamble(readText(stream.getInputStream(), null));
    }
  }

  private void body(MimeTokenStream stream) throws IOException {
    BodyDescriptor descriptor = stream.getBodyDescriptor();
    String type = descriptor.getMimeType().toLowerCase(Locale.ROOT);
    boolean html = type.equals(HTML) || type.equals("application/xhtml+xml");
    if (!html && !type.equals("text/plain") && !type.equals("text/enriched")) {
      if (type.startsWith("multipart/") || type.equals("message/rfc822")) {
        cut = true;
        add(readText(stream.getInputStream(), null), false);
      } else if (withAttachments && attachments.size() < Attachment.MOST) {
        attachments.add(Attachment.read(type, stream.getDecodedInputStream()));
      }
      return;
    }
    String source = readText(stream.getDecodedInputStream(), descriptor.getCharset());
    add(Undeclared.decode(source), html || type.equals("text/enriched"));
  }

  private void addRaw(byte[] bytes, int from) {
    int length = Math.min(bytes.length - from, limits.maxParsedBytes());
    cut |= length < bytes.length - from;
    try (InputStream raw = new ByteArrayInputStream(bytes, from, length)) {
      add(readText(raw, null), false);
    } catch (IOException e) {
      throw new IllegalStateException("memory cannot fail to be read", e);
    }
  }

  private void add(String source, boolean html) {
    if (!source.isEmpty()) {
      boolean markup = html || startsAsHtml(source);
      open.element()
          .add(
              markup
                  ? TextPart.html(attached, source, limits.maxTextChars() + 1)
                  : TextPart.plain(attached, source));
    }
  }

  private String readText(InputStream in, @Nullable String charset) throws IOException {
    int length = 0;
    for (int read = 0; read >= 0; read = in.read(buffer, length, buffer.length - length)) {
      length += read;
      if (length == buffer.length) {
        buffer = Arrays.copyOf(buffer, 2 * length);
      }
    }
    return LenientCharset.decode(
        buffer, length, LenientCharset.isDeclared(charset) ? charset : inPage(buffer, length));
  }

  /** The charset that a page without a declared one names itself, or the empty string. */
  private static String inPage(byte[] bytes, int length) {
    String head = new String(bytes, 0, Math.min(length, 1024), StandardCharsets.ISO_8859_1);
    int meta = head.indexOf('<');
    while (meta >= 0 && !head.regionMatches(true, meta, "<meta", 0, "<meta".length())) {
      meta = head.indexOf('<', meta + 1);
    }
    head = meta < 0 ? "" : head.substring(meta).toLowerCase(Locale.ROOT);
    int at = head.indexOf("charset=");
    if (at < 0) {
      return "";
    }
    int from = at + "charset=".length();
    while (from < head.length() && (head.charAt(from) == '"' || head.charAt(from) == '\'')) {
      from++;
    }
    int to = from;
    while (to < head.length()
        && (head.charAt(to) == '-'
            || head.charAt(to) == '_'
            || Character.isLetterOrDigit(head.charAt(to)))) {
      to++;
    }
    return head.substring(from, to);
  }

  /** Pages sent as plain text: the sender's error, not the reader's. */
  private static boolean startsAsHtml(String source) {
    int i = 0;
    while (i < source.length() && source.charAt(i) <= ' ') {
      i++;
    }
    return source.regionMatches(true, i, "<html", 0, 5)
        || source.regionMatches(true, i, "<!doctype html", 0, 14);
  }

  private void close() {
    Container closed = open.pop();
    if (closed.isUnparted()) {
      broken = true;
      if (!closed.preamble().isBlank()) {
        closed.add(TextPart.plain(false, closed.preamble()));
      }
    }
    open.element().addAll(closed.chosen());
  }

  private static List<TextPart> withoutAttachments(List<TextPart> parts) {
    boolean own = parts.stream().anyMatch(part -> !part.attached() && part.hasText());
    return own ? parts.stream().filter(part -> !part.attached()).toList() : parts;
  }

  private static int bodyStart(MailBytes mail) {
    byte[] bytes = mail.bytes();
    for (int i = mail.offset(); i < bytes.length; i++) {
      if (bytes[i] == '\n'
          && (MailBytes.startsWith(bytes, i + 1, "\n")
              || MailBytes.startsWith(bytes, i + 1, "\r\n"))) {
        return i + 1;
      }
    }
    return bytes.length;
  }

  private MimeConfig lenient() {
    return new MimeConfig.Builder()
        .setStrictParsing(false)
        .setMalformedHeaderStartsBody(false)
        .setMaxLineLen(-1)
        .setMaxHeaderLen(limits.maxHeaderBytes())
        .setMaxHeaderCount(limits.maxHeaderFields())
        .setMaxContentLen(-1)
        .setCountLineNumbers(false)
        .build();
  }
}
