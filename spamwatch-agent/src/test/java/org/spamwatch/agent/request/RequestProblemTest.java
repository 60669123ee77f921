package org.spamwatch.agent.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.api.ProblemKind;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.keys.Keyring;

final class RequestProblemTest {
  @Test
  void whoHasNoKeyByTheDisksFaultMayComeAgain(@TempDir Path directory) throws Exception {
    Keyring keys = new Keyring(directory);
    assertThat(noKey(keys, "").kind()).isEqualTo(ProblemKind.BAD_REQUEST);
    Path inTheWay = Files.writeString(directory.resolve("voters"), "no directory");
    assertThat(noKey(keys, "alice"))
        .hasMessageContaining(inTheWay.toString())
        .extracting(RequestProblem::kind)
        .isEqualTo(ProblemKind.NOT_NOW);
  }

  private static RequestProblem noKey(Keyring keys, String user) {
    return RequestProblem.noKey(catchThrowableOfType(KeyException.class, () -> keys.voter(user)));
  }
}
