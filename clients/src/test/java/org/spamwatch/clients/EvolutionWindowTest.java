package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Evolution itself on a display of its own, with one account, and a person at mouse and keyboard.
 * It reads a Maildir, for which it asks nobody's password.
 */
final class EvolutionWindowTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String SETTINGS =
      """
      [org/gnome/evolution]
      version='3.46.4'
      [org/gnome/evolution/mail]
      junk-check-incoming=true
      junk-default-plugin='Bogofilter'
      junk-lookup-addressbook=false
      prompt-check-if-default-mailer=false
      [org/gnome/evolution/bogofilter]
      command='@PROGRAM@'
      """;
  private static final String ACCOUNT =
      """
      [Data Source]
      DisplayName=Test
      Enabled=true
      Parent=
      [Mail Account]
      BackendName=maildir
      IdentityUid=identity
      NeedsInitialSetup=false
      [Maildir Backend]
      Path=@MAILDIR@
      FilterAll=true
      FilterJunk=true
      """;
  private static final String IDENTITY =
      """
      [Data Source]
      DisplayName=Test
      Enabled=true
      Parent=account
      [Mail Identity]
      Address=user@generated.example
      Name=User
      """;

  /** Notes how it is called, and is the program. */
  private static final String PROGRAM =
      """
      #!/bin/sh
      cat > @DIR@/mail.$$
      @REAL@ "$@" < @DIR@/mail.$$
      code=$?
      echo "$* $code" $(grep -i '^Message-ID:' @DIR@/mail.$$) >> @DIR@/calls
      exit $code
      """;

  /** Where the account's folders are in a window of 1190 by 790. */
  private static final String INBOX = "396";

  private static final String JUNK = "419";

  private final Map<String, String> environment = new HashMap<>();

  private static void deliver(Scratch scratch, Mail mail, String name) throws Exception {
    Path draft = Files.write(scratch.path("home/Maildir/tmp/" + name), mail.bytes());
    Files.move(draft, scratch.path("home/Maildir/new/" + name));
  }

  private void prepare(Scratch scratch, RunningPeer peer) throws Exception {
    for (String part : List.of("cur", "new", "tmp")) {
      scratch.directory("home/Maildir/" + part);
    }
    String real = Scratch.ofProject("integrations/evolution/spamwatch-bogofilter").toString();
    String directory = scratch.path("home").toString();
    Path program =
        scratch.write(
            "home/program", Scratch.filled(PROGRAM, Map.of("DIR", directory, "REAL", real)));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    scratch.write(
        "home/.config/glib-2.0/settings/keyfile",
        Scratch.filled(SETTINGS, Map.of("PROGRAM", program.toString())));
    scratch.write(
        "home/.config/evolution/sources/account.source",
        Scratch.filled(ACCOUNT, Map.of("MAILDIR", scratch.path("home/Maildir").toString())));
    scratch.write("home/.config/evolution/sources/identity.source", IDENTITY);
    scratch.write("home/.config/spamwatch/peer", peer.url() + "\n");
    environment.put("HOME", directory);
    environment.put("XDG_CONFIG_HOME", directory + "/.config");
    environment.put("XDG_DATA_HOME", directory + "/.local/share");
    environment.put("XDG_CACHE_HOME", directory + "/.cache");
    environment.put("XDG_RUNTIME_DIR", scratch.directory("home/run").toString());
    environment.put("GSETTINGS_BACKEND", "keyfile");
    environment.put("LANG", "C.UTF-8");
    environment.put("NO_AT_BRIDGE", "1");
  }

  private void start(Scratch scratch) throws Exception {
    Daemon display =
        Daemon.start(scratch, "xvfb", "Xvfb", "-displayfd", "1", "-screen", "0", "1200x800x24");
    Awaiting.until("a display", () -> display.log().matches("[0-9]+\\s*"));
    environment.put("DISPLAY", ":" + display.log().strip());
    Daemon.start(
        scratch,
        "evolution",
        List.of("dbus-run-session", "--", "evolution", "--force-online", "-c", "mail"),
        environment);
  }

  private String calls(Scratch scratch) throws Exception {
    Path calls = scratch.path("home/calls");
    return Files.exists(calls) ? Files.readString(calls, StandardCharsets.US_ASCII) : "";
  }

  private void called(Scratch scratch, String how, Mail mail) throws Exception {
    String line = how + " Message-ID: " + mail.id() + "\n";
    Awaiting.until(line, PATIENCE, () -> calls(scratch).contains(line));
  }

  private Programs.Ended xdotool(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("xdotool"));
    command.addAll(List.of(arguments));
    return Programs.run(command, new byte[0], environment);
  }

  /** Opens a folder of the account and selects all in it, once its title says that it is shown. */
  private void selectAll(String folder, String line) throws Exception {
    String[] click = {"mousemove", "70", line, "click", "1"};
    String[] title = {"search", "--onlyvisible", "--name", folder};
    Awaiting.until(
        folder, PATIENCE, () -> xdotool(click).code() == 0 && xdotool(title).code() == 0);
    xdotool("mousemove", "600", "192", "click", "1", "sleep", "1", "key", "ctrl+a").well();
  }

  @Test
  void newMailIsFiledAndJunkAndNotJunkVote() throws Exception {
    DebianPackages.installed(
        "evolution", "evolution-plugin-bogofilter", "xvfb", "xdotool", "dbus-daemon");
    try (Scratch scratch = Scratch.make()) {
      RunningPeer peer = RunningPeer.start(scratch);
      peer.callsSpam(Mails.spam(1));
      prepare(scratch, peer);
      deliver(scratch, Mails.spamVariant(1, 2), "1.spam.host");
      deliver(scratch, Mails.spam(2), "2.other.host");
      start(scratch);
      called(scratch, "--unicode=yes 0", Mails.spamVariant(1, 2));
      called(scratch, "--unicode=yes 1", Mails.spam(2));
      assertThat(peer.check(Mails.spam(1))).startsWith("spam\tvotes=1/0"); // filing did not vote

      // A person marks what is left in the inbox.
      xdotool("search", "--onlyvisible", "--name", "Mail", "windowsize", "1190", "790").well();
      selectAll("Inbox", INBOX);
      xdotool("key", "ctrl+j").well();
      called(scratch, "--register-spam --unicode=yes 0", Mails.spam(2));
      assertThat(calls(scratch)).doesNotContain("spam --unicode=yes 0 Message-ID: <spam.1.");
      assertThat(peer.check(Mails.spam(2))).startsWith("spam\tvotes=1/0");

      // In Junk are both, and they are none.
      selectAll("Junk", JUNK);
      xdotool("key", "ctrl+shift+j").well();
      called(scratch, "--register-ham --unicode=yes 0", Mails.spam(2));
      called(scratch, "--register-ham --unicode=yes 0", Mails.spamVariant(1, 2));
      assertThat(peer.check(Mails.spam(2))).startsWith("unknown\tvotes=0/1");

      // Without the peer new mail stays where it is.
      peer.stop();
      deliver(scratch, Mails.spam(3), "3.other.host");
      xdotool("key", "F12").well();
      called(scratch, "--unicode=yes 2", Mails.spam(3));
      assertThat(calls(scratch)).hasLineCount(6);
    }
  }
}
