package org.spamwatch.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Timers;

class FamiliarEndpointsTest {
  private static final long MINUTE = 60_000_000;

  private static Endpoint endpoint(int number) {
    return LoneNode.endpoint("node" + number);
  }

  /** Of each number: below 10 something is heard there, else its last digit is forgotten. */
  @Property(tries = 300)
  void whoWasHeardIsRememberedHalfAnHourAndNoMoreThanAnHour(
      @ForAll @Size(max = 60) List<@IntRange(max = 11) Integer> steps,
      @ForAll @Size(min = 60, max = 60) List<@IntRange(max = 40) Integer> minutes) {
    Timers time = new Timers(0);
    FamiliarEndpoints familiar = new FamiliarEndpoints(time, 1_000);
    Map<Endpoint, Long> last = new LinkedHashMap<>();
    for (int i = 0; i < steps.size(); i++) {
      time.advance(time.nowMicros() + minutes.get(i) * MINUTE);
      Endpoint endpoint = endpoint(steps.get(i) % 10);
      if (steps.get(i) < 10) {
        long before = last.getOrDefault(endpoint, Long.MIN_VALUE / 2);
        boolean isFirst = familiar.add(endpoint);
        assertThat(isFirst || time.nowMicros() - before < 30 * MINUTE).isTrue();
        last.put(endpoint, time.nowMicros());
      } else {
        familiar.remove(endpoint);
        last.remove(endpoint);
      }
      for (int number = 0; number < 10; number++) {
        Long heard = last.get(endpoint(number));
        long ago = heard == null ? Long.MAX_VALUE : time.nowMicros() - heard;
        if (ago < 30 * MINUTE) {
          assertThat(familiar.contains(endpoint(number))).as("forgotten too soon").isTrue();
        } else if (ago >= 60 * MINUTE) {
          assertThat(familiar.contains(endpoint(number))).as("kept too long").isFalse();
        }
      }
      assertThat(familiar.size()).isLessThanOrEqualTo(last.size());
    }
  }

  /** Those below 64 have one hash, as somebody may choose them; the others count their hosts. */
  private static Endpoint crowded(int number) {
    StringBuilder host = new StringBuilder();
    for (int bit = 0; bit < 6; bit++) {
      host.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return number < 64 ? LoneNode.endpoint(host.toString()) : endpoint(number);
  }

  @Property(tries = 30)
  void findsWhatATwinFinds(
      @ForAll @Size(min = 100, max = 500) List<@IntRange(max = 400) Integer> steps) {
    FamiliarEndpoints familiar = new FamiliarEndpoints(new Timers(0), 1_000);
    Set<Endpoint> twin = new LinkedHashSet<>();
    for (int i = 0; i < steps.size(); i++) {
      Endpoint endpoint = crowded(steps.get(i));
      assertThat(familiar.contains(endpoint)).isEqualTo(twin.contains(endpoint));
      if (i % 4 == 3) {
        familiar.remove(endpoint);
        twin.remove(endpoint);
      } else {
        assertThat(familiar.add(endpoint)).isEqualTo(twin.add(endpoint));
      }
    }
    assertThat(familiar.size()).isEqualTo(twin.size());
    twin.forEach(endpoint -> assertThat(familiar.contains(endpoint)).isTrue());
  }

  @Test
  void ofTooManyTheLastAreRemembered() {
    FamiliarEndpoints familiar = new FamiliarEndpoints(new Timers(0), 100);
    for (int i = 0; i < 1_000; i++) {
      assertThat(familiar.add(endpoint(i))).isTrue();
      assertThat(familiar.size()).isLessThanOrEqualTo(100);
    }
    for (int i = 950; i < 1_000; i++) {
      assertThat(familiar.contains(endpoint(i))).isTrue();
    }
    assertThat(familiar.contains(endpoint(800))).isFalse();
  }
}
