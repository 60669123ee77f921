package org.spamwatch.simulator.virtual;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.spamwatch.agent.summary.Announcement;
import org.spamwatch.agent.summary.Block;
import org.spamwatch.agent.summary.SummaryMessage;
import org.spamwatch.agent.summary.SummaryMessage.BlocksKnown;
import org.spamwatch.agent.summary.SummaryMessage.BlocksTold;
import org.spamwatch.agent.summary.SummaryMessage.BlocksWanted;
import org.spamwatch.agent.summary.SummaryMessage.Known;
import org.spamwatch.agent.summary.SummaryMessage.LogDigests;
import org.spamwatch.agent.summary.SummaryMessage.LogsHeld;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.identity.Proof;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;

/**
 * A peer that acknowledges all that it is told of announcements and passes nothing on: what it is
 * asked for it withholds or forges, to who compares it says that nothing differs, and it tells of
 * blocks that it has invented.
 */
final class SummaryLiar implements PeerNetwork.Bribe {
  private static final int INVENTED = 20;
  private static final int NOW_AND_THEN = 10;

  private final Contact self;
  private final SplittableRandom random;

  SummaryLiar(Contact self, SplittableRandom random) {
    this.self = self;
    this.random = random;
  }

  @Override
  public boolean lets(Contact from, Message message, BiConsumer<Endpoint, Message> wire) {
    if (!(message instanceof Direct direct) || !(direct.payload() instanceof SummaryMessage told)) {
      return true;
    }
    wire.accept(from.endpoint(), new HopAck(direct.hopId()));
    boolean isMoved = random.nextInt(NOW_AND_THEN) == 0;
    if (told instanceof LogDigests) {
      tell(from, new LogsHeld(0, true, List.of()), wire);
    } else if (told instanceof BlocksWanted asked && isMoved) {
      tell(from, new BlocksTold(List.of(forged(asked.wanted()))), wire);
    } else if (told instanceof BlocksKnown known && isMoved && !known.known().isEmpty()) {
      tell(from, new BlocksKnown(invented(known.known().get(0).epoch())), wire);
    }
    return false;
  }

  private void tell(Contact to, SummaryMessage lie, BiConsumer<Endpoint, Message> wire) {
    wire.accept(to.endpoint(), new Direct(random.nextLong(), self, to.id(), lie));
  }

  private List<Known> invented(long epoch) {
    List<Known> invented = new ArrayList<>();
    for (int i = 0; i < INVENTED; i++) {
      invented.add(new Known(Id.random(random), epoch, 1, 1 + random.nextInt(INVENTED)));
    }
    return invented;
  }

  private Block forged(Known wanted) {
    Contact origin = new Contact(wanted.origin(), self.endpoint());
    byte[] key = new byte[VerifyingKey.BYTES];
    Proof proof =
        new Proof(VerifyingKey.of(key), new byte[VerifyingKey.SIGNATURE_BYTES], Optional.empty());
    Announcement announcement =
        new Announcement(Id.random(random), List.of(SampleVectors.random(random)));
    return new Block(
        origin, wanted.epoch(), wanted.first(), wanted.epoch(), List.of(announcement), proof);
  }
}
