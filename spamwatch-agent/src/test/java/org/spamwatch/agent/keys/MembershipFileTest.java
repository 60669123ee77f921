package org.spamwatch.agent.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.identity.VerifyingKey;

final class MembershipFileTest {
  private static final SigningKey AUTHORITY = key(1);
  private static final VerifyingKey NODE = key(2).verifyingKey();
  private static final Realm REALM = Realm.closed(AUTHORITY.verifyingKey());
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00.5Z");
  private static final MembershipFile GIVEN = MembershipFile.issue(AUTHORITY, NODE, NOW, 90);

  private final Path file;

  MembershipFileTest(@TempDir Path directory) {
    file = directory.resolve("membership");
  }

  private static SigningKey key(int first) {
    byte[] seed = new byte[SigningKey.SEED_BYTES];
    seed[0] = (byte) first;
    return SigningKey.ofSeed(seed);
  }

  @Test
  void theLineIsReadAsItWasWritten() throws Exception {
    assertThat(GIVEN.toString())
        .startsWith("spamwatch-membership-v1 " + AUTHORITY.verifyingKey() + " " + NODE)
        .contains(" 2026-11-21T12:00:00Z 2027-02-19T12:00:00Z ");
    Files.writeString(file, GIVEN + "\n");
    assertThat(MembershipFile.read(file)).isEqualTo(GIVEN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "spamwatch-membership-v1",
        "spamwatch-membership-v2 a b c d e",
        "spamwatch-membership-v1 a b 2026-11-21T12:00:00Z 2027-11-21T12:00:00Z 00",
        "spamwatch-membership-v1 a b today tomorrow 00"
      })
  void anythingElseIsOneLine(String text) throws Exception {
    Files.writeString(file, text);
    assertThatThrownBy(() -> MembershipFile.read(file))
        .isInstanceOf(KeyException.class)
        .hasMessageStartingWith(file + ": no membership: ")
        .hasMessageNotContaining("\n");
  }

  @Test
  void whatDoesNotLetAPeerInIsSaid() {
    assertThat(GIVEN.objection(REALM, NODE, NOW)).isEmpty();
    assertThat(GIVEN.objection(REALM, NODE, NOW.plus(90, ChronoUnit.DAYS))).isEmpty();
    assertThat(GIVEN.objection(REALM, NODE, NOW.plus(91, ChronoUnit.DAYS)).orElseThrow())
        .startsWith("it holds from 2026-11-21T12:00:00Z to ");
    assertThat(GIVEN.objection(REALM, NODE, NOW.minus(1, ChronoUnit.DAYS))).isPresent();
    assertThat(GIVEN.objection(REALM, key(3).verifyingKey(), NOW).orElseThrow())
        .startsWith("it is for the key " + NODE);
    Realm other = Realm.closed(key(4).verifyingKey());
    assertThat(GIVEN.objection(other, NODE, NOW).orElseThrow()).startsWith("it is of realm ");
    assertThat(GIVEN.objection(Realm.open(Id.ZERO), NODE, NOW)).isPresent();
    MembershipFile forged =
        new MembershipFile(
            AUTHORITY.verifyingKey(),
            NODE,
            MembershipFile.issue(key(3), NODE, NOW, 90).membership());
    assertThat(forged.objection(REALM, NODE, NOW))
        .contains("the authority's signature does not hold");
  }
}
