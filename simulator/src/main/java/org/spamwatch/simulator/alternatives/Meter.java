package org.spamwatch.simulator.alternatives;

import java.util.function.Consumer;
import org.spamwatch.ata.adolr.AdolrMessage;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureObject;
import org.spamwatch.ata.adolr.AdolrMessage.QueryAnswer;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.node.OverlayMessage;
import org.spamwatch.overlay.pointer.DolrMessage;
import org.spamwatch.overlay.pointer.DolrMessage.LocationFailure;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.simulator.alternatives.AlternativesExperiment.Cost;
import org.spamwatch.simulator.alternatives.LocationMessage.Carried;
import org.spamwatch.simulator.alternatives.LocationMessage.LockTold;
import org.spamwatch.simulator.alternatives.LocationMessage.Note;
import org.spamwatch.simulator.alternatives.LocationMessage.Value;
import org.spamwatch.simulator.virtual.PayloadBytes;

/** Counts what all peers send to publish and to ask by features, and to pass payloads on. */
final class Meter implements Consumer<Message> {
  private static final MessageTable TABLE =
      MessageTable.of(
          Limits.DEFAULT,
          OverlayMessage.TYPES,
          DolrMessage.TYPES,
          AdolrMessage.TYPES,
          LocationMessage.TYPES);

  private final PayloadBytes all = new PayloadBytes(TABLE, Meter::isLocation);
  private final PayloadBytes answers = new PayloadBytes(TABLE, Meter::isAnswer);

  @Override
  public void accept(Message message) {
    all.accept(message);
    answers.accept(message);
  }

  private static boolean isLocation(Message payload) {
    return payload instanceof AdolrMessage
        || payload instanceof DolrMessage
        || payload instanceof LocationMessage;
  }

  private static boolean isAnswer(Message payload) {
    Message said = payload instanceof Carried carried ? carried.message() : payload;
    boolean goesOn = said instanceof FeatureObject object && object.page() > 0;
    return (said instanceof QueryAnswer && !goesOn)
        || (said instanceof LocationFailure failure && !(failure.payload() instanceof Note))
        || said instanceof LockTold
        || (said instanceof Value value && value.number() != 0);
  }

  /** In the mean of so many vectors of a size. */
  Cost of(int vectors, int size) {
    double count = vectors;
    double answered = answers.packets() / 2.0; // the others acknowledge them
    return new Cost(all.packets() / count, all.bytes() / count, answered / count / size);
  }
}
