package org.spamwatch.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.access.NoUsers;
import org.spamwatch.agent.config.ConfigurationException;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.config.SettingsReader;
import org.spamwatch.agent.http.HttpPort;
import org.spamwatch.agent.keys.MembershipFile;
import org.spamwatch.agent.keys.RevocationFile;
import org.spamwatch.agent.request.FakePeer;
import org.spamwatch.overlay.identity.Realm;

/** Commands of operators, postmasters and a realm's authority. */
final class AdministrationCommandsTest {
  private final Path directory;
  private final FakePeer peer = new FakePeer();
  private final HttpPort port;
  private final CommandRun commands;

  AdministrationCommandsTest(@TempDir Path directory) throws IOException {
    this.directory = directory;
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    port = HttpPort.open(any, settings(), peer, NoUsers.USERS);
    commands = new CommandRun(directory);
    commands.ask(port.address());
  }

  private static Settings settings() throws IOException {
    try {
      return new SettingsReader(Settings.DEFAULTS).pair("ratelimit.limits=few 2/1h").settings();
    } catch (ConfigurationException e) {
      throw new IOException(e);
    }
  }

  @AfterEach
  void close() {
    port.close();
  }

  @Test
  void aScriptCountsAndThePostmasterSeesWhoIsOverALimit() {
    assertThat(commands.run("ratelimit", "count", "few", "ada@x.example", "a")).isZero();
    assertThat(commands.out()).startsWith("new\tlimit=few\trate=1.00 of=2\n");
    assertThat(commands.run("ratelimit", "count", "few", "ADA@x.example", "A")).isZero();
    assertThat(commands.out()).startsWith("repeat\t");
    assertThat(commands.run("ratelimit", "count", "few", "ada@x.example", "b", "--source", "h"))
        .isZero();
    assertThat(commands.run("ratelimit", "count", "few", "ada@x.example", "c"))
        .isEqualTo(ExitCode.SPAM);
    assertThat(commands.out()).startsWith("over\tlimit=few\trate=2.00 of=2\n");
    assertThat(commands.run("ratelimit", "show", "few", "ada@x.example")).isZero();
    assertThat(commands.out()).startsWith("over\t");
    assertThat(commands.run("ratelimit", "list")).isZero();
    assertThat(commands.out())
        .contains("limit\tfew 2/1h counts=successes over=defer\tkeys=1\tforgotten=0\tbytes=")
        .contains("over\tfew\tada@x.example\ttimes=1\trate=");
    assertThat(commands.run("ratelimit", "list", "--json")).isZero();
    assertThat(commands.out()).startsWith("{\"limits\":[{\"limit\":\"few 2/1h");
    assertThat(commands.run("ratelimit", "forget", "few", "ada@x.example")).isZero();
    assertThat(commands.out()).isEqualTo("forgotten\n");
    assertThat(commands.run("ratelimit", "forget", "few", "ada@x.example")).isZero();
    assertThat(commands.out()).isEqualTo("nothing was known of it\n");
    assertThat(commands.run("ratelimit", "count", "many", "a", "b")).isEqualTo(ExitCode.DATA);
    commands.assertOneLine("404", "there is no such limit", "ratelimit.limits has [few]");
    assertThat(commands.run("ratelimit")).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void aPostmasterListsShowsAndOverrulesACampaign() throws Exception {
    commands.beOperator();
    String guid = FakePeer.MESSAGE.toString();
    assertThat(commands.run("campaign", "list", "--limit", "7")).isZero();
    assertThat(commands.out())
        .hasLineCount(2)
        .contains(guid + " spam=12 ham=1 sites=2 first=2023-11-13T22:13:20Z")
        .contains("schemes=char50 fingerprints=10 kept rule=-")
        .contains("more with --from c0ffee");
    assertThat(peer.campaigns.limits).containsExactly(7);
    assertThat(commands.run("campaign", "list", "--votes", "14")).isZero();
    assertThat(commands.out()).isEqualTo("no campaign is known\n");
    assertThat(commands.run("campaign", "allow", guid, "--note", "a customer's & news")).isZero();
    assertThat(commands.out())
        .hasLineCount(1)
        .contains("rule allow since ", ": a customer's & news");
    assertThat(commands.run("campaign", "show", guid)).isZero();
    assertThat(commands.out())
        .contains("rule=allow")
        .contains("2023-11-13 spam=4     ham=0     ####")
        .contains("2023-11-14 spam=8     ham=1     ####################################-----")
        .contains("through " + FakePeer.SITE)
        .contains("9999-12-31");
    assertThat(commands.run("campaign", "list", "--ruled")).isZero();
    assertThat(commands.out()).hasLineCount(1).contains("rule=allow");
    assertThat(commands.run("campaign", "block", guid)).isZero();
    assertThat(commands.run("campaign", "reset", guid)).isZero();
    assertThat(commands.out()).isEqualTo(guid + " rule removed\n");
    assertThat(peer.campaigns.rules.all()).isEmpty();
  }

  @Test
  void aPostmastersMistakesAreOneLineEach() throws Exception {
    String guid = FakePeer.MESSAGE.toString();
    assertThat(commands.run("campaign", "allow", guid)).isNotZero();
    commands.assertOneLine("operator");
    commands.beOperator();
    assertThat(commands.run("campaign")).isEqualTo(ExitCode.USAGE);
    commands.assertOneLine("list, show, allow, block or reset");
    assertThat(commands.run("campaign", "reset", guid)).isEqualTo(ExitCode.DATA);
    commands.assertOneLine("there is no rule on it");
    assertThat(commands.run("campaign", "allow", "xyz")).isEqualTo(ExitCode.USAGE);
    commands.assertOneLine("a message's GUID of 40 hexadecimal digits");
    assertThat(commands.run("campaign", "allow", guid, "--note", "n".repeat(201)))
        .isEqualTo(ExitCode.USAGE);
    commands.assertOneLine("allowed are 200 characters");
    assertThat(commands.run("campaign", "list", "--limit", "201")).isEqualTo(ExitCode.USAGE);
    assertThat(commands.run("campaign", "show", "aa".repeat(20))).isEqualTo(ExitCode.DATA);
    commands.assertOneLine("404", "knows nothing of that message");
    peer.campaigns.failing = true;
    assertThat(commands.run("campaign", "block", guid)).isEqualTo(ExitCode.DATA);
    commands.assertOneLine("in force but not on disk: no space");
  }

  @Test
  void anAuthorityRevokesAndTakesBack() throws Exception {
    String key = directory.resolve("authority.pem").toString();
    String list = directory.resolve("list").toString();
    assertThat(commands.run("authority", "init", "--key", key)).isZero();
    String realm = commands.out().lines().findFirst().orElseThrow().substring("realm ".length());
    String node = "aa".repeat(20);
    String voter = "bb".repeat(20);
    String[] first = {"authority", "revoke", "--key", key, "--list", list, "--node", node};
    assertThat(commands.run(first)).isZero();
    assertThat(commands.out()).hasLineCount(1).contains("realm " + realm, "nodes=1 voters=0");
    long sequence = RevocationFile.read(Path.of(list)).orElseThrow().list().sequence();
    assertThat(commands.run("authority", "revoke", "--key", key, "--list", list, "--voter", voter))
        .isZero();
    assertThat(commands.out()).contains("nodes=1 voters=1");
    assertThat(commands.run("authority", "list", "--list", list)).isZero();
    assertThat(commands.out()).hasLineCount(3).contains("node " + node, "voter " + voter);
    assertThat(commands.run("authority", "revoke", "--key", key, "--list", list, "--restore", node))
        .isZero();
    RevocationFile last = RevocationFile.read(Path.of(list)).orElseThrow();
    assertThat(last.list().nodes()).isEmpty();
    assertThat(last.list().sequence()).isGreaterThanOrEqualTo(sequence + 2);

    assertThat(commands.run("authority", "revoke", "--key", key, "--list", list, "--restore", node))
        .isEqualTo(ExitCode.DATA);
    commands.assertOneLine("not on the list");
    assertThat(commands.run("authority", "revoke", "--key", key, "--list", list))
        .isEqualTo(ExitCode.USAGE);
    assertThat(commands.run("authority", "revoke", "--key", key, "--list", list, "--node", "xyz"))
        .isEqualTo(ExitCode.USAGE);
    String other = directory.resolve("other.pem").toString();
    assertThat(commands.run("authority", "init", "--key", other)).isZero();
    assertThat(commands.run("authority", "revoke", "--key", other, "--list", list, "--node", node))
        .isEqualTo(ExitCode.DATA);
    commands.assertOneLine("of another authority");
    Files.writeString(Path.of(list), "garbage");
    assertThat(commands.run("authority", "list", "--list", list)).isEqualTo(ExitCode.DATA);
    commands.assertOneLine("no revocation list");
  }

  @Test
  void anAuthorityBeginsARealmAndAdmitsAPeer() throws Exception {
    String key = directory.resolve("authority.pem").toString();
    String node = directory.resolve("node").toString();
    assertThat(commands.run("authority", "init", "--key", key)).isZero();
    List<String> begun = commands.out().lines().toList();
    assertThat(begun.get(0)).matches("realm [0-9a-f]{40}");
    assertThat(begun.get(1)).matches("authority [0-9a-f]{64}");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(key))))
        .isEqualTo("rw-------");
    assertThat(commands.run("peer", "key", "--data", node)).isZero();
    List<String> peer = commands.out().lines().toList();
    assertThat(peer.get(0)).matches("node [0-9a-f]{40}");
    String digits = peer.get(1).substring("key ".length());

    assertThat(commands.run("authority", "admit", "--key", key, "--node", digits)).isZero();
    Path file = directory.resolve("membership");
    Files.writeString(file, commands.out());
    MembershipFile printed = MembershipFile.read(file);
    assertThat(printed.node()).hasToString(digits);
    assertThat(Duration.between(printed.from(), printed.to())).isEqualTo(Duration.ofDays(90));
    Realm realm = Realm.closed(printed.authority());
    assertThat(begun.get(0)).endsWith(realm.id().toString());
    assertThat(printed.objection(realm, printed.node(), Instant.now())).isEmpty();

    String pem = directory.resolve("node/node.pem").toString();
    String[] again = {
      "authority", "admit", "--key", key, "--node", pem, "--days", "7", "-o", file.toString()
    };
    assertThat(commands.run(again)).isZero();
    assertThat(commands.out()).isEmpty();
    MembershipFile written = MembershipFile.read(file);
    assertThat(written.node()).isEqualTo(printed.node());
    assertThat(Duration.between(written.from(), written.to())).isEqualTo(Duration.ofDays(7));
  }

  @Test
  void anAuthoritysMistakesAreOneLineEach() throws Exception {
    String key = directory.resolve("authority.pem").toString();
    String digits = "ab".repeat(32);
    assertThat(commands.run("authority", "admit", "--key", key, "--node", digits)).isEqualTo(65);
    commands.assertOneLine("no such key; spamwatch authority init makes one");
    assertThat(commands.run("authority", "init", "--key", key)).isZero();
    assertThat(commands.run("authority", "init", "--key", key)).isEqualTo(65);
    commands.assertOneLine("exists already");
    assertThat(commands.run("authority", "admit", "--key", key)).isEqualTo(64);
    commands.assertOneLine("--node");
    assertThat(commands.run("authority", "admit", "--key", key, "--node", "abc")).isEqualTo(65);
    commands.assertOneLine("abc: no such file");
    assertThat(
            commands.run(
                "authority", "admit", "--key", key, "--node", commands.write("x.pem", "x")))
        .isEqualTo(65);
    commands.assertOneLine("it has no PUBLIC KEY block");
    assertThat(commands.run("authority", "admit", "--key", key, "--node", "00".repeat(32)))
        .isEqualTo(65);
    commands.assertOneLine("anybody can sign under it");
    assertThat(commands.run("authority", "admit", "--key", key, "--node", digits, "--days", "0"))
        .isEqualTo(64);
    commands.assertOneLine("--days 0: allowed is 1 to 3650");
    String nowhere = directory.resolve("none/at/all").toString();
    assertThat(commands.run("authority", "admit", "--key", key, "--node", digits, "-o", nowhere))
        .isEqualTo(74);
    commands.assertOneLine("cannot be written");
    assertThat(commands.run("authority")).isEqualTo(64);
    commands.assertOneLine("a command is needed: init, admit, revoke or list");
    assertThat(commands.run("peer", "key", "--data", commands.write("file", ""))).isEqualTo(65);
    commands.assertOneLine("not a directory");
  }
}
