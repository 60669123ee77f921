package org.spamwatch.simulator.alternatives;

import java.util.List;
import org.spamwatch.ata.adolr.AdolrMessage.PublishFeature;
import org.spamwatch.ata.adolr.FeatureRecord;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.wire.MessageType;
import org.spamwatch.overlay.wire.WireException;
import org.spamwatch.overlay.wire.WireInput;

/**
 * What the alternatives say beside the product's own messages. Byte forms are for counting; type
 * ids are of those for private use.
 */
sealed interface LocationMessage extends Message {
  /** Records of one feature object in one message. */
  int MAX_RECORDS = 40;

  /** Their byte forms. */
  List<MessageType<?>> TYPES =
      List.of(
          new MessageType<>(
              240, Note.class, (out, note) -> out.i64(note.number()), in -> new Note(in.i64("n"))),
          new MessageType<>(
              241,
              Carried.class,
              (out, carried) -> out.message(carried.message()),
              in -> new Carried(in.message("message"))),
          new MessageType<>(
              242,
              ToObject.class,
              (out, to) -> {
                out.contact(to.asker());
                out.id(to.feature());
                out.message(to.message());
              },
              in -> new ToObject(in.contact("asker"), in.id("feature"), in.message("message"))),
          new MessageType<>(
              243,
              LockWanted.class,
              (out, lock) -> out.id(lock.feature()),
              in -> new LockWanted(in.id("feature"))),
          new MessageType<>(
              244,
              LockTold.class,
              (out, told) -> {
                out.id(told.feature());
                out.bool(told.granted());
              },
              in -> new LockTold(in.id("feature"), in.bool("granted"))),
          new MessageType<>(
              245,
              Pointed.class,
              (out, pointed) -> {
                out.id(pointed.feature());
                out.contact(pointed.server());
              },
              in -> new Pointed(in.id("feature"), in.contact("server"))),
          new MessageType<>(
              246,
              Value.class,
              (out, value) -> {
                out.i64(value.number());
                out.id(value.feature());
                out.list(
                    value.records(),
                    MAX_RECORDS,
                    (o, record) -> o.message(new PublishFeature(record)));
              },
              in ->
                  new Value(
                      in.i64("number"),
                      in.id("feature"),
                      in.list("records", MAX_RECORDS, LocationMessage::readRecord))));

  private static FeatureRecord readRecord(WireInput in) throws WireException {
    if (in.message("record") instanceof PublishFeature publish) {
      return publish.record();
    }
    throw new WireException("a value holds something else than records");
  }

  /** What is sent to an object that was found; the number is the question's. */
  record Note(long number) implements LocationMessage {}

  /** What the product would say, said for an alternative. */
  record Carried(Message message) implements LocationMessage {}

  /** A question on its way to a feature object, from a hop that has a pointer to it. */
  record ToObject(Contact asker, Id feature, Message message) implements LocationMessage {}

  /** Routed to a feature's root: asks for the lock to create its feature object. */
  record LockWanted(Id feature) implements LocationMessage {}

  /** Answers {@link LockWanted}. */
  record LockTold(Id feature, boolean granted) implements LocationMessage {}

  /** A pointer to a feature object for a replica of the root. */
  record Pointed(Id feature, Contact server) implements LocationMessage {}

  /**
   * A feature object as a value: got, put, or for a replica.
   *
   * @param number that of the {@code get} that it answers, or 0
   */
  record Value(long number, Id feature, List<FeatureRecord> records) implements LocationMessage {
    /** Copies the list. */
    public Value {
      records = List.copyOf(records);
    }
  }
}
