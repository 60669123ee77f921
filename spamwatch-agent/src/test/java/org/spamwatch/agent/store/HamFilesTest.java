package org.spamwatch.agent.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.ham.HamConfig;
import org.spamwatch.agent.ham.HamPart;
import org.spamwatch.agent.ham.HamSource;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.ham.OwnHam;
import org.spamwatch.agent.vote.SeededVoter;
import org.spamwatch.ata.fingerprint.Scheme;

/** Own ham on a disk that is not always well. */
class HamFilesTest {
  private static final long NOW = 1_700_000_000_000L;

  private final Path data;
  private final HamFiles files;
  private final OwnHam ham = empty();

  HamFilesTest(@TempDir Path data) {
    this.data = data;
    files = new HamFiles(data);
  }

  private static OwnHam empty() {
    return new OwnHam(HamConfig.DEFAULT, new SplittableRandom(1)::nextLong);
  }

  private void learn(HamSource source, long seed) throws IOException {
    MailFeatures mail = new MailFeatures(List.of(SeededVoter.vector(seed)), List.of());
    ham.learn(source, mail, OptionalLong.empty(), NOW);
    files.write(ham.takeChanges());
  }

  private List<Path> onDisk() throws IOException {
    try (Stream<Path> all = Files.list(data.resolve("ham"))) {
      return new ArrayList<>(all.sorted().toList());
    }
  }

  private OwnHam read() {
    OwnHam again = empty();
    new HamFiles(data).read().forEach(again::restore);
    return again;
  }

  @Test
  void whatWasWrittenIsReadAndOnlyItsOwnerMayReadIt() throws Exception {
    assertThat(read().state().generations()).isEmpty();
    assertThat(data.resolve("ham")).doesNotExist();
    learn(HamSource.SENT, 1);
    learn(HamSource.LIST, 2);
    learn(HamSource.LIST, 3);
    assertThat(read().state()).isEqualTo(ham.state());
    assertThat(onDisk())
        .extracting(file -> file.getFileName().toString())
        .containsExactly("list-1697760000000-0.ham", "sent-1697760000000-0.ham");
    for (Path file : onDisk()) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve("ham"))))
        .isEqualTo("rwx------");
    ham.forget(Optional.of(HamSource.LIST), OptionalLong.empty());
    files.write(ham.takeChanges());
    assertThat(onDisk()).hasSize(1);
    assertThat(read().state()).isEqualTo(ham.state());
  }

  @Test
  void theFirstFormatIsReadForGood() throws Exception {
    String name = "sent-1697760000000-0.ham";
    Files.createDirectory(data.resolve("ham"));
    try (InputStream golden = HamFilesTest.class.getResourceAsStream(name + ".gz");
        InputStream part = new GZIPInputStream(Objects.requireNonNull(golden))) {
      Files.copy(part, data.resolve("ham").resolve(name));
    }
    OwnHam read = read();
    assertThat(SeededVoter.vector(1).keys())
        .allMatch(key -> read.contains(Scheme.CHAR50, key.high()));
  }

  @Test
  void aFileOfANewerVersionIsSetAside() throws Exception {
    learn(HamSource.SENT, 1);
    Path part = onDisk().get(0);
    byte[] bytes = Files.readAllBytes(part);
    bytes[3] = '2';
    Files.write(part, bytes);
    assertThat(files.read()).isEmpty();
    assertThat(part.resolveSibling(part.getFileName() + ".unread-1")).hasBinaryContent(bytes);
  }

  @Test
  void aDamagedFileIsSetAsideAndTheOthersAreRead() throws Exception {
    learn(HamSource.SENT, 1);
    learn(HamSource.LIST, 2);
    learn(HamSource.KEPT, 3);
    learn(HamSource.DIRECTORY, 4);
    List<Path> all = onDisk();
    byte[] bytes = Files.readAllBytes(all.get(0));
    bytes[1000] ^= 1;
    Files.write(all.get(0), bytes);
    Files.write(all.get(1), new byte[0]);
    Files.move(all.get(2), all.get(2).resolveSibling("sent-5-0.ham"));
    Files.write(data.resolve("ham").resolve("huge.ham"), new byte[HamPart.MAX_BYTES + 1]);
    Files.createDirectory(data.resolve("ham").resolve("folder.ham"));
    OwnHam again = read();
    assertThat(again.state().generations())
        .extracting(generation -> generation.source())
        .containsExactly(HamSource.SENT);
    assertThat(onDisk().stream().map(Path::toString).filter(name -> name.contains(".unread-")))
        .hasSize(4);
    assertThat(read().state()).isEqualTo(again.state()); // and only once
  }

  @Test
  void aDraftThatACrashLeftIsNoPart() throws Exception {
    learn(HamSource.SENT, 1);
    Files.write(data.resolve("ham/.123.new"), new byte[10]);
    assertThat(read().state()).isEqualTo(ham.state());
  }

  @Test
  void aDiskThatFailsSaysSoAndLeavesWhatWasThere() throws Exception {
    learn(HamSource.SENT, 1);
    byte[] before = Files.readAllBytes(onDisk().get(0));
    Files.setPosixFilePermissions(
        data.resolve("ham"), PosixFilePermissions.fromString("r-x------"));
    try {
      if (!Files.isWritable(data.resolve("ham"))) { // root may write all the same
        assertThatThrownBy(() -> learn(HamSource.SENT, 2)).isInstanceOf(IOException.class);
        assertThat(Files.readAllBytes(onDisk().get(0))).isEqualTo(before);
      }
    } finally {
      Files.setPosixFilePermissions(
          data.resolve("ham"), PosixFilePermissions.fromString("rwx------"));
    }
    Path other = data.resolve("other");
    Files.createDirectory(other);
    Files.createFile(other.resolve("ham"));
    HamFiles blocked = new HamFiles(other);
    assertThat(blocked.read()).isEmpty();
    ham.learn(
        HamSource.SENT,
        new MailFeatures(List.of(SeededVoter.vector(9)), List.of()),
        OptionalLong.empty(),
        NOW);
    assertThatThrownBy(() -> blocked.write(ham.takeChanges())).isInstanceOf(IOException.class);
  }
}
