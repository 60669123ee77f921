package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Claws Mail on a screen that nobody looks at: mail arrives, and a person marks it. */
final class ClawsTest {
  private static final String POSTMARK = "From a@generated.example Mon Nov  2 10:00:00 2026\n";
  private static final String SPAM_KEY = "ctrl+j";
  private static final String HAM_KEY = "ctrl+k";

  private Scratch scratch;
  private SpamdPeer peer;
  private Path mail;
  private Map<String, String> environment;
  private Daemon claws;

  @BeforeEach
  void start() throws Exception {
    DebianPackages.installed(
        "claws-mail", "claws-mail-spamassassin", "xvfb", "xdotool", "dbus-x11", "spamc");
    scratch = Scratch.make();
    peer = SpamdPeer.start(scratch);
    Path home = scratch.directory("home/alice");
    mail = home.resolve("Mail");
    for (String folder : List.of("inbox", "junk", "trash", "sent", "queue", "draft")) {
      scratch.directory("home/alice/Mail/" + folder);
    }
    configure();
    Daemon screen = Daemon.start(scratch, "screen", "Xvfb", "-displayfd", "1");
    Awaiting.until("a screen", () -> screen.log().contains("\n"));
    environment =
        Map.of(
            "DISPLAY",
            ":" + screen.log().lines().findFirst().orElseThrow().strip(),
            "HOME",
            home.toString(),
            "LC_ALL",
            "C");
    List<String> command = new ArrayList<>(List.of("dbus-run-session", "--"));
    command.addAll(claws("--debug"));
    claws = Daemon.start(scratch, "claws", command, environment);
    Awaiting.until("the window of Claws", () -> xdotool("search", "--name", "Claws Mail") == 0);
  }

  @AfterEach
  void stop() throws IOException {
    scratch.close();
  }

  private void configure() throws IOException {
    List<String> plugin =
        Programs.run("dpkg", "-L", "claws-mail-spamassassin")
            .well()
            .out()
            .lines()
            .filter(line -> line.endsWith("/spamassassin.so"))
            .toList();
    String section = "[SpamAssassin]" + peer.snippet("claws").split("\\[SpamAssassin\\]", 2)[1];
    scratch.fromTemplate(
        "claws-clawsrc",
        "claws/clawsrc",
        Map.of(
            "PLUGIN", plugin.get(0),
            "SPAMASSASSIN",
                section
                    .replaceAll("(?m)^#.*", "")
                    .replace("save_folder=", "save_folder=#mh/Mail/junk")));
    scratch.fromTemplate(
        "claws-accountrc", "claws/accountrc", Map.of("SPOOL", scratch.path("spool").toString()));
    scratch.fromTemplate("claws-folderlist.xml", "claws/folderlist.xml", Map.of());
    scratch.fromTemplate("claws-menurc", "claws/menurc", Map.of());
  }

  private List<String> claws(String... options) {
    List<String> command =
        new ArrayList<>(
            List.of("claws-mail", "--alternate-config-dir", scratch.path("claws").toString()));
    command.addAll(List.of(options));
    return command;
  }

  private int xdotool(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("xdotool"));
    command.addAll(List.of(arguments));
    return Programs.run(command, new byte[0], environment).code();
  }

  /** New mail is there, and the person has it fetched. */
  private void receive(Mail... mails) throws IOException {
    StringBuilder spool = new StringBuilder();
    for (Mail each : mails) {
      spool.append(POSTMARK).append(each.text().replace("\r", "")).append('\n');
    }
    scratch.write("spool", spool.toString());
    Programs.run(claws("--receive-all"), new byte[0], environment).well();
  }

  /** Selects the newest mail of a folder and presses a key. */
  private void press(String folder, Mail selected, String key) throws Exception {
    Path file = find(folder, selected).get(0);
    String place = "#mh/Mail/" + folder + "/" + file.getFileName();
    int shown = shown();
    Programs.run(claws("--select", place), new byte[0], environment).well();
    Awaiting.until(selected.id() + " is shown", () -> shown() > shown);
    xdotool("search", "--sync", "--onlyvisible", "--name", "Claws Mail", "windowfocus");
    xdotool("key", "--delay", "200", key);
  }

  /** How many mails were shown. */
  private int shown() throws IOException {
    return claws.log().split(" summary_display_msg_full :", -1).length;
  }

  private List<Path> find(String folder, Mail wanted) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(mail.resolve(folder))) {
      for (Path file : files.filter(f -> f.getFileName().toString().matches("[0-9]+")).toList()) {
        if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(wanted.id())) {
          found.add(file);
        }
      }
    }
    return found;
  }

  private void awaitIn(String folder, Mail wanted) throws Exception {
    Awaiting.until(wanted.id() + " in " + folder, () -> !find(folder, wanted).isEmpty());
  }

  @Test
  void spamIsFiledWhenItArrivesAndByAPersonsKeyThatVotes() throws Exception {
    peer.mark(Mails.spam(1));
    receive(Mails.spam(1), Mails.ham(1), Mails.spam(2));
    awaitIn("junk", Mails.spam(1));
    awaitIn("inbox", Mails.ham(1));
    awaitIn("inbox", Mails.spam(2));

    press("inbox", Mails.spam(2), SPAM_KEY);
    awaitIn("junk", Mails.spam(2));
    Awaiting.until("the vote", () -> peer.callsSpam(Mails.spam(2)));
    assertThat(peer.callsSpam(Mails.ham(1))).isFalse();

    press("junk", Mails.spam(2), HAM_KEY);
    Awaiting.until("the vote is turned", () -> !peer.callsSpam(Mails.spam(2)));

    peer.peer.stop();
    receive(Mails.ham(2));
    Awaiting.until(
        "a mail that nobody checked is in the inbox, once Claws has said so",
        () -> {
          xdotool("search", "--onlyvisible", "--name", "Error", "windowfocus", "key", "Return");
          return !find("inbox", Mails.ham(2)).isEmpty();
        });
  }
}
