package org.spamwatch.ata.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SchemesTest {
  private static final List<Scheme> ALL = Scheme.ofText();

  @Test
  void agentsAreSpreadOverTheSchemesAndStayWithTheirs() {
    Map<Scheme, Integer> users = new HashMap<>();
    for (int agent = 0; agent < 3000; agent++) {
      byte[] seed = {(byte) agent, (byte) (agent >> 8)};
      List<Scheme> chosen = Schemes.chosenBy(seed, ALL, 1);
      assertThat(chosen).hasSize(1).isEqualTo(Schemes.chosenBy(seed, ALL, 1));
      assertThat(Schemes.chosenBy(seed, ALL, 2)).containsAll(chosen).hasSize(2);
      users.merge(chosen.get(0), 1, Integer::sum);
    }
    assertThat(users.values())
        .hasSize(3)
        .allSatisfy(count -> assertThat(count).isBetween(850, 1150));
  }

  @Test
  void choosingAllOrTooMany() {
    assertThat(Schemes.chosenBy(new byte[0], ALL, 3)).isEqualTo(ALL);
    assertThatThrownBy(() -> Schemes.chosenBy(new byte[0], ALL, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an agent uses 1 to 3 schemes, not 4");
    assertThatThrownBy(() -> Schemes.chosenBy(new byte[0], ALL, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
