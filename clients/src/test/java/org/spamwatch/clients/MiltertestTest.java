package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The milter as OpenDKIM's test program sees it, which speaks the protocol by libmilter. */
final class MiltertestTest {
  @Test
  void newAndOldMailServersAreUnderstood() throws Exception {
    DebianPackages.installed("miltertest");
    try (Scratch scratch = Scratch.make()) {
      int port = scratch.freePort();
      // The program breaks off at a header field of more than a kilobyte, as that with evidence is.
      RunningPeer.start(
              scratch,
              "milter.listen=127.0.0.1:" + port,
              "check.users=bob votes=3",
              "check.evidence=false",
              "mark.evidence=false")
          .callsSpam(Mails.spam(1));
      String text = Mails.spam(1).text();
      String body = text.substring(text.indexOf("\r\n\r\n") + 4);
      String script = scratch.fromTemplate("milter.lua", "milter.lua", Map.of()).toString();
      Programs.Ended ended =
          Programs.run("miltertest", "-D", "port=" + port, "-D", "marked=" + body, "-s", script);
      assertThat(ended.out() + ended.err()).isEqualTo("well\n");
      assertThat(ended.code()).isZero();
    }
  }
}
