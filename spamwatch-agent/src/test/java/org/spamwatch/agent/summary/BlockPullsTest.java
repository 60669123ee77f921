package org.spamwatch.agent.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.summary.SummaryMessage.BlocksWanted;
import org.spamwatch.agent.summary.SummaryMessage.Known;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.SharedSecretSignatures;

/** Whom blocks are asked of that others have told of. */
class BlockPullsTest {
  private static final Contact SELF = contact(1);
  private static final Contact ONE = contact(2);
  private static final Contact OTHER = contact(3);

  private record Asked(Id teller, Known wanted) {}

  private final List<Asked> asked = new ArrayList<>();
  private final Map<Id, Runs> held = new LinkedHashMap<>();
  private final Timers timers = new Timers(0);
  private final BlockPulls pulls = new BlockPulls(new Links(), timers, this::firstWanted);

  /** Links on which every question is noted. */
  private final class Links implements KeyBasedRouting {
    @Override
    public Contact self() {
      return SELF;
    }

    @Override
    public void send(Contact to, Message message, Consumer<Boolean> outcome) {
      asked.add(new Asked(to.id(), ((BlocksWanted) message).wanted()));
    }

    @Override
    public void register(Application application) {}

    @Override
    public void route(Id key, Message message, int ttl, Optional<Contact> hint) {}

    @Override
    public List<Contact> firstHops(Id key, int count) {
      return List.of();
    }

    @Override
    public boolean isRoot(Id key) {
      return false;
    }

    @Override
    public boolean isAlone() {
      return false;
    }

    @Override
    public List<Contact> replicaSet(Id key, int count) {
      return List.of();
    }
  }

  private static Contact contact(int number) {
    return new Contact(Id.of(number, 0, 0), new Endpoint("peer" + number, 1));
  }

  private static Contact origin(int number) {
    return contact(1_000 + number);
  }

  private Optional<Runs.Run> firstWanted(Known told) {
    return held.getOrDefault(told.origin(), new Runs()).firstMissing(told.first(), told.last());
  }

  private static Known known(int origin, int first, int last) {
    return new Known(origin(origin).id(), 1, first, last);
  }

  /** A block has come from somebody; returns whether it was asked of it. */
  private boolean comes(Contact from, int origin, int number) {
    FeatureVector vector =
        new FeatureVector(Scheme.CHAR50, false, List.of(FeatureVector.key(number)));
    Contact contact = origin(origin);
    Block block =
        Block.signed(
            new SharedSecretSignatures(contact.id(), 1),
            contact,
            1,
            number,
            1,
            List.of(new Announcement(Id.of(number, 0, 0), List.of(vector))));
    if (!pulls.isAsked(from, block)) {
      return false;
    }
    held.computeIfAbsent(contact.id(), id -> new Runs()).add(number);
    pulls.came(from, block);
    return true;
  }

  private void pass(Duration time) {
    timers.advance(timers.nowMicros() + time.toNanos() / 1_000);
  }

  @Test
  void whatIsToldIsAskedOfOneTellerAndInRunsOf64() {
    assertThat(pulls.told(ONE, known(1, 1, 100))).isTrue();
    assertThat(pulls.told(OTHER, known(1, 1, 100))).isTrue();
    assertThat(asked).containsExactly(new Asked(ONE.id(), known(1, 1, 64)));
    assertThat(comes(OTHER, 1, 1)).as("nobody asked that one").isFalse();
    for (int number = 1; number <= 64; number++) {
      assertThat(comes(ONE, 1, number)).isTrue();
    }
    assertThat(asked).hasSize(2).last().isEqualTo(new Asked(ONE.id(), known(1, 65, 100)));
    for (int number = 65; number <= 100; number++) {
      assertThat(comes(ONE, 1, number)).isTrue();
    }
    assertThat(pulls.open()).isZero();
    assertThat(pulls.told(ONE, known(1, 1, 100))).isFalse();
    pass(Duration.ofMinutes(5));
    assertThat(asked).hasSize(2);
  }

  @Test
  void whoRepeatsTheSameNamesIsAskedNoMoreOftenForThat() {
    for (int i = 0; i < 1_000; i++) {
      pulls.told(ONE, known(i % 10, 1, 1));
    }
    assertThat(asked).as("four questions to one teller at once").hasSize(4);
    assertThat(pulls.open()).isEqualTo(10);
    for (int i = 0; i < 10; i++) {
      assertThat(comes(ONE, (int) (asked.get(i).wanted().origin().high() - 1_000), 1)).isTrue();
    }
    assertThat(asked).hasSize(10);
    assertThat(pulls.open()).isZero();
  }

  @Test
  void afterTwoSecondsOfSilenceTheNextTellerIsAskedAndTheSilentOneIsNotHeededForAWhile() {
    pulls.told(ONE, known(1, 1, 1));
    pulls.told(OTHER, known(1, 1, 1));
    pass(Duration.ofMillis(1_900));
    assertThat(asked).hasSize(1);
    pass(Duration.ofMillis(200));
    assertThat(asked).hasSize(2).last().isEqualTo(new Asked(OTHER.id(), known(1, 1, 1)));
    pulls.told(ONE, known(2, 1, 1));
    assertThat(asked).as("it was silent").hasSize(2);
    assertThat(comes(ONE, 1, 1)).as("too late").isFalse();
    assertThat(comes(OTHER, 1, 1)).isTrue();
    pass(Duration.ofSeconds(31));
    pulls.told(ONE, known(2, 1, 1));
    assertThat(asked).hasSize(3).last().isEqualTo(new Asked(ONE.id(), known(2, 1, 1)));
  }

  @Test
  void whoTellsOfWhatNobodyHasKeepsNoneWaiting() {
    for (int i = 0; i < 10_000; i++) {
      pulls.told(ONE, known(10 + i, 1, 50));
    }
    assertThat(asked).hasSize(4);
    pulls.told(OTHER, known(1, 1, 1));
    assertThat(asked).hasSize(5).last().isEqualTo(new Asked(OTHER.id(), known(1, 1, 1)));
    assertThat(comes(OTHER, 1, 1)).isTrue();
    pulls.told(ONE, known(10, 1, 50)); // again
    int before = asked.size();
    pass(Duration.ofMinutes(1));
    pulls.told(ONE, known(10, 1, 50));
    assertThat(asked.size() - before).as("in a minute").isBetween(4, 130);
    for (int round = 0; round < 10_000 && pulls.open() > 0; round++) {
      pass(Duration.ofSeconds(2));
    }
    assertThat(pulls.open()).as("all given up").isZero();
  }
}
