package org.spamwatch.clients;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/**
 * Sendmail from Debian's packages, which are not installed (where another mail server is they
 * cannot be), with a configuration made by its own macros and a queue of its own: takes mail at a
 * free port of loopback, shows it to a milter, and delivers it to an LMTP server. Needs root, as
 * Sendmail changes its account and is shown a host name with a domain, without which it waits a
 * minute.
 */
final class Sendmail {
  private final Scratch scratch;
  private final int smtp;

  private Sendmail(Scratch scratch, int lmtp, String more) throws Exception {
    this.scratch = scratch;
    smtp = scratch.freePort();
    Path program =
        DebianPackages.unpacked("sendmail-bin", scratch).resolve("usr/libexec/sendmail/sendmail");
    String missing = Programs.run("ldd", program.toString()).out();
    Assumptions.assumeFalse(missing.contains("not found"), missing);
    Path macros = DebianPackages.unpacked("sendmail-cf", scratch).resolve("usr/share/sendmail/cf");
    Path directory = scratch.directory("sendmail");
    Files.setPosixFilePermissions(
        scratch.directory("sendmail/queue"), PosixFilePermissions.fromString("rwx------"));
    scratch.write("sendmail/switch", "hosts files\naliases files\npasswd files\n");
    Path source =
        scratch.fromTemplate(
            "sendmail.mc",
            "sendmail/sendmail.mc",
            Map.of(
                "CF", macros + "/",
                "DIR", directory.toString(),
                "SMTP", Integer.toString(smtp),
                "LMTP", Integer.toString(lmtp),
                "MORE", more));
    String made = Programs.run("m4", "-D_CF_DIR_=" + macros + "/", source.toString()).well().out();
    Path configuration = scratch.write("sendmail/sendmail.cf", made);
    String start = "hostname mx.generated.example && exec \"$0\" -bD -q5s -C \"$1\" -X \"$2\"";
    Daemon.start(
            scratch,
            "sendmail",
            "unshare",
            "--uts",
            "sh",
            "-c",
            start,
            program.toString(),
            configuration.toString(),
            scratch.path("sendmail/sessions").toString())
        .awaitPort(smtp);
  }

  /**
   * Starts one, which the scratch directory owns, and waits until it serves.
   *
   * @param lmtp where it delivers to
   * @param more lines of sendmail.mc before those of the mailers
   */
  static Sendmail start(Scratch scratch, int lmtp, String more) throws Exception {
    DebianPackages.needRoot("run Sendmail");
    DebianPackages.installed("m4");
    return new Sendmail(scratch, lmtp, more);
  }

  /** Where it takes mail. */
  int port() {
    return smtp;
  }

  /** What was said over its connections. */
  String log() throws IOException {
    Path log = scratch.path("sendmail/sessions");
    return Files.exists(log) ? Files.readString(log, StandardCharsets.ISO_8859_1) : "";
  }
}
