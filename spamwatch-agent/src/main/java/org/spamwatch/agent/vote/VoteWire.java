package org.spamwatch.agent.vote;

import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.HandOverVotes;
import org.spamwatch.agent.vote.VoteMessage.Refused;
import org.spamwatch.agent.vote.VoteMessage.ReplicateVote;
import org.spamwatch.agent.vote.VoteMessage.VoteReplicated;
import org.spamwatch.agent.vote.VoteMessage.VotesAsked;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteMessage.VotesHeld;
import org.spamwatch.agent.vote.VoteMessage.VotesWanted;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.FeatureVectorWire;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.ProofWire;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.wire.MessageType;
import org.spamwatch.overlay.wire.WireException;
import org.spamwatch.overlay.wire.WireInput;
import org.spamwatch.overlay.wire.WireOutput;

/** The byte forms of {@link VoteMessage}; type ids 96 to 127. */
final class VoteWire {
  static final List<MessageType<?>> TYPES =
      List.of(
          new MessageType<>(96, Cast.class, VoteWire::writeCast, VoteWire::readCast),
          new MessageType<>(97, ReplicateVote.class, VoteWire::writeKeep, VoteWire::readKeep),
          new MessageType<>(98, VoteReplicated.class, VoteWire::writeKept, VoteWire::readKept),
          new MessageType<>(99, Refused.class, VoteWire::writeRefused, VoteWire::readRefused),
          new MessageType<>(
              100, HandOverVotes.class, VoteWire::writeEntrust, VoteWire::readEntrust),
          new MessageType<>(
              101,
              VotesWanted.class,
              (out, wanted) -> {
                out.i64(wanted.checkId());
                writeDigests(out, wanted.digests());
              },
              in -> new VotesWanted(in.i64("checkId"), readDigests(in))),
          new MessageType<>(102, VotesFound.class, VoteWire::writeFound, VoteWire::readFound),
          new MessageType<>(
              103,
              VotesAsked.class,
              (out, asked) -> {
                out.i64(asked.checkId());
                out.id(asked.guid());
                writeDigests(out, asked.digests());
              },
              in -> new VotesAsked(in.i64("checkId"), in.id("guid"), readDigests(in))),
          new MessageType<>(
              104,
              VotesHeld.class,
              (out, held) -> {
                out.i64(held.checkId());
                out.id(held.guid());
                writeDigests(out, held.digests());
              },
              in -> new VotesHeld(in.i64("checkId"), in.id("guid"), readDigests(in))));

  private VoteWire() {}

  private static void writeDigests(WireOutput out, List<Id> digests) {
    out.list(digests, out.limits().maxGuidsPerQuery(), WireOutput::id);
  }

  private static List<Id> readDigests(WireInput in) throws WireException {
    return in.list("digests", in.limits().maxGuidsPerQuery(), i -> i.id("digest"));
  }

  /**
   * Realm (20 bytes), site (20), guid (20), digests (count, 20 each), verdict (1), origin (1),
   * sequence (8), time (8), key (32), signature (64), certificate: not before (8), not after (8),
   * proof (97, with a membership 177).
   */
  private static void writeVote(WireOutput out, Vote vote) {
    out.id(vote.realm());
    out.id(vote.site());
    out.id(vote.guid());
    out.list(vote.digests(), Vote.MAX_DIGESTS, WireOutput::id);
    out.u8(vote.value().code());
    out.u8(vote.origin().code());
    out.i64(vote.sequence());
    out.i64(vote.timeMillis());
    out.fixedBytes(vote.publicKey(), Vote.KEY_BYTES);
    out.fixedBytes(vote.signature(), Vote.SIGNATURE_BYTES);
    VoterCertificate certificate =
        vote.certificate()
            .orElseThrow(() -> new IllegalArgumentException("a vote goes with its certificate"));
    out.i64(certificate.notBeforeMillis());
    out.i64(certificate.notAfterMillis());
    ProofWire.write(out, certificate.proof());
  }

