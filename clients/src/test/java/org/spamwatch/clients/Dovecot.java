package org.spamwatch.clients;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Dovecot with mailboxes of its own in a scratch directory: IMAP and LMTP on free ports of
 * loopback, folders Junk, Trash and Archive, mail as the system's account {@code mail}. Needs root,
 * as Dovecot changes its account.
 */
final class Dovecot {
  static final String PASSWORD = "secret";

  /** The system's account whose processes touch the mail. */
  static final String ACCOUNT = "mail";

  private static final String FILING =
      """
      require "fileinto";
      if header :is "X-Spam-Flag" "YES" {
        fileinto "Junk";
      }
      """;

  private final Scratch scratch;
  private final int imap;
  private final int imaps;
  private final int lmtp;
  private Daemon daemon;

  private Dovecot(Scratch scratch, List<String> users, String more) throws Exception {
    this.scratch = scratch;
    imap = scratch.freePort();
    imaps = scratch.freePort();
    lmtp = scratch.freePort();
    scratch.write(
        "dovecot/users", users.stream().map(u -> line(u, "")).collect(Collectors.joining("\n")));
    makeCertificate();
    Programs.run("chown", ACCOUNT, scratch.directory("dovecot/home").toString()).well();
    scratch.fromTemplate(
        "dovecot.conf",
        "dovecot/dovecot.conf",
        Map.of(
            "DIR", scratch.path("dovecot").toString(),
            "IMAP", Integer.toString(imap),
            "IMAPS", Integer.toString(imaps),
            "LMTP", Integer.toString(lmtp),
            "MORE", more));
    daemon = startDaemon();
  }

  /**
   * Starts one, which the scratch directory owns, and waits until it serves.
   *
   * @param users their names, as those in addresses and logins
   * @param more configuration after that of the mailboxes
   */
  static Dovecot start(Scratch scratch, List<String> users, String more) throws Exception {
    DebianPackages.installed("dovecot-imapd", "dovecot-lmtpd", "dovecot-sieve");
    DebianPackages.needRoot("run Dovecot");
    return new Dovecot(scratch, users, more);
  }

  /** Starts one that files every user's mail by the flag, as pages tell. */
  static Dovecot filing(Scratch scratch, String... users) throws Exception {
    Path script = scratch.write("sieve/filing.sieve", FILING);
    Programs.run("chmod", "-R", "a+rwX", scratch.path("sieve").toString()).well();
    String more =
        """
        auth_username_format = %%Ln
        protocol lmtp {
          mail_plugins = sieve
        }
        plugin {
          sieve = file:%s
          sieve_before = %s
        }
        """;
    return start(scratch, List.of(users), more.formatted(scratch.path("sieve/none.sieve"), script));
  }

  private void makeCertificate() throws IOException {
    DebianPackages.installed("openssl");
    String request = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    List<String> command = new ArrayList<>(List.of(request.split(" ", -1)));
    command.addAll(List.of("-days", "2", "-subj", "/CN=test"));
    command.addAll(List.of("-addext", "subjectAltName=DNS:localhost"));
    command.addAll(List.of("-keyout", scratch.path("dovecot/key.pem").toString()));
    command.addAll(List.of("-out", certificate().toString()));
    Programs.run(command.toArray(new String[0])).well();
  }

  private static String line(String user, String field) {
    return user + ":{PLAIN}" + PASSWORD + "::::::" + field;
  }

  /** Gives a user a field in the user database, such as a setting of his own. */
  void userField(String user, String field) throws IOException {
    Path users = scratch.path("dovecot/users");
    String text = Files.readString(users);
    Files.writeString(users, text.replace(line(user, ""), line(user, "userdb_" + field)));
  }

  /** Starts it again after {@link #stop}. */
  void start() throws Exception {
    daemon = startDaemon();
  }

  private Daemon startDaemon() throws Exception {
    String configuration = scratch.path("dovecot/dovecot.conf").toString();
    return Daemon.start(scratch, "dovecot-master", "dovecot", "-F", "-c", configuration)
        .awaitPort(imap)
        .awaitPort(lmtp);
  }

  /** Ends it and all its connections; mail and ports stay. */
  void stop() {
    daemon.close();
  }

  /** Where it speaks IMAP, without TLS. */
  int imapPort() {
    return imap;
  }

  /** Where it speaks IMAP with TLS from the first byte. */
  int imapsPort() {
    return imaps;
  }

  /** What it shows there: signed by itself, for localhost alone. */
  Path certificate() {
    return scratch.path("dovecot/certificate.pem");
  }

  /** Where it takes mail. */
  int lmtpPort() {
    return lmtp;
  }

  /** Delivers a mail to one of the users. */
  void deliver(String user, Mail mail) throws IOException {
    Smtp.deliver(lmtp, user, mail);
  }

  /** Puts a mail into a user's inbox as it is, past everything that could refuse it. */
  void put(String user, String name, byte[] mail) throws IOException {
    Path folder = scratch.path("dovecot/home/" + user + "/Maildir");
    Path file = Files.write(folder.resolve("tmp").resolve(name), mail);
    Programs.run("chown", ACCOUNT, file.toString()).well();
    Files.move(file, folder.resolve("new").resolve(name));
  }

  /** A mail as it lies in a user's mailbox. */
  Path delivered(String user, Mail mail) throws IOException {
    try (Stream<Path> files = Files.walk(scratch.path("dovecot/home").resolve(user))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (file.toString().matches(".*/(new|cur)/[^/]*")
            && Files.readString(file, StandardCharsets.ISO_8859_1).contains(mail.id())) {
          return file;
        }
      }
    }
    throw new AssertionError(user + " has no " + mail.id());
  }

  /** What its header fields of a name say there, without what they are folded into. */
  List<String> fields(String user, Mail mail, String name) throws IOException {
    List<String> found = new ArrayList<>();
    for (String line : Files.readAllLines(delivered(user, mail), StandardCharsets.ISO_8859_1)) {
      if (line.isEmpty()) {
        return found;
      }
      if (line.regionMatches(true, 0, name + ":", 0, name.length() + 1)) {
        found.add(line.substring(name.length() + 1).strip());
      }
    }
    return found;
  }

  /** A mail program of one of the users, which the scratch directory owns. */
  ImapUser user(String name) throws Exception {
    ImapUser user = ImapUser.connect(imap, name);
    return scratch.owns(user, user::close);
  }

  /** Has another of Dovecot's programs run with its configuration. */
  Programs.Ended run(String program, String... arguments) throws IOException {
    String[] command = new String[arguments.length + 3];
    command[0] = program;
    command[1] = "-c";
    command[2] = scratch.path("dovecot/dovecot.conf").toString();
    System.arraycopy(arguments, 0, command, 3, arguments.length);
    return Programs.run(command);
  }

  /** What it logged. */
  String log() throws IOException {
    return Files.readString(scratch.path("dovecot/dovecot.log"));
  }

  /** What it complained of. */
  List<String> problems() throws IOException {
    Path log = scratch.path("dovecot/dovecot.log");
    try (Stream<String> lines = Files.lines(log)) {
      return lines.filter(line -> line.matches(".*: (Error|Fatal|Panic|Warning): .*")).toList();
    }
  }
}
