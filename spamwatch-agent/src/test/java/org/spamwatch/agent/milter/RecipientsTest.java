package org.spamwatch.agent.milter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.config.Preference;

/** What several recipients prefer together. */
final class RecipientsTest {
  private static Map<String, Preference> users() {
    Map<String, Preference> users = new LinkedHashMap<>();
    for (Preference each :
        List.of(
            preference("ada", 2, Optional.empty()),
            preference("bob@example.org", 3, Optional.of(Privacy.NETWORK)),
            preference("bob", 4, Optional.of(Privacy.LOCAL)),
            preference("Cy", 5, Optional.empty()))) {
      users.put(each.user(), each);
    }
    return users;
  }

  private static Preference preference(String user, int votes, Optional<Privacy> privacy) {
    return new Preference(user, Optional.empty(), privacy, Optional.of(votes), Optional.empty());
  }

  private static List<Preference> of(String... paths) {
    Recipients recipients = new Recipients();
    for (String path : paths) {
      recipients.add(path, users());
    }
    return recipients.preferences(Privacy.SUMMARY);
  }

  @ParameterizedTest
  @CsvSource({
    "<ada@example.org>, 2",
    "ada, 2",
    "<Ada@EXAMPLE.org>, 2",
    "<ada+list@example.org>, 2",
    "<BOB@example.ORG>, 3",
    "<bob@example.com>, 4",
    "<Cy@example.org>, 5",
    "<cy@example.org>, 0",
    "<eve@example.org>, 0",
    "<ada@example.org@ada>, 0",
    "<>, 0",
    "<+@>, 0"
  })
  void aUserIsFoundByItsAddressOrItsLocalPart(String path, int votes) {
    assertThat(of(path)).singleElement().extracting(p -> p.votes().orElse(0)).isEqualTo(votes);
  }

  @Test
  void whoeverAllowsLeastDecidesWhatOthersAreTold() {
    assertThat(of("<bob@example.org>"))
        .extracting(Preference::privacy)
        .containsOnly(Optional.of(Privacy.NETWORK));
    assertThat(of("<bob@example.org>", "<eve@example.org>"))
        .extracting(Preference::privacy)
        .containsOnly(Optional.of(Privacy.SUMMARY));
    assertThat(of("<bob@example.org>", "<eve@example.org>", "<bob@example.com>"))
        .hasSize(3)
        .extracting(Preference::privacy)
        .containsOnly(Optional.of(Privacy.LOCAL));
  }

  @Test
  void thoseWhoPreferTheSameAreAskedForOnce() {
    String[] many = new String[10_000];
    for (int i = 0; i < many.length; i++) {
      many[i] = "<user" + i + "@example.org>";
    }
    assertThat(of(many)).hasSize(1);
    assertThat(of()).hasSize(1);
  }

  @Test
  void theNextMailHasItsOwn() {
    Recipients recipients = new Recipients();
    recipients.add("<ada@example.org>", users());
    recipients.clear();
    assertThat(recipients.preferences(Privacy.SUMMARY))
        .singleElement()
        .extracting(Preference::votes)
        .isEqualTo(Optional.empty());
  }
}
