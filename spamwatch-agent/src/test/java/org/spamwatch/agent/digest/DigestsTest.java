package org.spamwatch.agent.digest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.hash.HashFunction;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.agent.request.RequestProblem;

/** Lists of digests. */
final class DigestsTest {
  private static final HashFunction KEYED = Digests.keyed(7);
  private static final String DIGEST = "0123456789abcdef0123456789abcdef01234567";

  @Provide
  Arbitrary<List<byte[]>> lists() {
    return Arbitraries.bytes().array(byte[].class).ofMinSize(16).ofMaxSize(64).list().ofMaxSize(20);
  }

  @Property(tries = 200)
  void aListIsReadAsItsDigests(@ForAll("lists") List<byte[]> digests, @ForAll boolean upper)
      throws RequestProblem {
    StringBuilder body = new StringBuilder();
    for (byte[] digest : digests) {
      String hex = HexFormat.of().formatHex(digest);
      body.append(upper ? hex.toUpperCase(Locale.ROOT) + "\r\n" : hex + "\n");
    }
    Digests read = Digests.read(body.toString().getBytes(ISO_8859_1), KEYED, 0);
    assertThat(read.size()).isEqualTo(digests.size());
    for (int i = 0; i < read.size(); i++) {
      assertThat(read.key(i)).isEqualTo(Digests.key(KEYED, digests.get(i)));
      assertThat(read.count(i)).isOne();
    }
  }

  @Property(tries = 500)
  void anyBytesAreReadOrRefusedInALine(@ForAll byte[] body) {
    try {
      assertThat(Digests.read(body, KEYED, 31).size()).isGreaterThanOrEqualTo(0);
    } catch (RequestProblem problem) {
      assertThat(problem.problem().error()).startsWith("line ");
    }
  }

  @Test
  void aCountMayStandBehindADigest() throws RequestProblem {
    byte[] body = (DIGEST + " 31\n" + DIGEST).getBytes(ISO_8859_1);
    Digests read = Digests.read(body, KEYED, 31);
    assertThat(read.count(0)).isEqualTo(31);
    assertThat(read.count(1)).isOne();
    assertThat(read.key(0)).isEqualTo(read.key(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0123456789abcdef0123456789abcde",
        "0123456789abcdef0123456789abcdefg",
        "0123456789abcdef0123456789abcd",
        DIGEST + " 0",
        DIGEST + " 32",
        DIGEST + " 99999999999999999999",
        DIGEST + " ",
        DIGEST + " 1 1",
        DIGEST + " -1",
        " " + DIGEST,
        DIGEST + DIGEST + DIGEST + DIGEST
      })
  void whatIsNoDigestIsRefusedByItsLine(String line) {
    byte[] body = (DIGEST + "\n" + line + "\n").getBytes(ISO_8859_1);
    assertThatThrownBy(() -> Digests.read(body, KEYED, 31))
        .isInstanceOf(RequestProblem.class)
        .hasMessageStartingWith("line 2");
  }

  @Test
  void moreThanMayStandInARequestAreRefused() throws RequestProblem {
    String most = (DIGEST + "\n").repeat(Digests.MOST);
    assertThat(Digests.read(most.getBytes(ISO_8859_1), KEYED, 0).size()).isEqualTo(Digests.MOST);
    byte[] more = (most + DIGEST).getBytes(ISO_8859_1);
    assertThatThrownBy(() -> Digests.read(more, KEYED, 0)).hasMessageContaining("more than 10000");
  }

  @Test
  void aSeedChoosesTheKeys() {
    byte[] digest = new byte[20];
    assertThat(Digests.key(KEYED, digest)).isNotEqualTo(Digests.key(Digests.keyed(8), digest));
    assertThatThrownBy(() -> Digests.key(KEYED, new byte[15]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
