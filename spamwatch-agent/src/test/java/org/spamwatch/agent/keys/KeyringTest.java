package org.spamwatch.agent.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.agent.vote.VoteVerifier;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.SigningKey;

final class KeyringTest {
  private static final Id REALM = Id.ofHex("aa");
  private static final long NOW = 1_700_000_000_000_000L;

  private static final Id SITE = Id.ofHex("c0");

  private final Path directory;

  KeyringTest(@TempDir Path parent) {
    directory = parent.resolve("keys");
  }

  private static Vote vote(Voter voter, long nowMicros) throws KeyException {
    return voter.vote(
        REALM,
        SITE,
        Id.ofHex("01"),
        List.of(Id.ofHex("02")),
        VoteValue.SPAM,
        VoteOrigin.API,
        nowMicros);
  }

  @Test
  void theNodeKeyStaysAndNamesTheNode() throws Exception {
    SigningKey made = new Keyring(directory).node();
    SigningKey read = new Keyring(directory).node();
    assertThat(read.verifyingKey()).isEqualTo(made.verifyingKey());
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    sha256.update("spamwatch-node-v1".getBytes(StandardCharsets.US_ASCII));
    assertThat(read.nodeId()).isEqualTo(Id.ofPrefix(sha256.digest(made.verifyingKey().toBytes())));
  }

  @Test
  void onlyTheOwnerMayReadAndNothingHalfWrittenIsLeft() throws Exception {
    new Keyring(directory).node();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.toList()).containsExactly(directory.resolve("node.pem"));
    }
    Path file = directory.resolve("node.pem");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void whoseLastNumberCannotBeReadSignsNothing() throws Exception {
    vote(new Keyring(directory).ownVoter(), NOW);
    Path last = directory.resolve("voter.last");
    Files.write(last, new byte[3]);
    assertThatThrownBy(() -> vote(new Keyring(directory).ownVoter(), NOW))
        .isInstanceOf(KeyException.class)
        .hasMessageContaining("voter.last: damaged; restore it");
    assertThat(last).hasBinaryContent(new byte[3]);
  }

  @Test
  void ofTwoThatCreateAKeyAtOnceBothGetTheFirst() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Id>> ids = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        ids.add(threads.submit(() -> new Keyring(directory).node().nodeId()));
      }
      Id first = ids.get(0).get();
      for (Future<Id> id : ids) {
        assertThat(id.get()).isEqualTo(first);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aVoteIsGenuineAndEachUserHasAVoterOfTheirOwn() throws Exception {
    Keyring keys = new Keyring(directory);
    Vote ada = vote(keys.voter("ada"), NOW);
    Vote bob = vote(keys.voter("bob"), NOW);
    assertThat(VoteVerifier.isSigned(ada)).isTrue();
    assertThat(ada.voter()).isNotEqualTo(bob.voter());
    assertThat(vote(new Keyring(directory).voter("ada"), NOW).voter()).isEqualTo(ada.voter());
  }

  @Test
  void aUsersNameDoesNotShowInTheFiles() throws Exception {
    assertThat(vote(new Keyring(directory).voter("../../etc/ada"), NOW).sequence()).isEqualTo(NOW);
    try (Stream<Path> files = Files.list(directory.resolve("voters"))) {
      assertThat(files.map(file -> String.valueOf(file.getFileName())).toList())
          .hasSize(2)
          .allMatch(name -> name.matches("[0-9a-f]{40}\\.(pem|last)"));
    }
  }

  @Test
  void sequenceNumbersRiseThoughTheClockIsSetBack() throws Exception {
    Vote first = vote(new Keyring(directory).ownVoter(), NOW);
    Vote second = vote(new Keyring(directory).ownVoter(), NOW - 3_600_000_000L);
    Vote third = vote(new Keyring(directory).ownVoter(), NOW + 5);
    assertThat(first.sequence()).isEqualTo(NOW);
    assertThat(second.sequence()).isEqualTo(NOW + 1);
    assertThat(third.sequence()).isEqualTo(NOW + 5);
    assertThat(second.supersedes(first)).isTrue();
  }

  @Test
  void theFirstPinStays() throws Exception {
    Keyring keys = new Keyring(directory);
    assertThat(keys.realm()).isEmpty();
    assertThat(keys.pin(Realm.open(REALM))).isEqualTo(Realm.open(REALM));
    assertThat(keys.pin(Realm.open(Id.ofHex("bb")))).isEqualTo(Realm.open(REALM));
    assertThat(new Keyring(directory).realm()).contains(Realm.open(REALM));
    assertThat(directory.resolve("realm")).hasContent(REALM.toString());
  }

  @Test
  void aClosedRealmIsPinnedWithItsAuthority() throws Exception {
    Keyring keys = new Keyring(directory);
    Realm closed = Realm.closed(keys.node().verifyingKey());
    assertThat(keys.pin(closed)).isEqualTo(closed);
    assertThat(new Keyring(directory).realm()).contains(closed);
    Files.writeString(directory.resolve("realm"), REALM + " " + closed.authority().orElseThrow());
    assertThatThrownBy(keys::realm).hasMessageContaining("not a closed realm: realm aa");
    Files.writeString(directory.resolve("realm"), REALM + " 12");
    assertThatThrownBy(keys::realm).hasMessageContaining("64 hexadecimal digits");
  }

  @Test
  void aSecretThatOthersMayReadIsWarnedOfAndUsed() throws Exception {
    Logger logger = (Logger) LoggerFactory.getLogger(PrivateFiles.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    try {
      Keyring keys = new Keyring(directory);
      SigningKey made = keys.node();
      String token = keys.operatorToken();
      assertThat(lines.list).isEmpty();
      for (String file : List.of("node.pem", "operator")) {
        Files.setPosixFilePermissions(
            directory.resolve(file), PosixFilePermissions.fromString("rw-r-----"));
      }
      assertThat(keys.node().verifyingKey()).isEqualTo(made.verifyingKey());
      assertThat(keys.operatorToken()).isEqualTo(token);
    } finally {
      logger.detachAppender(lines);
    }
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly(
            directory.resolve("node.pem")
                + ": others may read it; run: chmod 600 "
                + directory.resolve("node.pem"),
            directory.resolve("operator")
                + ": others may read it; run: chmod 600 "
                + directory.resolve("operator"));
  }

  @Test
  void aDamagedKeyOrPinIsOneLineAndIsKept() throws Exception {
    Keyring keys = new Keyring(directory);
    Path pem = Files.writeString(directory.resolve("node.pem"), "garbage");
    assertThatThrownBy(keys::node)
        .isInstanceOf(KeyException.class)
        .hasMessageStartingWith(pem + ": it has no PRIVATE KEY block");
    assertThat(pem).hasContent("garbage");
    Files.writeString(directory.resolve("realm"), "zz");
    assertThatThrownBy(keys::realm)
        .hasMessageContaining("not a realm")
        .hasMessageContaining("restore it");
  }

  @Test
  void aFileInThePlaceOfTheDirectoryIsOneLine() throws Exception {
    Files.writeString(directory, "");
    assertThatThrownBy(() -> new Keyring(directory))
        .isInstanceOf(KeyException.class)
        .hasMessageEndingWith("not a directory");
  }
}
