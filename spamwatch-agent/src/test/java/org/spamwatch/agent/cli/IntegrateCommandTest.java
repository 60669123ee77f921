package org.spamwatch.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.access.NoUsers;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.config.SettingsReader;
import org.spamwatch.agent.http.HttpPort;
import org.spamwatch.agent.request.FakePeer;

/** {@code spamwatch integrate}, and every snippet that it prints. */
final class IntegrateCommandTest {
  private static final Path PAGES = Path.of("../docs/integrations");
  private static final int LONGEST_TITLE = 90;

  private final Path directory;

  /** Nobody listens there. */
  private String peer = "unix:/nowhere";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  IntegrateCommandTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private int run(String... arguments) {
    out.reset();
    err.reset();
    Console console =
        new Console(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            false,
            Map.of("SPAMWATCH_HOME", "/opt/spamwatch", "SPAMWATCH_PEER", peer),
            new Places(config(), directory.resolve("data"), directory.resolve("user")));
    return SpamWatch.run(console, arguments);
  }

  private Path config() {
    return directory.resolve("spamwatch.toml");
  }

  private String out() {
    return out.toString(UTF_8);
  }

  @Test
  void everySnippetIsListedSaysHowToTestItAndHasAPage() throws IOException {
    assertThat(run("integrate")).isZero();
    String list = out();
    String table = Files.readString(PAGES.resolve("README.md"));
    assertThat(Snippet.all()).isNotEmpty();
    for (Snippet snippet : Snippet.all()) {
      String name = snippet.name();
      assertThat(name).matches("[a-z]+");
      assertThat(list).contains(String.format("%-14s %s%n", name, snippet.title()));
      assertThat(snippet.text()).as(name).startsWith("# " + name + ": ");
      assertThat(snippet.title()).as(name).isNotEmpty().hasSizeLessThan(LONGEST_TITLE);
      assertThat(snippet.placeholders()).as(name).isSubsetOf(OwnAddresses.placeholders());
      assertThat(snippet.text()).as(name).contains("Test: ");
      assertThat(PAGES.resolve(name + ".md")).exists();
      assertThat(table).contains("](" + name + ".md)");
      assertThat(run("integrate", name)).isZero();
      assertThat(out()).as(name).contains("docs/integrations/" + name + ".md");
      assertThat(new Snippet(name, out()).placeholders()).as(name).isEmpty();
    }
  }

  @Test
  void aSnippetNamesThePlacesOfTheConfiguration() throws IOException {
    Files.writeString(
        config(), "[http]\nlisten = \"0.0.0.0:4711\"\ntoken = \"0123456789abcdef\"\n");
    assertThat(run("integrate", "evolution")).isZero();
    assertThat(err.toString(UTF_8)).hasLineCount(1).contains("no peer at unix:/nowhere");
    assertThat(out())
        .contains("echo http://127.0.0.1:4711 >", "command /opt/spamwatch/integrations/")
        .doesNotContain("0123456789abcdef", "First");
  }

  @Test
  void whatThePeerMustBeSetToFirstIsSaid() throws Exception {
    List<String> asked = List.of("http", "http.socket", "spamd.host", "spamd.port", "home");
    assertThat(addresses().missing(asked))
        .isEqualTo(
            "[http]\nsocket = \"/run/spamwatch/http\"\n[spamd]\nlisten = \"127.0.0.1:11783\"\n");
    assertThat(addresses().value("spamd.port")).isEqualTo("11783");
    Files.writeString(config(), "[http]\nsocket = \"/run/mine mode=0660\"\n");
    assertThat(addresses().missing(List.of("http", "http.socket"))).isEmpty();
    assertThat(addresses().value("http.socket")).isEqualTo("/run/mine");
  }

  private OwnAddresses addresses() throws Exception {
    SettingsReader reader = new SettingsReader(Settings.DEFAULTS);
    if (Files.exists(config())) {
      reader.file(config());
    }
    return OwnAddresses.of(PortSetting.places(reader.settings()), "/opt/spamwatch", config());
  }

  @Test
  void aProgramThatIsNotKnownIsAnsweredByThoseThatAre() {
    assertThat(run("integrate", "hotmale")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(UTF_8)).hasLineCount(1).contains("hotmale: there are ", "systemd");
    assertThat(out()).isEmpty();
  }

  @Test
  void aConfigurationThatIsWrongIsSaid() throws IOException {
    Files.writeString(config(), "nonsense = 1\n");
    assertThat(run("integrate", "systemd")).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err.toString(UTF_8)).endsWith("\n").contains("unknown setting nonsense");
  }

  @Test
  void aRunningPeerSaysWhereItIsAskedWhateverTheConfigurationSays() throws IOException {
    Files.writeString(config(), "nonsense = 1\n");
    Settings settings =
        Settings.DEFAULTS.with(
            PortSetting.SPAMD_LISTEN, Optional.of(ListenAddress.parse("127.0.0.1:4712")));
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (HttpPort port = HttpPort.open(any, settings, new FakePeer(), NoUsers.USERS)) {
      peer = "http://127.0.0.1:" + port.address().getPort();
      assertThat(run("integrate", "rspamd")).isZero();
      assertThat(out()).contains("servers = \"127.0.0.1:4712\"").doesNotContain("First");
      assertThat(run("integrate", "evolution")).isZero();
      assertThat(out()).contains("echo " + peer + " >");
      assertThat(err.toString(UTF_8)).isEmpty();
    }
  }
}
