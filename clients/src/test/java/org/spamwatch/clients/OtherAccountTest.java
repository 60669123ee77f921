package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Programs that ask over HTTP, run by another account of the peer's host than the peer's own. */
final class OtherAccountTest {
  private static final String ACCOUNT = "games";

  @BeforeEach
  void install() throws Exception {
    DebianPackages.installed("rspamd", "util-linux");
    DebianPackages.needRoot("be another account");
  }

  private static Programs.Ended asAccount(Map<String, String> more, Mail mail, String... program)
      throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of("setpriv", "--reuid", ACCOUNT, "--regid", ACCOUNT, "--clear-groups"));
    command.addAll(List.of(program));
    return Programs.run(command, mail.bytes(), more);
  }

  @Test
  void anAccountVotesOnceItIsRegisteredAndAsNobodyElse() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      RunningPeer peer = RunningPeer.start(scratch);
      Path program = scratch.path("spamwatch-bogofilter");
      Files.copy(Scratch.ofProject("integrations/evolution/spamwatch-bogofilter"), program);
      String http = peer.url().getAuthority();
      String[] rspamc = {"rspamc", "-h", http, "learn_spam"};
      String[] another = {"rspamc", "-h", http, "-u", "root", "learn_spam"};
      String[] evolution = {"perl", program.toString(), "--register-spam"};
      Map<String, String> asking = Map.of("SPAMWATCH_PEER", peer.url().toString());

      assertThat(asAccount(asking, Mails.spam(1), rspamc).out())
          .contains("HTTP error: 403, your account has no vote here");
      Programs.Ended refused = asAccount(asking, Mails.spam(1), evolution);
      assertThat(refused.code()).isEqualTo(3);
      assertThat(refused.err()).hasLineCount(1).contains("403", "spamwatch user add --account");
      assertThat(asAccount(asking, Mails.spam(1), "rspamc", "-h", http, "symbols").well().out())
          .contains("Action: no action");
      assertThat(peer.check(Mails.spam(1))).startsWith("unknown\tvotes=0/0");

      String data = scratch.path("peer").toString();
      peer.spamwatch("operator", new byte[0], "user", "add", "--account", ACCOUNT, "--data", data)
          .well();
      Awaiting.until(
          "the account is known",
          () -> asAccount(asking, Mails.spam(1), rspamc).out().contains("success = true"));
      asAccount(asking, Mails.spam(1), evolution).well();
      assertThat(peer.check(Mails.spam(1))).startsWith("spam\tvotes=1/0"); // one person, one vote
      assertThat(asAccount(asking, Mails.spam(1), another).out())
          .contains("HTTP error: 403, you are another user here, and vote as nobody else");

      // The peer's own account votes for whomever it names, and is somebody else itself.
      Programs.run(Mails.spam(1).bytes(), rspamc).well();
      assertThat(peer.check(Mails.spam(1))).startsWith("spam\tvotes=2/0");
    }
  }

  @Test
  void aTokenIsAPersonWhoeverShowsIt() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      RunningPeer peer = RunningPeer.start(scratch);
      String data = scratch.path("peer").toString();
      String token =
          peer.spamwatch("operator", new byte[0], "user", "add", "ann", "--data", data)
              .well()
              .out()
              .strip();
      Path program = scratch.path("spamwatch-bogofilter");
      Files.copy(Scratch.ofProject("integrations/evolution/spamwatch-bogofilter"), program);
      String http = peer.url().getAuthority();
      Map<String, String> asking =
          Map.of("SPAMWATCH_PEER", peer.url().toString(), "SPAMWATCH_TOKEN", token);
      Awaiting.until(
          "the token is known",
          () ->
              asAccount(asking, Mails.spam(1), "rspamc", "-h", http, "-P", token, "learn_spam")
                  .out()
                  .contains("success = true"));
      asAccount(asking, Mails.spam(1), "perl", program.toString(), "--register-spam").well();
      assertThat(peer.check(Mails.spam(1))).startsWith("spam\tvotes=1/0");
      assertThat(
              asAccount(asking, Mails.spam(1), "rspamc", "-h", http, "-P", "wrong", "learn_ham")
                  .out())
          .contains("HTTP error: 401, the token is missing or wrong");
    }
  }
}
