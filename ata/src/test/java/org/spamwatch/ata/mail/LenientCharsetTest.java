package org.spamwatch.ata.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LenientCharsetTest {
  @Property
  void whatIsNotDeclaredIsUtf8OrElseWestern(@ForAll("texts") byte[] bytes) {
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 3);
    assertThat(LenientCharset.decode(longer, bytes.length, null)).isEqualTo(strictly(bytes));
  }

  /** Java decodes Big5 otherwise once it has decoded x-Big5-Solaris. */
  @ParameterizedTest
  @ValueSource(strings = {"x-Big5-Solaris", "Big5_Solaris", "big5_solaris"})
  void noMailChangesHowOthersAreDecoded(String charset) {
    byte[] bytes = {(byte) 0xF9, (byte) 0xD6};
    String before = LenientCharset.decode(bytes, 2, "Big5");
    assertThat(LenientCharset.decode(bytes, 2, charset)).isEqualTo(before);
    assertThat(LenientCharset.decode(bytes, 2, "Big5")).isEqualTo(before);
  }

  private static String strictly(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return new String(bytes, Charset.forName("windows-1252"));
    }
  }

  /** Whole characters, the replacement character among them, and parts of some. */
  @Provide
  Arbitrary<byte[]> texts() {
    return Arbitraries.of("a", "\u00E9", "\uFFFD", "\u20AC", "\uD83D\uDE00", "cut", "loose")
        .map(LenientCharsetTest::bytes)
        .list()
        .ofMaxSize(8)
        .map(
            parts -> {
              ByteBuffer all = ByteBuffer.allocate(40);
              parts.forEach(all::put);
              return Arrays.copyOf(all.array(), all.position());
            });
  }

  private static byte[] bytes(String text) {
    return switch (text) {
      case "cut" -> new byte[] {(byte) 0xE2, (byte) 0x82};
      case "loose" -> new byte[] {(byte) 0xBD};
      default -> text.getBytes(StandardCharsets.UTF_8);
    };
  }
}
