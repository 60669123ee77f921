package org.spamwatch.agent.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.ratelimit.RateLimit.Action;
import org.spamwatch.agent.ratelimit.RateLimit.Counted;
import org.spamwatch.sketch.DistinctRate.Counting;
import org.spamwatch.sketch.DistinctRates.Outcome;

class RateLimitsTest {
  private static final byte[] SECRET = "secret".getBytes(StandardCharsets.US_ASCII);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final RateLimit RECIPIENTS =
      limit("recipients", 10, MailAttribute.RECIPIENT, MailAttribute.USER, Action.DEFER);
  private static final RateLimit SENDERS =
      limit("senders", 3, MailAttribute.SENDER, MailAttribute.CLIENT, Action.HOLD);

  private final AtomicLong millis = new AtomicLong(-5_000_000_000L);
  private final RateLimits limits = limits(RECIPIENTS, SENDERS);

  private static RateLimit limit(
      String name, int most, MailAttribute unique, MailAttribute key, Action action) {
    return new RateLimit(
        name, most, HOUR, Optional.of(new Counted(unique, key)), Counting.SUCCESSES, action);
  }

  private RateLimits limits(RateLimit... some) {
    RateLimits made = new RateLimits(SECRET, millis::get);
    made.set(List.of(some), 1 << 20);
    return made;
  }

  private static Map<MailAttribute, String> mail(String user, String sender, String recipient) {
    return Map.of(
        MailAttribute.USER, user,
        MailAttribute.SENDER, sender,
        MailAttribute.RECIPIENT, recipient,
        MailAttribute.CLIENT, "192.0.2.1");
  }

  private Outcome count(String key, String unique) {
    return limits.count("recipients", key, unique, Optional.empty()).orElseThrow().outcome();
  }

  @Test
  void whoWritesToTooManyIsFlaggedUntilHeIsForgotten() {
    for (int i = 0; i < 10; i++) {
      assertThat(count("Ada@example.org", "r" + i + "@example.net")).isEqualTo(Outcome.NEW);
    }
    assertThat(count("ada@example.org", "R1@EXAMPLE.net ")).isEqualTo(Outcome.REPEAT);
    assertThat(limits.status().flagged()).isEmpty();
    assertThat(count("ada@EXAMPLE.org", "one@example.net")).isEqualTo(Outcome.OVER);
    millis.addAndGet(7_000);
    assertThat(count("ada@example.org", "two@example.net")).isEqualTo(Outcome.OVER);
    RateStatus.Flagged ada = limits.status().flagged().get(0);
    assertThat(ada.key()).isEqualTo("ada@example.org");
    assertThat(ada.times()).isEqualTo(2);
    assertThat(ada.firstSeconds()).isEqualTo(7);
    assertThat(ada.lastSeconds()).isZero();
    assertThat(ada.rate()).isCloseTo(10, within(.1));
    assertThat(limits.look("recipients", "ADA@example.org").orElseThrow().isOver()).isTrue();
    assertThat(limits.forget("recipients", "ada@example.org")).hasValue(true);
    assertThat(limits.forget("recipients", "ada@example.org")).hasValue(false);
    assertThat(limits.status().flagged()).isEmpty();
    assertThat(count("ada@example.org", "two@example.net")).isEqualTo(Outcome.NEW);
  }

  @Test
  void whatIsNotThereIsNotCounted() {
    assertThat(limits.count("none", "a", "b", Optional.empty())).isEmpty();
    assertThat(limits.look("none", "a")).isEmpty();
    assertThat(limits.forget("none", "a")).isEmpty();
    for (int i = 0; i < 50; i++) {
      Map<MailAttribute, String> local = Map.of(MailAttribute.RECIPIENT, "r" + i);
      assertThat(limits.exceeded(local)).isEmpty();
      assertThat(limits.exceeded(mail("", "<>", "r" + i))).isEmpty();
    }
    assertThat(limits.status().limits()).allMatch(table -> table.keys() == 0);
  }

  @Test
  void aMailServerIsToldOfTheFirstLimitThatIsExceeded() {
    for (int i = 0; i < 3; i++) {
      assertThat(limits.exceeded(mail("ada", "<s" + i + "@a.example>", "r" + i))).isEmpty();
    }
    RateResult result = limits.exceeded(mail("ada", "s9@a.example", "r0")).orElseThrow();
    assertThat(result.limit()).isEqualTo(SENDERS);
    assertThat(result.reason()).isEqualTo("over the limit senders of 3/1h");
    assertThat(limits.exceeded(mail("ada", "S1@A.example", "r0"))).isEmpty();
  }

  @Test
  void whatIsOnlyFlaggedStopsNothing() {
    RateLimit flag = limit("watch", 1, MailAttribute.RECIPIENT, MailAttribute.SENDER, Action.FLAG);
    RateLimits both = limits(flag, SENDERS);
    for (int i = 0; i < 5; i++) {
      assertThat(both.exceeded(mail("ada", "s@a.example", "r" + i))).isEmpty();
    }
    assertThat(both.status().flagged()).hasSize(1);
  }

