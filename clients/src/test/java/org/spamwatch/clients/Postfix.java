package org.spamwatch.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Postfix from Debian's package, which need not be installed (where another mail server is it
 * cannot be), with a configuration and a queue of its own: takes mail at a free port of loopback,
 * shows it to a milter, and delivers it to an LMTP server. Needs root, as Postfix changes its
 * account.
 */
final class Postfix {
  /** As which it asks: accounts that every Debian has and nothing else here uses. */
  static final String ACCOUNT = "uucp";

  private static final String GROUP = "news";

  private static final List<String> QUEUES =
      List.of(
          "active",
          "bounce",
          "corrupt",
          "defer",
          "deferred",
          "flush",
          "hold",
          "incoming",
          "private",
          "saved",
          "trace");

  private final Scratch scratch;
  private final Path program;
  private final int smtp;

  private Postfix(Scratch scratch, Path program, int lmtp, String more) throws Exception {
    this.scratch = scratch;
    this.program = program;
    smtp = scratch.freePort();
    Path directory = scratch.directory("postfix");
    Map<String, String> values =
        Map.of(
            "DIR", directory.toString(),
            "PROGRAM", program.toString(),
            "ACCOUNT", ACCOUNT,
            "GROUP", GROUP,
            "SMTP", Integer.toString(smtp),
            "LMTP", Integer.toString(lmtp),
            "MORE", more);
    scratch.fromTemplate("postfix-main.cf", "postfix/main.cf", values);
    scratch.fromTemplate("postfix-master.cf", "postfix/master.cf", values);
    for (String queue : QUEUES) {
      scratch.directory("postfix/spool/" + queue);
    }
    scratch.directory("postfix/data");
    own(ACCOUNT, "postfix/spool", "postfix/data");
    scratch.directory("postfix/spool/pid");
    scratch.directory("postfix/spool/maildrop");
    scratch.directory("postfix/spool/public");
    own(ACCOUNT + ":" + GROUP, "postfix/spool/maildrop", "postfix/spool/public");
    own("root", "postfix/spool/pid");
    Programs.run("chown", "root", directory.resolve("spool").toString()).well();
    Daemon.start(
            scratch,
            "postfix-master",
            List.of(command("usr/lib/postfix/sbin/master"), "-c", directory.toString(), "-d"),
            environment())
        .awaitPort(smtp);
  }

  private void own(String owner, String... names) throws IOException {
    List<String> command = new ArrayList<>(List.of("chown", "-R", owner));
    for (String name : names) {
      command.add(scratch.path(name).toString());
    }
    Programs.run(command, new byte[0], Map.of()).well();
  }

  private String command(String name) {
    return program.resolve(name).toString();
  }

  private Map<String, String> environment() {
    return Map.of(
        "LD_LIBRARY_PATH", command("usr/lib/postfix"),
        "MAIL_CONFIG", scratch.path("postfix").toString());
  }

  /**
   * Starts one, which the scratch directory owns, and waits until it serves.
   *
   * @param lmtp where it delivers to
   * @param more lines of main.cf
   */
  static Postfix start(Scratch scratch, int lmtp, String more) throws Exception {
    DebianPackages.needRoot("run Postfix");
    return new Postfix(scratch, DebianPackages.unpacked("postfix", scratch), lmtp, more);
  }

  /** Where it takes mail. */
  int port() {
    return smtp;
  }

  /** Sends a mail over SMTP to recipients who get it together; returns what swaks saw. */
  Programs.Ended send(Mail mail, String... recipients) throws IOException {
    DebianPackages.installed("swaks");
    Path file = scratch.path("sent.eml");
    Files.write(file, mail.bytes());
    return Programs.run(
        "swaks",
        "--server",
        "127.0.0.1:" + smtp,
        "--helo",
        "client.example",
        "--from",
        "sender@generated.example",
        "--to",
        String.join(",", recipients),
        "--data",
        "@" + file);
  }

  /** What it logged. */
  String log() throws IOException {
    Path log = scratch.path("postfix/mail.log");
    return Files.exists(log) ? Files.readString(log) : "";
  }
}
