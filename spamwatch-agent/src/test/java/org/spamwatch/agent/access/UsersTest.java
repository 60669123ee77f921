package org.spamwatch.agent.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file of users, and how a running peer follows it. */
class UsersTest {
  private static final String HEAD = "spamwatch-users 1\n";

  @TempDir private Path directory;
  private UserFile file;
  private long nanos;

  @BeforeEach
  void none() {
    file = new UserFile(directory);
  }

  private Users users() throws IOException {
    return Users.in(directory, () -> nanos);
  }

  private void aSecondLater() {
    nanos += 1_000_000_000;
  }

  @Test
  void aTokenIsItsUsersAndNobodyReadsItFromTheFile() throws Exception {
    String token = file.addWithToken("alice");
    String other = file.addWithToken("bob");
    file.addAccount("carol");
    assertThat(token).matches("[0-9a-f]{64}").isNotEqualTo(other);
    Path text = directory.resolve("users");
    assertThat(Files.readString(text)).startsWith(HEAD).doesNotContain(token, other);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(text)))
        .isEqualTo("rw-------");
    assertThat(users().ofToken(token)).map(User::name).hasValue("alice");
    assertThat(users().ofToken(other)).map(User::name).hasValue("bob");
    assertThat(users().isUser("carol")).isTrue();
    assertThat(new UserFile(directory).list())
        .extracting(User::name)
        .containsExactly("alice", "bob", "carol");
  }

  @Test
  void noOtherTextIsAToken() throws Exception {
    String token = file.addWithToken("alice");
    file.addAccount("carol");
    Users users = users();
    Random random = new Random(1);
    List<String> wrong =
        new ArrayList<>(List.of("", "-", token + " ", token.toUpperCase(Locale.ROOT)));
    wrong.add(TokenHash.of(token).toString());
    for (int i = 0; i < token.length(); i++) {
      char digit = Character.forDigit(random.nextInt(16), 16);
      wrong.add(token.substring(0, i) + digit + token.substring(i + 1));
      wrong.add(token.substring(0, i));
    }
    wrong.removeIf(token::equals);
    assertThat(wrong).hasSizeGreaterThan(100).allMatch(text -> users.ofToken(text).isEmpty());
  }

  @Test
  void aRunningPeerFollowsWithinASecond() throws Exception {
    Users users = users();
    assertThat(users.haveTokens()).isFalse();
    String token = file.addWithToken("alice");
    assertThat(users.ofToken(token)).isEmpty(); // it has looked just now
    aSecondLater();
    assertThat(users.ofToken(token)).isPresent();
    assertThat(users.haveTokens()).isTrue();
    file.remove("alice");
    aSecondLater();
    assertThat(users.ofToken(token)).isEmpty();
    String second = file.addWithToken("alice");
    users.reload();
    assertThat(users.ofToken(second)).isPresent();
    assertThat(users.ofToken(token)).isEmpty();
    Files.delete(directory.resolve("users"));
    aSecondLater();
    assertThat(users.isUser("alice")).isFalse();
  }

  @Test
  void aDamagedFileChangesNothingInARunningPeerAndStopsAStart() throws Exception {
    String token = file.addWithToken("alice");
    Users users = users();
    Files.writeString(directory.resolve("users"), HEAD + "alice\n");
    aSecondLater();
    assertThat(users.ofToken(token)).isPresent();
    assertThatThrownBy(this::users)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("damaged in line 2");
    assertThatThrownBy(() -> file.addAccount("bob")).hasMessageContaining("damaged in line 2");
    Files.writeString(directory.resolve("users"), HEAD);
    aSecondLater();
    assertThat(users.ofToken(token)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"alice", "a", "alice@example.org", "Zoë 河", "a+b%20&=", "-", "a b", "#", "ǆ"})
  void aNameMayBeWhateverCanBeSeen(String name) throws Exception {
    String token = file.addWithToken(name);
    assertThat(users().ofToken(token)).map(User::name).hasValue(name);
    assertThatThrownBy(() -> file.addAccount(name)).hasMessageContaining("is a user already");
    file.remove(name);
    assertThat(file.list()).isEmpty();
    assertThatThrownBy(() -> file.remove(name)).hasMessageContaining("is not a user");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a\nb", " a", "a ", "a\u0000", "a\u202eb", "\u009bm"})
  void andNothingElse(String name) {
    assertThat(User.isName(name)).isFalse();
    assertThatThrownBy(() -> file.addAccount(name)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void thereAreBounds() throws Exception {
    assertThat(User.isName("x".repeat(256))).isTrue();
    assertThat(User.isName("x".repeat(257))).isFalse();
    StringBuilder text = new StringBuilder(HEAD);
    for (int i = 1; i < UserFormat.MAX_USERS; i++) {
      text.append("user").append(i).append(" - 7\n");
    }
    Files.writeString(directory.resolve("users"), text);
    file.addAccount("the last");
    assertThat(file.list()).hasSize(UserFormat.MAX_USERS);
    assertThatThrownBy(() -> file.addAccount("one more")).hasMessageContaining("the limit");
    Files.writeString(directory.resolve("users"), text + "a - 1\nb - 1\n");
    assertThatThrownBy(this::users).hasMessageContaining("damaged in line 10002");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a -\n",
        "a - 1 2\n",
        "a zz 1\n",
        "a - x\n",
        "a - 1\na - 2\n",
        "+ - 1\n",
        "%zz - 1\n",
        "\n"
      })
  void whatIsNoUserIsDamage(String line) throws Exception {
    Files.writeString(directory.resolve("users"), HEAD + line);
    assertThatThrownBy(this::users).hasMessageContaining("damaged in line");
  }

  @Test
  void commandsTakeTurns() throws Exception {
    ExecutorService four = Executors.newFixedThreadPool(4);
    try {
      List<Callable<String>> calls = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        String name = "user" + i;
        calls.add(() -> new UserFile(directory).addAccount(name).name());
      }
      TreeSet<String> added = new TreeSet<>();
      for (Future<String> call : four.invokeAll(calls)) {
        added.add(call.get());
      }
      assertThat(file.list()).extracting(User::name).containsExactlyInAnyOrderElementsOf(added);
    } finally {
      four.shutdownNow();
    }
  }
}
