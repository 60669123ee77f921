package org.spamwatch.agent.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.agent.port.OtherEnd.Account;

/** What accounts are called, and who is nobody. */
class AccountsTest {
  private static final String PASSWORDS =
      """
      root:x:0:0:root:/root:/bin/sh
      nobody:x:65534:65534:nobody:/:/bin/false
      # old:x:999:999::/:
      +nis
      alice:x:1000:1000::/home/alice:/bin/sh
      alias:x:1000:1000::/home/alice:/bin/sh
      2000:x:1002:1002::/:/bin/sh
      """;

  /** Knows one account, and fails for another. */
  private static final String DIRECTORY =
      """
      case "$0" in
        1500|carol) echo "carol:*:1500:1500:Carol:/home/carol:/bin/sh";;
        1600) exit 3;;
        1700) echo "dave:*:1701:1:::";;
        *) exit 2;;
      esac
      """;

  @TempDir private Path directory;

  private Accounts accounts() throws IOException {
    Path file = Files.writeString(directory.resolve("passwd"), PASSWORDS);
    return new Accounts(file, List.of("/bin/sh", "-c", DIRECTORY), OptionalLong.of(1000));
  }

  @Test
  void rootAndTheProgramsOwnAccountAreItsOwners() throws IOException {
    assertThat(accounts().ofNumber(0)).hasValue(new Account("root", true));
    assertThat(accounts().ofNumber(1000)).hasValue(new Account("alice", true));
    assertThat(accounts().ofName("alice")).hasValue(new Account("alice", true));
    assertThat(accounts().ofNumber(1500)).hasValue(new Account("carol", false));
  }

  @Test
  void anAccountHasOneNameHoweverItIsFound() throws IOException {
    assertThat(accounts().ofName("alias")).isEqualTo(accounts().ofNumber(1000));
    assertThat(accounts().ofName("carol")).isEqualTo(accounts().ofNumber(1500));
    assertThat(accounts().ofName("1500")).isEqualTo(accounts().ofNumber(1500));
    assertThat(accounts().ofNumber(1800)).hasValue(new Account("1800", false));
    assertThat(accounts().ofNumber(1002)).hasValue(new Account("1002", false));
    assertThat(accounts().ofNumber(2000)).hasValue(new Account("2000", false));
  }

  @ParameterizedTest
  @ValueSource(longs = {65_534, 4_294_967_294L, 4_294_967_295L, -1, 1600, 1700})
  void whoHasNoNumberOfHisOwnOrCannotBeLookedUpIsNobody(long number) throws IOException {
    assertThat(accounts().ofNumber(number)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nobody", "mallory", "", "-2", "65534", "99999999999", "+nis", "# old"})
  void aNameThatIsNoAccountsIsNobody(String name) throws IOException {
    assertThat(accounts().ofName(name)).isEmpty();
  }

  @Test
  void withoutADirectoryServiceThePasswordFileIsAllThereIs() throws IOException {
    Path file = Files.writeString(directory.resolve("passwd"), PASSWORDS);
    Accounts accounts = new Accounts(file, List.of(directory + "/none"), OptionalLong.empty());
    assertThat(accounts.ofNumber(1000)).hasValue(new Account("alice", false));
    assertThat(accounts.ofNumber(1500)).isEmpty();
  }
}
