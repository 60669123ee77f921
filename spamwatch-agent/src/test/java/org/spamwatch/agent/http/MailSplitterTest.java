package org.spamwatch.agent.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.request.FakePeer;
import org.spamwatch.agent.request.IncomingBody;
import org.spamwatch.agent.request.MailRequests;
import org.spamwatch.agent.request.RequestProblem;
import org.spamwatch.ata.mail.MailLimits;
import org.spamwatch.ata.mail.MailVisitor;
import org.spamwatch.ata.mail.Mailbox;

/** However a body is cut into parts, the mails in it are the same. */
final class MailSplitterTest {
  private static final int LIMIT = 1 << 20;
  private static final List<String> PIECES =
      List.of(
          "From a@example.org Mon Jan  1 10:00:00 2024\n",
          "From a@example.org Tue Jan  2 10:00:00 2024\r\n",
          "From here on it is text\n",
          ">From b\n",
          ">>From c\r\n",
          "\n",
          "\n",
          "\r\n",
          "\r",
          "Subject: x\n",
          "text without an end",
          "F",
          "x".repeat(1022) + "\n",
          "x".repeat(1023) + "\n",
          "x".repeat(1024) + "\n",
          "From " + "x".repeat(1018) + "\n",
          "From Mon Jan  1 10:00:00 2024 " + "x".repeat(3000) + "\n",
          ">From " + "x".repeat(3000) + "\n");

  private static List<String> split(MailSplitter splitter, String text, SplittableRandom random)
      throws RequestProblem {
    List<String> mails = new ArrayList<>();
    IncomingBody mail = new MailRequests(new FakePeer(), Settings.DEFAULTS).incoming(LIMIT);
    byte[] bytes = text.getBytes(ISO_8859_1);
    int longest = 1 + random.nextInt(bytes.length + 1);
    for (int at = 0; at < bytes.length; ) {
      int end = Math.min(bytes.length, at + 1 + random.nextInt(longest));
      ByteBuf part = Unpooled.wrappedBuffer(bytes, at, end - at);
      while (part.isReadable()) {
        if (splitter.take(part, mail)) {
          mails.add(new String(mail.whole().orElseThrow(), ISO_8859_1));
          mail = mail.another();
        }
      }
      at = end;
    }
    if (splitter.end(mail)) {
      mails.add(new String(mail.whole().orElseThrow(), ISO_8859_1));
    }
    return mails;
  }

  private static List<String> read(String text) {
    List<String> mails = new ArrayList<>();
    MailVisitor<RuntimeException> visitor =
        new MailVisitor<>() {
          @Override
          public void mail(String name, byte[] mail) {
            mails.add(new String(mail, ISO_8859_1));
          }

          @Override
          public void problem(String name, String reason) {
            assertThat(text).as(reason).isEmpty();
          }
        };
    new Mailbox(MailLimits.DEFAULT.withMaxBytes(LIMIT))
        .visit(new ByteArrayInputStream(text.getBytes(ISO_8859_1)), "-", visitor);
    return mails;
  }

  @Test
  void anMboxIsTakenApartAsAFileIs() throws RequestProblem {
    for (int seed = 0; seed < 3000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      String text =
          Stream.generate(() -> PIECES.get(random.nextInt(PIECES.size())))
              .limit(random.nextInt(12))
              .collect(Collectors.joining());
      for (String whole : List.of(text, PIECES.get(0) + text)) {
        assertThat(split(new MboxSplitter(), whole, random))
            .as("seed %d", seed)
            .isEqualTo(read(whole));
      }
    }
  }

  @Test
  void linesAreMailsAndEmptyOnesNone() throws RequestProblem {
    for (int seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      assertThat(split(new MailSplitter.OfLines(), "\n{a}\n\n\n{b}\n{c}", random))
          .containsExactly("{a}", "{b}", "{c}");
      assertThat(split(new MailSplitter.OfLines(), "{a}\n", random)).containsExactly("{a}");
      assertThat(split(new MailSplitter.OfLines(), "\n", random)).isEmpty();
    }
  }
}
