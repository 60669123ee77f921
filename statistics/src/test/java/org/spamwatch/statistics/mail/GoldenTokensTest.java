package org.spamwatch.statistics.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The tokens of the golden mails of {@code ata}. {@code -Dgolden.update=true} writes them anew; a
 * change of them makes what was learnt before mean other words, so it is one of version.
 */
class GoldenTokensTest {
  private static final Path MAILS = Path.of("../ata/src/test/resources/org/spamwatch/ata/golden");
  private static final Path TOKENS =
      Path.of("src/test/resources/org/spamwatch/statistics/mail/golden-tokens.txt");

  @Test
  void tokensOfGoldenMailsStay() throws IOException {
    TreeMap<String, List<String>> all = new TreeMap<>();
    try (Stream<Path> mails = Files.list(MAILS)) {
      for (Path mail : mails.filter(file -> file.toString().endsWith(".eml")).toList()) {
        all.put(
            mail.getFileName().toString(),
            ReadTokens.of(Files.readAllBytes(mail), TokenLimits.DEFAULT));
      }
    }
    StringBuilder text = new StringBuilder();
    all.forEach(
        (name, tokens) ->
            text.append("== ").append(name).append('\n').append(wrapped(tokens)).append('\n'));
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(TOKENS, text);
    }
    assertThat(all).hasSizeGreaterThan(40);
    assertThat(text.toString()).isEqualTo(Files.readString(TOKENS));
  }

  private static String wrapped(List<String> tokens) {
    StringBuilder lines = new StringBuilder();
    int column = 0;
    for (String token : tokens) {
      boolean breaks = column + token.length() > 100;
      lines.append(column == 0 ? "" : breaks ? "\n" : " ").append(token);
      column = (breaks ? 0 : column) + token.length() + 1;
    }
    return lines.append('\n').toString();
  }
}
