package org.spamwatch.simulator.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.ata.adolr.AdolrMessage;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.live.Greetings;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.MessageType;
import org.spamwatch.simulator.fuzz.Frames.Kind;
import org.spamwatch.simulator.fuzz.Target.Fate;

class FuzzingTest {
  private final SeedCorpus village = new SeedCorpus(3);
  private final MessageTable codec = PeerCore.messages(Limits.DEFAULT);
  private final Greetings greetings = new Greetings(codec);

  private Frames frames() {
    List<byte[]> first = List.of(greetings.sample(true), greetings.sample(false));
    return new Frames(3, village.contacts().get(0), village.frames(), first);
  }

  @Test
  void aVillageSaysNearlyAllThereIsToSay() {
    assertThat(village.types()).isGreaterThanOrEqualTo(20);
  }

  @Test
  void aNumberGivesAFrameAndAllKindsCome() {
    Frames one = frames();
    Frames other = frames();
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    for (long number = 0; number < 500; number++) {
      kinds.add(one.frame(number).kind());
      assertThat(one.frame(number).bytes()).isEqualTo(other.frame(number).bytes());
    }
    assertThat(kinds).containsExactlyInAnyOrder(Kind.values());
  }

  @Test
  void thousandsOfFramesFailNoPeer() throws FuzzFailure {
    Frames frames = frames();
    Target target = new Target(village, codec, greetings);
    Set<Fate> fates = EnumSet.noneOf(Fate.class);
    for (long number = 0; number < 5_000; number++) {
      Frames.Frame frame = frames.frame(number);
      fates.add(target.feed(frame.kind(), frame.bytes()));
    }
    assertThat(fates).containsExactlyInAnyOrder(Fate.values());
  }

  @Test
  void aReadersSlipIsAFailureWithTheFrameToReplay() {
    MessageTable slipping =
        MessageTable.of(
            Limits.DEFAULT,
            List.of(
                new MessageType<>(
                    3,
                    HopAck.class,
                    (out, ack) -> out.i64(ack.hopId()),
                    in -> new HopAck(List.of(1L).get(in.u8("index"))))),
            AdolrMessage.TYPES);
    Target target = new Target(village, slipping, greetings);
    assertThatExceptionOfType(FuzzFailure.class)
        .isThrownBy(() -> target.feed(Kind.TYPED, new byte[] {3, 7}))
        .withMessageContaining("a reader failed")
        .satisfies(failure -> assertThat(failure.hex()).isEqualTo("0307"));
    assertThatExceptionOfType(FuzzFailure.class)
        .isThrownBy(() -> target.feed(Kind.TYPED, new byte[] {3, 0}))
        .withMessageContaining("other bytes");
  }
}