  @Test
  void anAddressOfIpv6IsItsSite() {
    List<String> site =
        List.of("2001:db8:0:1::1", "2001:0DB8:0:1:ffff::2", " 2001:db8::1:0:0:0:3 ");
    assertThat(site.stream().map(MailAttribute.CLIENT::counted).distinct()).hasSize(1);
    assertThat(MailAttribute.CLIENT.counted("2001:db8:0:2::1"))
        .isNotEqualTo(MailAttribute.CLIENT.counted("2001:db8:0:1::1"));
    assertThat(MailAttribute.CLIENT.counted("::ffff:192.0.2.1")).isEqualTo("192.0.2.1");
    assertThat(MailAttribute.CLIENT.counted("unknown")).isEqualTo("unknown");
  }

  @Test
  void whatWasCountedStaysOverAChangeOfOtherLimits() {
    for (int i = 0; i < 11; i++) {
      count("ada", "r" + i);
    }
    RateLimit other = limit("others", 5, MailAttribute.SENDER, MailAttribute.CLIENT, Action.FLAG);
    RateLimit rejecting =
        limit("recipients", 10, MailAttribute.RECIPIENT, MailAttribute.USER, Action.REJECT);
    limits.set(List.of(other, rejecting), 1 << 20);
    assertThat(count("ada", "another")).isEqualTo(Outcome.OVER);
    assertThat(limits.status().flagged()).hasSize(1);
    RateLimit more =
        limit("recipients", 12, MailAttribute.RECIPIENT, MailAttribute.USER, Action.REJECT);
    limits.set(List.of(other, more), 1 << 20);
    assertThat(count("ada", "another")).isEqualTo(Outcome.NEW);
    assertThat(limits.status().flagged()).isEmpty();
    limits.set(List.of(), 1 << 20);
    assertThat(limits.countMails()).isFalse();
  }

  @Test
  void aRestartKeepsThoseNearTheLimitAndNoAddress() {
    for (int i = 0; i < 10; i++) {
      count("ada@example.org", "r" + i);
      limits.count("senders", "h" + i, "s", Optional.empty());
    }
    RateState state = limits.kept(1_000_000);
    assertThat(state.toString()).doesNotContain("ada", "example");
    millis.set(77);
    RateLimits restarted = limits(RECIPIENTS, SENDERS);
    restarted.restore(state, 1_000_000);
    assertThat(restarted.look("recipients", "ada@example.org").orElseThrow().isOver()).isTrue();
    assertThat(restarted.count("recipients", "ada@example.org", "r3", Optional.empty()))
        .hasValueSatisfying(r -> assertThat(r.outcome()).isEqualTo(Outcome.REPEAT));

    RateLimits later = limits(RECIPIENTS, SENDERS);
    later.restore(state, 1_000_000 + HOUR.toMillis());
    assertThat(later.look("recipients", "ada@example.org").orElseThrow().rate())
        .isCloseTo(10 / Math.E, within(.1));
    RateLimits setBack = limits(RECIPIENTS, SENDERS);
    setBack.restore(state, 0);
    assertThat(setBack.look("recipients", "ada@example.org").orElseThrow().rate())
        .isCloseTo(10, within(.1));
    RateLimits setOn = limits(RECIPIENTS, SENDERS);
    setOn.restore(state, Long.MAX_VALUE >> 8);
    assertThat(setOn.look("recipients", "ada@example.org").orElseThrow().rate()).isZero();

    RateLimits elsewhere = new RateLimits(new byte[] {1}, millis::get);
    elsewhere.set(List.of(RECIPIENTS), 1 << 20);
    assertThatThrownBy(() -> elsewhere.restore(state, 1_000_000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another seed");
  }

  @Test
  void noMoreAreFlaggedThanAreShown() {
    RateLimit one = limit("one", 1, MailAttribute.RECIPIENT, MailAttribute.SENDER, Action.DEFER);
    RateLimits many = limits(one);
    for (int i = 0; i < 1_500; i++) {
      many.count("one", "k" + i, "a", Optional.empty());
      many.count("one", "k" + i, "b", Optional.empty());
    }
    List<RateStatus.Flagged> flagged = new ArrayList<>(many.status().flagged());
    assertThat(flagged).hasSize(1_000);
    assertThat(flagged.get(999).key()).isEqualTo("k1499");
  }

  @Test
  void aLimitIsShownAsItIsWritten() {
    assertThat(RECIPIENTS)
        .hasToString("recipients 10/1h unique=recipient key=user counts=successes over=defer");
    assertThatThrownBy(() -> limit("A", 1, MailAttribute.USER, MailAttribute.CLIENT, Action.FLAG))
        .hasMessage("a name is 1 to 32 of a-z, 0-9 and -");
    assertThatThrownBy(() -> limit("a", 1, MailAttribute.USER, MailAttribute.USER, Action.FLAG))
        .hasMessageContaining("of each");
  }
}
