package org.spamwatch.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.agent.file.KeptFile;
import org.spamwatch.agent.trust.TrustRecord;
import org.spamwatch.overlay.Id;

class TrustFormatTest {
  private static final Id REALM = Id.ofHex("aa");
  private static final Id SITE = Id.ofHex("51");
  private static final List<TrustRecord> RECORDS =
      List.of(
          new TrustRecord.Account(SITE, Id.ofHex("ada0"), 20, 1, 1_700_000_000_000L),
          new TrustRecord.Voter(SITE, Id.ofHex("be"), 3, 1_700_000_000_001L, Id.ofHex("beef")));

  @TempDir private Path directory;

  private KeptFile<List<TrustRecord>> file() {
    return file(REALM);
  }

  private KeptFile<List<TrustRecord>> file(Id realm) {
    return new KeptFile<>(directory.resolve("trust"), TrustFormat.of(realm));
  }

  @Test
  void whatIsWrittenIsRead() throws Exception {
    assertThat(file().readOrLeaveAlone()).isEmpty();
    file().write(RECORDS);
    file().write(RECORDS);
    assertThat(file().readOrLeaveAlone()).contains(RECORDS);
    assertThat(directory.toFile().list()).containsExactly("trust");
  }

  @Test
  void aFileOfAnotherRealmIsNotUsed() throws Exception {
    file().write(RECORDS);
    assertThat(file(Id.ofHex("bb")).readOrLeaveAlone()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "account",
        "account SITE VOTER 21 0 0",
        "account SITE VOTER -1 0 0",
        "account SITE VOTER 1 0 x",
        "voter SITE VOTER 4 0 VOTER",
        "voter SITE VOTER 0 0 VOTER",
        "voter SITE VOTER 1 -1 VOTER",
        "neither SITE VOTER 1 1 VOTER",
        "voter SITE zz 1 1 VOTER"
      })
  void aDamagedFileIsNotUsed(String line) throws Exception {
    file().write(RECORDS);
    Path path = directory.resolve("trust");
    String damage =
        line.replace("SITE", SITE.toString()).replace("VOTER", Id.ofHex("be").toString());
    Files.writeString(path, Files.readString(path) + damage + "\n");
    isLeftAlone();
  }

  private void isLeftAlone() throws Exception {
    byte[] before = Files.readAllBytes(directory.resolve("trust"));
    KeptFile<List<TrustRecord>> file = file();
    assertThat(file.readOrLeaveAlone()).isEmpty();
    file.write(RECORDS);
    assertThat(directory.resolve("trust")).hasBinaryContent(before);
  }

  @Test
  void aFileOfANewerVersionIsLeftAlone() throws Exception {
    file().write(RECORDS);
    Path path = directory.resolve("trust");
    Files.writeString(path, Files.readString(path).replace("trust 1", "trust 2"));
    isLeftAlone();
  }

  @Test
  void theFirstFormatIsReadForGood() throws Exception {
    try (InputStream golden = TrustFormatTest.class.getResourceAsStream("trust-1.txt")) {
      Files.copy(Objects.requireNonNull(golden), directory.resolve("trust"));
    }
    assertThat(file().readOrLeaveAlone()).contains(RECORDS);
  }

  @Test
  void anEndlessLineIsNoRecord() throws Exception {
    Files.writeString(directory.resolve("trust"), "x".repeat(1_000_000));
    isLeftAlone();
  }

  @Test
  void aHugeFileIsNotRead() throws Exception {
    String line = "account " + SITE + " " + SITE + " 1 1 1\n";
    Files.writeString(
        directory.resolve("trust"), "spamwatch-trust 1 " + REALM + "\n" + line.repeat(250_000));
    isLeftAlone();
  }
}
