package org.spamwatch.statistics.mail;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.codec.DecoderUtil;
import org.apache.james.mime4j.stream.BodyDescriptor;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.Field;
import org.apache.james.mime4j.stream.MimeTokenStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeTraversor;
import org.jsoup.select.NodeVisitor;

/** {@link MailTokens} by libraries, of mails that are as they should be: mime4j and jsoup. */
final class NaiveMail {
  private static final int MOST = TokenLimits.DEFAULT.maxTokenBytes();
  private static final Set<String> KEYS =
      Set.of("date", "message-id", "in-reply-to", "references", "delivery-date");
  private static final Set<String> BREAKS =
      Set.of("p", "br", "div", "li", "ul", "h1", "td", "body");
  private static final Set<String> TOLD = Set.of("a", "img", "font");

  private final List<String> tokens = new ArrayList<>();
  private final Deque<String> tags = new ArrayDeque<>();

  static List<String> of(byte[] mail) throws IOException, MimeException {
    NaiveMail naive = new NaiveMail();
    MimeTokenStream stream = new MimeTokenStream();
    stream.parse(new ByteArrayInputStream(mail));
    for (EntityState state = stream.getState();
        state != EntityState.T_END_OF_STREAM;
        state = stream.next()) {
      switch (state) {
        case T_START_MESSAGE -> naive.tags.push(naive.tags.isEmpty() ? "head:" : "");
        case T_START_BODYPART -> naive.tags.push(naive.tags.getFirst().isEmpty() ? "" : "mime:");
        case T_END_MESSAGE, T_END_BODYPART -> naive.tags.pop();
        case T_FIELD -> naive.field(stream.getField());
        case T_BODY ->
            naive.body(stream.getBodyDescriptor(), stream.getDecodedInputStream().readAllBytes());
        default -> {}
      }
    }
    return naive.tokens;
  }

  private void add(String tag, String text) {
    tokens.addAll(NaiveWords.of(tag, text, MOST));
  }

  private void field(Field field) {
    String header = tags.getFirst();
    String name = field.getName();
    String value = DecoderUtil.decodeEncodedWords(field.getBody(), DecodeMonitor.SILENT);
    switch (name.toLowerCase(Locale.ROOT)) {
      case "to", "cc" -> add(header.isEmpty() ? "" : "to:", value);
      case "from" -> add(header.isEmpty() ? "" : "from:", value);
      case "subject" -> add(header.isEmpty() ? "" : "subj:", value);
      case "received" ->
          add(header.isEmpty() ? "" : "rcvd:", value.replaceAll("\\sid\\s+[^\\s;]+", " "));
      default -> {
        add(header, name);
        if (name.startsWith("Content-")) {
          add(header, value.replaceAll("boundary=\"[^\"]*\"", "").replaceAll("(file)?name=", ""));
        } else if (!KEYS.contains(name.toLowerCase(Locale.ROOT))) {
          add(header, value);
        }
      }
    }
  }

  private void body(BodyDescriptor about, byte[] bytes) {
    if (!about.getMimeType().startsWith("text/")) {
      return;
    }
    String text = new String(bytes, Charset.forName(about.getCharset()));
    if (about.getMimeType().equals("text/html")) {
      html(text);
    } else {
      add("", text);
    }
  }

  private void html(String html) {
    StringBuilder seen = new StringBuilder();
    StringBuilder told = new StringBuilder();
    NodeTraversor.traverse(
        new NodeVisitor() {
          @Override
          public void head(Node node, int depth) {
            if (node instanceof TextNode text) {
              seen.append(text.getWholeText());
            } else if (node instanceof Element element) {
              breakAt(element);
              if (TOLD.contains(element.tagName())) {
                for (Attribute attribute : element.attributes()) {
                  told.append(attribute.getKey()).append(' ');
                  told.append(
                      URLDecoder.decode(
                          attribute.getValue().replace("+", "%2B"), StandardCharsets.UTF_8));
                  told.append('\n');
                }
              }
            }
          }

          @Override
          public void tail(Node node, int depth) {
            if (node instanceof Element element) {
              breakAt(element);
            }
          }

          private void breakAt(Element element) {
            if (BREAKS.contains(element.tagName())) {
              seen.append('\n');
            }
          }
        },
        Jsoup.parse(html));
    add("", seen.toString());
    add("", told.toString());
  }
}
