package org.spamwatch.agent.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.bulk.WhiteList.Origin;

final class WhiteListTest {
  private static final WhiteList LIST =
      new WhiteList(
          List.of(
              "list=News.example.org",
              "domain=shop.example",
              "sender=ada@example.net",
              "sender=@bulk.example"));

  private static Optional<String> allows(String list, String domain, String sender) {
    return LIST.allows(
        new Origin(
            Optional.of(list).filter(text -> !text.isEmpty()),
            Optional.of(domain).filter(text -> !text.isEmpty()),
            Optional.of(sender).filter(text -> !text.isEmpty())));
  }

  @Test
  void eachEntryHoldsForWhatItNamesAndNothingElse() {
    assertThat(allows("news.EXAMPLE.org", "", "")).contains("list=news.example.org");
    assertThat(allows("other.example.org", "", "")).isEmpty();
    assertThat(allows("shop.example", "", "")).as("an id is no domain").isEmpty();
    assertThat(allows("", "shop.example", "")).contains("domain=shop.example");
    assertThat(allows("", "a-shop.example", "")).isEmpty();
    assertThat(allows("", "", "Ada@Example.net")).contains("sender=ada@example.net");
    assertThat(allows("", "", "eve@example.net")).isEmpty();
    assertThat(allows("", "", "x@bulk.example")).contains("sender=@bulk.example");
    assertThat(allows("", "", "x@not-bulk.example")).isEmpty();
    assertThat(allows("", "", "")).isEmpty();
  }

  @Test
  void anyListIsOneThatNamesItself() {
    WhiteList any = new WhiteList(List.of("list=*"));
    assertThat(any.allows(new Origin(Optional.of("x"), Optional.empty(), Optional.empty())))
        .contains("list=*");
    assertThat(any.allows(new Origin(Optional.empty(), Optional.of("x"), Optional.empty())))
        .isEmpty();
  }

  @Test
  void refusesWhatIsNoEntry() {
    for (String bad :
        List.of("", "list=", "domain=*@x", "sender=ada", "from=a@b", "list=a b", "sender=<a@b>")) {
      assertThatIllegalArgumentException()
          .as(bad)
          .isThrownBy(() -> new WhiteList(List.of(bad)))
          .withMessageContaining("list=, domain= or sender=");
    }
  }
}
