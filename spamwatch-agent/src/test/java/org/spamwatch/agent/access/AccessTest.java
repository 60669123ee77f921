package org.spamwatch.agent.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.config.Accounts;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.port.OtherEnd;
import org.spamwatch.agent.port.OtherEnd.Account;
import org.spamwatch.agent.port.OtherEnd.Way;
import org.spamwatch.agent.request.RequestProblem;

/** As whom a vote counts: the rules, and that no name somebody sends gets around them. */
class AccessTest {
  private static final String HTTP_TOKEN = "t".repeat(16);
  private static final Settings VOUCHED =
      Settings.DEFAULTS.with(PortSetting.USERS_VOUCH, List.of("vmail"));
  private static final List<Optional<String>> CLAIMS =
      List.of(
          Optional.empty(),
          Optional.of("local"),
          Optional.of("root"),
          Optional.of("alice"),
          Optional.of("bob"),
          Optional.of("vmail"),
          Optional.of("me"));

  @TempDir private Path directory;
  private String token = "";

  @BeforeEach
  void alice() throws IOException {
    token = new UserFile(directory).addWithToken("alice");
    new UserFile(directory).addAccount("carol");
  }

  private Access access(Settings settings) throws IOException {
    return new Access(settings, Users.in(directory, () -> 0));
  }

  private static OtherEnd end(Way way, String name) {
    return new OtherEnd(way, Optional.of(new Account(name, name.equals("root"))));
  }

  /** As whom votes count, whatever is claimed; nobody's if none does. */
  private static List<String> voters(Principal principal) {
    List<String> voters = new ArrayList<>();
    for (Optional<String> claim : CLAIMS) {
      try {
        voters.add(principal.voter(claim));
      } catch (RequestProblem refused) {
        assertThat(refused.kind()).isEqualTo(ProblemKind.FORBIDDEN);
        assertThat(refused.problem().error() + refused.problem().hint()).doesNotContain("\n");
      }
    }
    return voters;
  }

  private static List<String> all(String otherwise) {
    return CLAIMS.stream().map(claim -> claim.orElse(otherwise)).toList();
  }

  @ParameterizedTest
  @EnumSource(names = {"SOCKET", "LOOPBACK"})
  void theOwnersAndWhoIsListedVoteForWhomTheyName(Way way) throws IOException {
    Access access = access(VOUCHED);
    assertThat(voters(access.of(end(way, "root")))).isEqualTo(all("local"));
    assertThat(voters(access.of(end(way, "vmail")))).isEqualTo(all("vmail"));
    assertThat(access(Settings.DEFAULTS).of(end(way, "vmail")).vouches()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "SOCKET,alice,true", "SOCKET,bob,true", "SOCKET,local,false", "SOCKET,vmail,true",
    "LOOPBACK,alice,true", "LOOPBACK,carol,true", "LOOPBACK,bob,false", "LOOPBACK,local,false",
  })
  void anyOtherAccountIsItselfOrNobody(Way way, String name, boolean votes) throws IOException {
    Principal principal = access(Settings.DEFAULTS).of(end(way, name));
    assertThat(principal.vouches()).isFalse();
    if (votes) {
      assertThat(voters(principal)).isNotEmpty().containsOnly(name);
    } else {
      assertThat(voters(principal)).isEmpty();
    }
  }

  @Test
  void allAccountsVoteOverLoopbackIfThatIsSet() throws IOException {
    Access access = access(Settings.DEFAULTS.with(PortSetting.USERS_ACCOUNTS, Accounts.ALL));
    assertThat(voters(access.of(end(Way.LOOPBACK, "bob")))).containsOnly("bob");
    assertThat(voters(access.of(end(Way.LOOPBACK, "local")))).isEmpty();
    assertThat(voters(access.of(new OtherEnd(Way.LOOPBACK, Optional.empty())))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void whomTheKernelDoesNotTellIsNobody(Way way) throws IOException {
    Settings settings = VOUCHED.with(PortSetting.USERS_ACCOUNTS, Accounts.ALL);
    assertThat(voters(access(settings).of(new OtherEnd(way, Optional.empty())))).isEmpty();
  }

  @Test
  void aTokenIsWhatItIsWhoeverShowsIt() throws Exception {
    Access access = access(VOUCHED.with(PortSetting.HTTP_TOKEN, Optional.of(HTTP_TOKEN)));
    assertThat(access.hasToken()).isTrue();
    assertThat(voters(access.ofToken(token))).containsOnly("alice");
    assertThat(voters(access.ofToken(HTTP_TOKEN))).isEqualTo(all("local"));
    assertThat(access.ofToken(token).vouches()).isFalse();
    for (boolean isNeeded : new boolean[] {true, false}) {
      access.admit(Optional.of(token), isNeeded);
      access.admit(Optional.of(HTTP_TOKEN), isNeeded);
      for (String wrong : List.of("", HTTP_TOKEN + "t", token.substring(1), "local")) {
        assertRefused(() -> access.admit(Optional.of(wrong), isNeeded));
        assertRefused(() -> access.ofToken(wrong));
      }
    }
    assertRefused(() -> access.admit(Optional.empty(), true));
    access.admit(Optional.empty(), false);
  }

  @Test
  void aReloadChangesTheRulesAndTheUsers() throws Exception {
    Access access = access(Settings.DEFAULTS.with(PortSetting.HTTP_TOKEN, Optional.of(HTTP_TOKEN)));
    new UserFile(directory).remove("alice");
    access.reload(VOUCHED);
    assertThat(access.hasToken()).isFalse();
    assertRefused(() -> access.ofToken(HTTP_TOKEN));
    assertRefused(() -> access.ofToken(token));
    assertThat(access.of(end(Way.LOOPBACK, "vmail")).vouches()).isTrue();
  }

  private interface Asking {
    void ask() throws RequestProblem;
  }

  private static void assertRefused(Asking asking) {
    RequestProblem refused = catchThrowableOfType(RequestProblem.class, asking::ask);
    assertThat(refused.kind()).isEqualTo(ProblemKind.NO_TOKEN);
  }
}
