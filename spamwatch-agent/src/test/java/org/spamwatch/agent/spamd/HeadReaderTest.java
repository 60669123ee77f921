package org.spamwatch.agent.spamd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.agent.api.RateBody;
import org.spamwatch.agent.config.TellPlace;
import org.spamwatch.agent.vote.VoteValue;

/** Heads as clients send them, whole and in parts, and what is no head. */
final class HeadReaderTest {
  private static final List<String> HEADS =
      List.of(
          "CHECK SPAMC/1.5\r\nUser: ada\r\nContent-length: 12\r\n\r\n",
          "REPORT SPAMC/1.2\r\nUser: nobody\r\nContent-length: 0012\r\n\r\n",
          "PROCESS SPAMC/1.5\nuser:ada\nCONTENT-LENGTH:12\nCompress: ZLIB\nX-Other: é\n\n",
          "HEADERS SPAMC/1.5\r\nUser: root\r\nContent-length: \r\n\r\n",
          "SYMBOLS SPAMC/1.0\r\n",
          "PING SPAMC/1.4\r\n",
          "PING SPAMC/1.5\r\n\r\n",
          "SKIP SPAMC/1.5 \r\n\r\n",
          "TELL SPAMC/1.5\r\nMessage-class: spam\r\nSet: local,remote\r\nUser: a b\r\n\r\n",
          "TELL SPAMC/1.5\r\nMessage-class: ham\r\nSet: local\r\nRemove: remote\r\n\r\n",
          "TELL SPAMC/1.5\r\nRemove: local\r\nContent-length: 99999999999\r\n\r\n");

  private static RequestHead read(byte[] head) throws SpamdProblem {
    return new HeadReader().read(Unpooled.wrappedBuffer(head)).orElseThrow();
  }

  private static RequestHead read(String head) throws SpamdProblem {
    return read(head.getBytes(ISO_8859_1));
  }

  @Test
  void readsWhatSpamcSends() throws Exception {
    assertThat(read(HEADS.get(0)))
        .isEqualTo(
            new RequestHead(
                SpamdMethod.CHECK,
                150,
                Optional.of("ada"),
                OptionalLong.of(12),
                false,
                Tell.NOTHING,
                RateBody.NOTHING));
    assertThat(read(HEADS.get(2)))
        .isEqualTo(
            new RequestHead(
                SpamdMethod.PROCESS,
                150,
                Optional.of("ada"),
                OptionalLong.of(12),
                true,
                Tell.NOTHING,
                RateBody.NOTHING));
    assertThat(read(HEADS.get(9)).tell())
        .isEqualTo(
            new Tell(
                Optional.of(VoteValue.HAM), Set.of(TellPlace.LOCAL), Set.of(TellPlace.REMOTE)));
  }

  @Test
  void aVersionWithoutHeadersHasNone() throws Exception {
    ByteBuf all = Unpooled.wrappedBuffer("CHECK SPAMC/1.0\r\nUser: x\r\n".getBytes(ISO_8859_1));
    RequestHead head = new HeadReader().read(all).orElseThrow();
    assertThat(head.user()).isEmpty();
    assertThat(all.toString(ISO_8859_1)).isEqualTo("User: x\r\n");
  }

  @Test
  void howeverItIsCutItIsTheSame() throws Exception {
    SplittableRandom random = new SplittableRandom(15);
    for (String text : HEADS) {
      RequestHead whole = read(text);
      byte[] bytes = (text + "and a mail").getBytes(ISO_8859_1);
      for (int trial = 0; trial < 50; trial++) {
        HeadReader reader = new HeadReader();
        Optional<RequestHead> head = Optional.empty();
        int longest = 1 + random.nextInt(bytes.length);
        int at = 0;
        while (head.isEmpty()) {
          int end = Math.min(bytes.length, at + 1 + random.nextInt(longest));
          ByteBuf part = Unpooled.wrappedBuffer(bytes, at, end - at);
          head = reader.read(part);
          at = end - part.readableBytes();
        }
        assertThat(head).contains(whole);
        assertThat(at).isEqualTo(text.length());
      }
    }
  }

