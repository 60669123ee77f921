package org.spamwatch.overlay.identity;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Which signatures hold at the edges of Ed25519, as published in {@code docs/protocol/keys.md}. The
 * vectors were computed from the curve's equations, not by the library that is tested: a version of
 * it that took another equation would part a realm's peers.
 */
class VerificationVectorsTest {
  private static final String FILE = "verification-v1.txt";

  /** The key, the message and the signature are hexadecimal. */
  private record Vector(String name, String key, String message, String signature, String result) {
    @Override
    public String toString() {
      return result + ": " + name;
    }
  }

  static Stream<Vector> vectors() throws IOException {
    try (InputStream in = VerificationVectorsTest.class.getResourceAsStream(FILE)) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), US_ASCII);
      return Arrays.stream(text.split("\n\n")).skip(1).map(block -> parsed(block.strip()));
    }
  }

  private static Vector parsed(String block) {
    List<String> lines = block.lines().toList();
    Map<String, String> fields = new LinkedHashMap<>();
    for (String line : lines) {
      int end = line.indexOf('=');
      if (end > 0) {
        fields.put(line.substring(0, end), line.substring(end + 1));
      }
    }
    return new Vector(
        lines.get(0).substring(2),
        fields.getOrDefault("key", ""),
        fields.getOrDefault("message", ""),
        fields.getOrDefault("signature", ""),
        fields.getOrDefault("result", ""));
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void signatureHoldsAsPublished(Vector vector) {
    boolean holds =
        VerifyingKey.of(bytes(vector.key()))
            .verifies(bytes(vector.message()), bytes(vector.signature()));
    assertThat(holds ? "accept" : "reject").isEqualTo(vector.result());
  }

  @Test
  void everyKeyOfSmallOrderIsAmongThem() throws IOException {
    assertThat(vectors().filter(v -> VerifyingKey.of(bytes(v.key())).hasSmallOrder()).count())
        .as("seven y, each with and without the sign bit")
        .isEqualTo(14);
    assertThat(vectors().filter(v -> v.name().contains("only with the factor 8")).count())
        .isGreaterThanOrEqualTo(10);
  }
}
