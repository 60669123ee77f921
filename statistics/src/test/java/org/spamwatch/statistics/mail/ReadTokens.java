package org.spamwatch.statistics.mail;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The tokens of a mail as strings. */
final class ReadTokens {
  private ReadTokens() {}

  static List<String> of(String mail) {
    return of(mail.getBytes(StandardCharsets.UTF_8), TokenLimits.DEFAULT);
  }

  static List<String> of(byte[] mail, TokenLimits limits) {
    List<String> tokens = new ArrayList<>();
    new MailTokens(limits)
        .read(
            mail,
            0,
            mail.length,
            (bytes, from, to) ->
                tokens.add(new String(bytes, from, to - from, StandardCharsets.UTF_8)));
    return tokens;
  }
}