  private static Vote readVote(WireInput in) throws WireException {
    return new Vote(
        in.id("realm"),
        in.id("site"),
        in.id("guid"),
        in.list("digests", Vote.MAX_DIGESTS, i -> i.id("digest")),
        in.code("verdict", VoteValue::ofCode, "1, 2 or 3"),
        VoteOrigin.of(in.u8("origin")),
        in.i64("sequence"),
        in.i64("timeMillis"),
        VerifyingKey.of(in.fixedBytes("publicKey", Vote.KEY_BYTES)),
        in.fixedBytes("signature", Vote.SIGNATURE_BYTES),
        Optional.of(readCertificate(in)));
  }

  private static VoterCertificate readCertificate(WireInput in) throws WireException {
    return new VoterCertificate(in.i64("notBefore"), in.i64("notAfter"), ProofWire.read(in));
  }

  private static void writeVectors(WireOutput out, List<FeatureVector> vectors, int most) {
    out.list(vectors, most, FeatureVectorWire::write);
  }

  private static List<FeatureVector> readVectors(WireInput in, int most) throws WireException {
    return in.list("vectors", most, FeatureVectorWire::read);
  }

  private static void writeCast(WireOutput out, Cast cast) {
    out.i64(cast.castId());
    writeVote(out, cast.vote());
    writeVectors(out, cast.vectors(), Vote.MAX_DIGESTS);
  }

  private static Cast readCast(WireInput in) throws WireException {
    return new Cast(in.i64("castId"), readVote(in), readVectors(in, Vote.MAX_DIGESTS));
  }

  private static void writeKeep(WireOutput out, ReplicateVote keep) {
    out.i64(keep.castId());
    out.contact(keep.origin());
    out.u8(keep.holders());
    writeVote(out, keep.vote());
    writeVectors(out, keep.vectors(), Vote.MAX_DIGESTS);
  }

  private static ReplicateVote readKeep(WireInput in) throws WireException {
    return new ReplicateVote(
        in.i64("castId"),
        in.contact("origin"),
        in.u8("holders"),
        readVote(in),
        readVectors(in, Vote.MAX_DIGESTS));
  }

  private static void writeKept(WireOutput out, VoteReplicated kept) {
    out.i64(kept.castId());
    out.u8(kept.holders());
  }

  private static VoteReplicated readKept(WireInput in) throws WireException {
    return new VoteReplicated(in.i64("castId"), in.u8("holders"));
  }

  private static void writeRefused(WireOutput out, Refused refused) {
    out.i64(refused.castId());
    out.text(refused.reason(), Refused.MAX_REASON);
  }

  private static Refused readRefused(WireInput in) throws WireException {
    return new Refused(in.i64("castId"), in.text("reason", Refused.MAX_REASON));
  }

  private static void writeEntrust(WireOutput out, HandOverVotes entrust) {
    out.list(entrust.votes(), VoteMessage.MAX_VOTES, VoteWire::writeVote);
    writeVectors(out, entrust.vectors(), VoteMessage.MAX_VECTORS);
  }

  private static HandOverVotes readEntrust(WireInput in) throws WireException {
    return new HandOverVotes(
        in.list("votes", VoteMessage.MAX_VOTES, VoteWire::readVote),
        readVectors(in, VoteMessage.MAX_VECTORS));
  }

  private static void writeFound(WireOutput out, VotesFound found) {
    out.i64(found.checkId());
    out.id(found.guid());
    out.u8(found.hops());
    out.i32(found.spam());
    out.i32(found.ham());
    out.u8(found.page());
    out.u8(found.pages());
    out.list(found.votes(), VoteMessage.MAX_VOTES, VoteWire::writeVote);
    writeVectors(out, found.vectors(), VoteMessage.MAX_VECTORS);
  }

  private static VotesFound readFound(WireInput in) throws WireException {
    return new VotesFound(
        in.i64("checkId"),
        in.id("guid"),
        in.u8("hops"),
        in.i32("spam"),
        in.i32("ham"),
        in.u8("page"),
        in.u8("pages"),
        in.list("votes", VoteMessage.MAX_VOTES, VoteWire::readVote),
        readVectors(in, VoteMessage.MAX_VECTORS));
  }
}
