package org.spamwatch.agent.summary;

import java.util.List;
import org.spamwatch.agent.summary.SummaryMessage.BlocksKnown;
import org.spamwatch.agent.summary.SummaryMessage.BlocksTold;
import org.spamwatch.agent.summary.SummaryMessage.BlocksWanted;
import org.spamwatch.agent.summary.SummaryMessage.Known;
import org.spamwatch.agent.summary.SummaryMessage.LogDigests;
import org.spamwatch.agent.summary.SummaryMessage.LogsHeld;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.ata.fingerprint.FeatureVectorWire;
import org.spamwatch.overlay.identity.ProofWire;
import org.spamwatch.overlay.wire.MessageType;
import org.spamwatch.overlay.wire.WireException;
import org.spamwatch.overlay.wire.WireInput;
import org.spamwatch.overlay.wire.WireOutput;

/** The byte forms of {@link SummaryMessage}, type ids 140 to 159, and of {@link Block}. */
public final class SummaryWire {
  static final List<MessageType<?>> TYPES =
      List.of(
          new MessageType<>(
              140,
              BlocksKnown.class,
              (out, told) -> writeAll(out, told.known()),
              in -> new BlocksKnown(readAll(in))),
          new MessageType<>(
              141,
              BlocksWanted.class,
              (out, asked) -> write(out, asked.wanted()),
              in -> new BlocksWanted(readKnown(in))),
          new MessageType<>(
              142,
              BlocksTold.class,
              (out, told) ->
                  out.list(told.blocks(), SummaryMessage.MAX_BLOCKS, SummaryWire::writeBlock),
              in ->
                  new BlocksTold(
                      in.list("blocks", SummaryMessage.MAX_BLOCKS, SummaryWire::readBlock))),
          new MessageType<>(
              143,
              LogDigests.class,
              (out, asked) -> out.list(asked.digests(), SummaryMessage.RANGES, WireOutput::i64),
              in ->
                  new LogDigests(
                      in.list("digests", SummaryMessage.RANGES, each -> each.i64("digest")))),
          new MessageType<>(
              144,
              LogsHeld.class,
              (out, held) -> {
                out.u16(held.ranges());
                out.bool(held.last());
                writeAll(out, held.known());
              },
              in -> new LogsHeld(in.u16("ranges"), in.bool("last"), readAll(in))));

  private SummaryWire() {}

  private static void writeAll(WireOutput out, List<Known> known) {
    out.list(known, SummaryMessage.MAX_KNOWN, SummaryWire::write);
  }

  private static List<Known> readAll(WireInput in) throws WireException {
    return in.list("known", SummaryMessage.MAX_KNOWN, SummaryWire::readKnown);
  }

  private static void write(WireOutput out, Known known) {
    out.id(known.origin());
    out.i64(known.epoch());
    out.i32(known.first());
    out.i32(known.last());
  }

  private static Known readKnown(WireInput in) throws WireException {
    return new Known(in.id("origin"), in.i64("epoch"), in.i32("first"), in.i32("last"));
  }

  /**
   * Writes a block: origin (contact), epoch (8 bytes), number (4), time (8), announcements (count;
   * of each: guid, 20, and vectors, count), proof (97, with a membership 177).
   */
  public static void writeBlock(WireOutput out, Block block) {
    out.contact(block.origin());
    out.i64(block.epoch());
    out.i32(block.number());
    out.i64(block.timeMillis());
    out.list(block.announcements(), Block.MAX_ANNOUNCEMENTS, SummaryWire::write);
    ProofWire.write(out, block.proof());
  }

  /** Reads what {@link #writeBlock} writes. */
  public static Block readBlock(WireInput in) throws WireException {
    return new Block(
        in.contact("origin"),
        in.i64("epoch"),
        in.i32("number"),
        in.i64("time"),
        in.list("announcements", Block.MAX_ANNOUNCEMENTS, SummaryWire::readAnnouncement),
        ProofWire.read(in));
  }

  private static void write(WireOutput out, Announcement announcement) {
    out.id(announcement.guid());
    out.list(announcement.vectors(), Vote.MAX_DIGESTS, FeatureVectorWire::write);
  }

  private static Announcement readAnnouncement(WireInput in) throws WireException {
    return new Announcement(
        in.id("guid"), in.list("vectors", Vote.MAX_DIGESTS, FeatureVectorWire::read));
  }
}