  @Test
  void aUserIsUtf8OrElseLatin1() throws Exception {
    String head = "CHECK SPAMC/1.5\r\nUser: Zo\u00eb\r\n\r\n";
    assertThat(read(head.getBytes(UTF_8)).user()).contains("Zo\u00eb");
    assertThat(read(head.getBytes(ISO_8859_1)).user()).contains("Zo\u00eb");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "GET / HTTP/1.1",
        "POST /SPAMC/1.5 HTTP/1.1",
        "TELL /SPAMC/1.5 HTTP/1.1",
        "x CHECK SPAMC/1.5",
        "check SPAMC/1.5",
        "CHECK",
        "CHECK SPAMC/",
        "CHECK SPAMC/-1",
        "CHECK SPAMC/1.5.1",
        "CHECK SPAMC/999",
        "CHECK  SPAMC/1.5",
        "EHLO SPAMC/1.5",
        "CHECK SPAMC/1.5\u0000",
        "CHECK SPAMC/1.5\r",
      })
  void refusesAnyOtherFirstLine(String line) {
    assertThatThrownBy(() -> read(line + "\r\n\r\n"))
        .isInstanceOfSatisfying(
            SpamdProblem.class, p -> assertThat(p.code()).isEqualTo(SpamdCode.EX_PROTOCOL));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no colon",
        "Content-length: -1",
        "Content-length: +1",
        "Content-length: 0x10",
        "Content-length: 1e3",
        "Content-length: 9999999999999999999999",
        "Content-length: 5\r\nContent-length: 6",
        "User: a\u0001b",
        "User: a\u0000b",
        "User: a\rb",
        "Compress: gzip",
        "Compress:",
        "Message-class: unsure",
      })
  void refusesAWrongHeader(String line) {
    assertThatThrownBy(() -> read("CHECK SPAMC/1.5\r\n" + line + "\r\n\r\n"))
        .isInstanceOfSatisfying(
            SpamdProblem.class, p -> assertThat(p.code()).isEqualTo(SpamdCode.EX_PROTOCOL));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "User: x",
        "Message-class: spam",
        "Set: local",
        "Message-class: ham\r\nSet: everywhere",
        "Message-class: ham\r\nSet: local\r\nRemove: local",
        "Message-class: ham\r\nSet: local, remote\r\nRemove: remote",
      })
  void refusesATellThatSaysNothingOrTwoThings(String lines) {
    assertThatThrownBy(() -> read("TELL SPAMC/1.5\r\n" + lines + "\r\n\r\n"))
        .isInstanceOf(SpamdProblem.class);
  }

  @Test
  void aHeadIsBounded() {
    assertThatThrownBy(() -> read("CHECK SPAMC/1.5\r\nX: " + "x".repeat(20_000)))
        .hasMessageContaining("longer than " + HeadReader.MAX_BYTES + " bytes");
    assertThatThrownBy(() -> read("CHECK SPAMC/1.5\r\n" + "a:\r\n".repeat(256) + "\r\n"))
        .hasMessageContaining("more than " + HeadReader.MAX_HEADERS + " header lines");
    assertThatThrownBy(() -> read("CHECK SPAMC/1.5\r\nUser: " + "u".repeat(257) + "\r\n\r\n"))
        .hasMessageContaining("longer than " + HeadReader.MAX_USER + " characters");
    assertThatThrownBy(() -> read("x".repeat(20_000))).isInstanceOf(SpamdProblem.class);
  }

  @Test
  void aPingMayEndEarly() throws Exception {
    HeadReader reader = new HeadReader();
    byte[] ping = "PING SPAMC/1.5\r\n".getBytes(ISO_8859_1);
    assertThat(reader.read(Unpooled.wrappedBuffer(ping))).isEmpty();
    assertThat(reader.ended().method()).isEqualTo(SpamdMethod.PING);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "PI", "PING SPAMC/1.5", "PING SPAMC/1.5\r\nUs", "CHECK SPAMC/1.5\r\n"})
  void nothingElseMay(String text) throws Exception {
    HeadReader reader = new HeadReader();
    assertThat(reader.read(Unpooled.wrappedBuffer(text.getBytes(ISO_8859_1)))).isEmpty();
    assertThatThrownBy(reader::ended).hasMessageContaining("ends before");
  }
}
