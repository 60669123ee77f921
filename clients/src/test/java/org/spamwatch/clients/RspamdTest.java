package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * rspamd with the distribution's configuration and, in {@code local.d}, what {@code spamwatch
 * integrate rspamd} prints. It asks no name server and no other host.
 */
final class RspamdTest {
  private static final Pattern FILE = Pattern.compile("# /etc/rspamd/(local\\.d/[a-z_.]+):.*");

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Map<String, String> files = new HashMap<>();

  /** The files in what is printed: behind a comment that names each. */
  private void take(String printed) {
    String name = "";
    for (String line : printed.lines().toList()) {
      var start = FILE.matcher(line);
      if (start.matches()) {
        name = start.group(1);
      } else if (!name.isEmpty()) {
        files.merge(name, line + "\n", String::concat);
      }
    }
  }

  private void start(Scratch scratch, int port) throws Exception {
    String run = scratch.directory("rspamd/run").toString();
    files.put(
        "local.d/options.inc",
        "dns { nameserver = [\"127.0.0.1:9\"]; timeout = 0.1s; retransmits = 1; }\n"
            + "pidfile = \""
            + run
            + "/pid\"; control_socket = \""
            + run
            + "/control\";\n"
            + "tempdir = \""
            + run
            + "\"; hs_cache_dir = \""
            + run
            + "\";\n");
    files.put("local.d/worker-normal.inc", "bind_socket = \"127.0.0.1:" + port + "\"; count = 1;");
    for (String worker : List.of("controller", "proxy", "fuzzy")) {
      files.put("local.d/worker-" + worker + ".inc", "enabled = false;");
    }
    files.put("local.d/logging.inc", "type = \"console\"; level = \"info\";");
    for (Map.Entry<String, String> file : files.entrySet()) {
      scratch.write("rspamd/" + file.getKey(), file.getValue());
    }
    Programs.run("chown", "-R", "_rspamd", scratch.path("rspamd").toString()).well();
    Daemon rspamd =
        Daemon.start(
            scratch,
            "rspamd",
            "rspamd",
            "-f",
            "-u",
            "_rspamd",
            "-g",
            "_rspamd",
            "-c",
            "/etc/rspamd/rspamd.conf",
            "--var=LOCAL_CONFDIR=" + scratch.path("rspamd"),
            "--var=DBDIR=" + run,
            "--var=RUNDIR=" + run,
            "--var=LOGDIR=" + run);
    // it compiles all top-level domains first
    Awaiting.until("rspamd serves", PATIENCE, () -> rspamd.log().contains("is starting, build id"));
    rspamd.awaitPort(port);
  }

  private static String scanned(int port, Mail mail) throws Exception {
    return Programs.run(mail.bytes(), "rspamc", "-h", "127.0.0.1:" + port, "symbols").well().out();
  }

  @Test
  void asksThePeerAboutEveryMailAndNeedsItForNone() throws Exception {
    DebianPackages.installed("rspamd");
    DebianPackages.needRoot("run rspamd");
    try (Scratch scratch = Scratch.make()) {
      RunningPeer peer = RunningPeer.start(scratch, "spamd.listen=127.0.0.1:" + scratch.freePort());
      take(peer.spamwatch("somebody", new byte[0], "integrate", "rspamd").well().out());
      assertThat(files.keySet())
          .containsExactlyInAnyOrder("local.d/external_services.conf", "local.d/groups.conf");
      int port = scratch.freePort();
      start(scratch, port);
      assertThat(scanned(port, Mails.spam(1))).doesNotContain("SPAMWATCH");
      String http = peer.url().getAuthority();
      Programs.run(Mails.spam(1).bytes(), "rspamc", "-h", http, "learn_spam").well();
      assertThat(scanned(port, Mails.spamVariant(1, 2))).contains("Symbol: SPAMWATCH (6.00)");
      assertThat(scanned(port, Mails.ham(1))).doesNotContain("SPAMWATCH");
      peer.stop();
      assertThat(scanned(port, Mails.spam(1)))
          .contains("Symbol: SPAMWATCH_FAIL (0.00)", "Action: ")
          .doesNotContain("SPAMWATCH (");
    }
  }
}
