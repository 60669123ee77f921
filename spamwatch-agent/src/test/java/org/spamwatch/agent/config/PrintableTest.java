package org.spamwatch.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
  @Test
  void whatATerminalObeysIsMasked() {
    for (int c = 0; c <= 0x20FF; c++) {
      boolean obeyed =
          c < 0x20
              || (c >= 0x7F && c <= 0x9F)
              || c == 0x61C
              || c == 0x200E
              || c == 0x200F
              || (c >= 0x2028 && c <= 0x202E)
              || (c >= 0x2066 && c <= 0x2069);
      String one = Character.toString(c);
      assertThat(Printable.line(one)).isEqualTo(obeyed ? "?" : one);
      boolean row = c == '\n' || c == '\t';
      assertThat(Printable.text(one)).isEqualTo(obeyed && !row ? "?" : one);
    }
  }
}
