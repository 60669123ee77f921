package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** SpamAssassin with its own rules and the plug-in, as its page has it installed. */
final class SpamAssassinTest {
  private static final Path CONFIGURATION = Path.of("/etc/spamassassin");

  @BeforeEach
  void install() throws Exception {
    DebianPackages.installed("spamassassin", "spamc", "spamd");
  }

  /** What the page has copied, and what keeps SpamAssassin from asking others. */
  private static Path site(Scratch scratch, RunningPeer peer, String... more) throws Exception {
    Path site = scratch.directory("site");
    try (Stream<Path> files = Files.list(CONFIGURATION)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".pre")).toList()) {
        Files.copy(file, site.resolve(file.getFileName()));
      }
    }
    for (String name : List.of("SpamWatch.pm", "spamwatch.pre", "spamwatch.cf")) {
      Files.copy(Scratch.ofProject("integrations/spamassassin/" + name), site.resolve(name));
    }
    List<String> lines = new ArrayList<>();
    lines.add("spamwatch_peer " + peer.url());
    lines.add("dns_available no");
    lines.add("bayes_path " + scratch.directory("home").resolve("bayes"));
    lines.add("use_razor2 0\nuse_pyzor 0");
    lines.add("spamcop_max_report_size 1");
    lines.add("add_header all SpamWatch _SPAMWATCH_");
    lines.addAll(List.of(more));
    Files.writeString(site.resolve("local.cf"), String.join("\n", lines) + "\n");
    return site;
  }

  private static Programs.Ended spamassassin(Path site, Mail mail, String... options)
      throws Exception {
    List<String> command = new ArrayList<>(List.of("spamassassin", "-x"));
    command.addAll(List.of("--siteconfigpath=" + site, "--prefspath=/dev/null"));
    command.addAll(List.of(options));
    String home = site.resolveSibling("home").toString();
    return Programs.run(command, mail.bytes(), Map.of("HOME", home));
  }

  @Test
  void checksReportsAndRevokes() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      RunningPeer peer = RunningPeer.start(scratch);
      Path site = site(scratch, peer);
      spamassassin(site, Mails.ham(1), "--lint").well();
      String before = spamassassin(site, Mails.spam(1)).well().out();
      assertThat(before).contains("X-Spam-SpamWatch: votes=0/0").doesNotContain("SPAMWATCH");
      assertThat(spamassassin(site, Mails.spam(1), "-r").well().err()).doesNotContain("spamwatch:");
      String after = spamassassin(site, Mails.spamVariant(1, 2)).well().out();
      assertThat(after).contains("X-Spam-SpamWatch: votes=1/0", "X-Spam-Flag: YES", "SPAMWATCH");
      assertThat(after).doesNotContain("SPAMWATCH_FIVE");
      assertThat(peer.check(Mails.spam(1))).startsWith("spam\tvotes=1/0");
      spamassassin(site, Mails.spam(1), "-k").well();
      String taken = spamassassin(site, Mails.spamVariant(1, 3)).well().out();
      assertThat(taken).contains("X-Spam-SpamWatch: votes=0/1").doesNotContain("X-Spam-Flag");
      assertThat(peer.check(Mails.spam(1))).startsWith("unknown\tvotes=0/1");
    }
  }

  @Test
  void asksOverTheSocketAndCountsVoters() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      Path socket = scratch.path("http");
      RunningPeer peer = RunningPeer.start(scratch, "http.socket=" + socket);
      Path site = site(scratch, peer, "spamwatch_peer unix:" + socket, "spamwatch_name_user 1");
      for (String user : List.of("ann", "bob", "carl", "dora")) {
        spamassassin(site, Mails.spam(1), "-r", "-u", user).well();
      }
      assertThat(spamassassin(site, Mails.spam(1)).out())
          .contains("votes=4/0", "SPAMWATCH")
          .doesNotContain("SPAMWATCH_FIVE");
      spamassassin(site, Mails.spam(1), "-r", "-u", "emma").well();
      assertThat(spamassassin(site, Mails.spam(1)).out()).contains("votes=5/0", "SPAMWATCH_FIVE");
    }
  }

  @Test
  void spamdAsksThePeerTooAndVouchesForItsUsers() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      RunningPeer peer = RunningPeer.start(scratch, "users.vouch=mail");
      Path site = site(scratch, peer, "spamwatch_name_user 1");
      int port = scratch.freePort();
      Daemon.start(
              scratch,
              "spamd",
              "/usr/sbin/spamd",
              "--siteconfigpath=" + site,
              "--helper-home-dir=" + scratch.path("home"),
              "--nouser-config",
              "--username=mail",
              "--allow-tell",
              "--max-children=2",
              "--port=" + port,
              "--listen=127.0.0.1",
              "--pidfile=" + scratch.path("spamd.pid"),
              "--syslog=stderr")
          .awaitPort(port);
      String[] spamc = {"spamc", "-d", "127.0.0.1", "-p", Integer.toString(port)};
      assertThat(Programs.run(Mails.spam(1).bytes(), spamc).well().out())
          .contains("X-Spam-SpamWatch: votes=0/0");
      peer.callsSpam(Mails.spam(1));
      for (int copy = 2; copy < 8; copy++) {
        assertThat(Programs.run(Mails.spamVariant(1, copy).bytes(), spamc).well().out())
            .contains("X-Spam-SpamWatch: votes=1/0", "X-Spam-Flag: YES");
      }
      for (String user : List.of("ann", "bob", "ann")) {
        List<String> report = new ArrayList<>(List.of(spamc));
        report.addAll(List.of("-C", "report", "-u", user));
        Programs.run(report, Mails.spam(2).bytes(), Map.of()).well();
      }
      assertThat(peer.check(Mails.spam(2))).startsWith("spam\tvotes=2/0");
      peer.stop();
      assertThat(Programs.run(Mails.spam(1).bytes(), spamc).well().out())
          .contains("X-Spam-SpamWatch: not checked", Mails.spam(1).id())
          .doesNotContain("X-Spam-Flag");
    }
  }

  @Test
  void withThePeerDownMailFlowsAndALostVoteIsSaid() throws Exception {
    try (Scratch scratch = Scratch.make()) {
      RunningPeer peer = RunningPeer.start(scratch);
      Path site = site(scratch, peer);
      peer.callsSpam(Mails.spam(1));
      peer.stop();
      assertThat(spamassassin(site, Mails.spam(1)).well().out())
          .contains(Mails.spam(1).id(), "X-Spam-SpamWatch: not checked")
          .doesNotContain("X-Spam-Flag");
      for (String act : List.of("-r", "-k")) {
        assertThat(spamassassin(site, Mails.spam(1), act).err())
            .contains("spamwatch: no vote for ", "Connection refused");
      }
    }
  }
}
