package org.spamwatch.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.agent.file.KeptFile;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.node.KnownHost;

final class HostFormatTest {
  private static final Id REALM = Id.ofHex("aa");
  private static final String HEADER = "spamwatch-hosts 1 " + REALM + "\n";
  private static final List<KnownHost> HOSTS =
      List.of(
          new KnownHost(new Contact(Id.ofHex("01"), new Endpoint("192.0.2.7", 9460)), 1_000, 2_000),
          new KnownHost(
              new Contact(Id.ofHex("fe"), new Endpoint("2001:db8::1", 1)), 0, Long.MAX_VALUE));

  @TempDir private Path directory;

  private KeptFile<List<KnownHost>> file() {
    return file(REALM);
  }

  private KeptFile<List<KnownHost>> file(Id realm) {
    return new KeptFile<>(directory.resolve("hosts"), HostFormat.of(realm));
  }

  @Test
  void isReadAsItWasWrittenForItsOwnerAlone() throws IOException {
    file().write(HOSTS.subList(0, 1));
    file().write(HOSTS);
    assertThat(file().readOrSetAside()).contains(HOSTS);
    Path written = directory.resolve("hosts");
    assertThat(written)
        .hasContent(
            HEADER
                + "0100000000000000000000000000000000000000 192.0.2.7:9460 1000 2000\n"
                + "fe00000000000000000000000000000000000000 [2001:db8::1]:1 0 9223372036854775807");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(written)))
        .isEqualTo("rw-------");
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(written);
    }
  }

  @Test
  void withoutAFileNobodyIsRemembered() {
    assertThat(file().readOrSetAside()).isEmpty();
  }

  @Test
  void whatWasKnownInAnotherRealmIsNotUsed() throws IOException {
    file(Id.ofHex("bb")).write(HOSTS);
    assertThat(file().readOrSetAside()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "spamwatch-hosts 2 aa00000000000000000000000000000000000000\n",
        "H nonsense\n",
        "H 01 192.0.2.7:9460 1 2\n",
        "HI 192.0.2.7 1 2\n",
        "HI 192.0.2.7:99999 1 2\n",
        "HI 192.0.2.7:9460 2 1\n",
        "HI 192.0.2.7:9460 -1 1\n",
        "HI 192.0.2.7:9460 1 9223372036854775808\n",
        "HI 192.0.2.7:9460 1 2 3\n",
        "HI 192.0.2.7:9460 1 2\nHI 192.0.2.7:9460 1\n",
      })
  void aDamagedFileIsNotUsedAtAll(String text) throws IOException {
    String line = "0100000000000000000000000000000000000000";
    Files.writeString(
        directory.resolve("hosts"), text.replace("HI", HEADER + line).replace("H ", HEADER));
    String damaged = Files.readString(directory.resolve("hosts"));
    KeptFile<List<KnownHost>> file = file();
    assertThat(file.readOrSetAside()).isEmpty();
    file.write(HOSTS);
    assertThat(file().readOrSetAside()).contains(HOSTS);
    assertThat(Files.readString(directory.resolve("hosts.unread-1"))).isEqualTo(damaged);
  }

  @Test
  void aSecondDamagedFileDoesNotTakeTheFirstOnesPlace() throws IOException {
    for (String text : List.of("one", "two")) {
      Files.writeString(directory.resolve("hosts"), text);
      assertThat(file().readOrSetAside()).isEmpty();
    }
    assertThat(directory.resolve("hosts.unread-1")).hasContent("one");
    assertThat(directory.resolve("hosts.unread-2")).hasContent("two");
  }

  @Test
  void theFirstFormatIsReadForGood() throws IOException {
    try (InputStream golden = HostFormatTest.class.getResourceAsStream("hosts-1.txt")) {
      Files.copy(Objects.requireNonNull(golden), directory.resolve("hosts"));
    }
    assertThat(file().readOrSetAside()).contains(HOSTS);
  }

  @Test
  void aHugeFileIsNotRead() throws IOException {
    String line = "0100000000000000000000000000000000000000 192.0.2.7:9460 1 2\n";
    Files.writeString(directory.resolve("hosts"), HEADER + line.repeat(300));
    assertThat(file().readOrSetAside()).isEmpty();
    Files.writeString(directory.resolve("hosts"), HEADER + line.repeat(30_000));
    assertThat(file().readOrSetAside()).isEmpty();
  }

  @Test
  void aDirectoryInItsPlaceIsOneWarningAndNoFailure() throws IOException {
    Files.createDirectories(directory.resolve("hosts/x"));
    KeptFile<List<KnownHost>> file = file();
    assertThat(file.readOrSetAside()).isEmpty();
    file.write(HOSTS);
    assertThat(directory.resolve("hosts/x")).exists();
  }
}
