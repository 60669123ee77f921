package org.spamwatch.overlay.live;

import java.util.Optional;
import java.util.function.LongSupplier;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.live.Greeting.OtherVersion;
import org.spamwatch.overlay.live.Greeting.Refusal;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.WireException;
import org.spamwatch.overlay.wire.WireInput;
import org.spamwatch.overlay.wire.WireOutput;

/**
 * The bytes of a link's first frames ({@code docs/protocol.md}, "Handshake"). Magic, version and,
 * in a refusal, its code keep their places in every version to come.
 */
final class Handshake {
  /** The version of the protocol that this peer speaks. */
  static final int VERSION = 1;

  /** The longest first frame in bytes; a hello has at most 682. */
  static final int MAX_BYTES = 1024;

  private static final int HELLO = 0x53575048; // "SWPH"
  private static final int REFUSED = 0x53575052; // "SWPR"
  private static final int MAX_EXTENSION = 256;
  private static final int MAX_REASON = 200;

  private final MessageTable codec;
  private final Standing own;
  private final LongSupplier clockMillis;

  Handshake(MessageTable codec, Standing own, LongSupplier clockMillis) {
    this.codec = codec;
    this.own = own;
    this.clockMillis = clockMillis;
  }

  /** This peer's own hello. */
  byte[] hello() {
    Hello hello = new Hello(clockMillis.getAsLong(), own.realm(), own.membership(), own.self());
    return codec.write("hello", hello, Handshake::writeHello);
  }

  /** A refusal of this peer's. */
  byte[] refusal(int code, String reason) {
    Id realm = own.realm().map(Realm::id).orElse(Id.ZERO);
    Refusal refusal = new Refusal(VERSION, code, realm, clockMillis.getAsLong(), reason);
    return codec.write("refusal", refusal, Handshake::writeRefusal);
  }

  /**
   * What a peer's first frame says.
   *
   * @throws WireException if it is not this protocol
   */
  Greeting read(byte[] frame) throws WireException {
    return codec.read("first frame", frame, Handshake::readGreeting);
  }

  /** What a frame behind the hellos refuses, if it is a refusal; no message begins like one. */
  Optional<Refusal> readRefusal(byte[] frame) {
    try {
      return read(frame) instanceof Refusal refusal ? Optional.of(refusal) : Optional.empty();
    } catch (WireException e) {
      return Optional.empty(); // a message
    }
  }

  private static void writeHello(WireOutput out, Hello hello) {
    out.i32(HELLO);
    out.u16(VERSION);
    out.i64(hello.clockMillis());
    out.id(hello.realm().map(Realm::id).orElse(Id.ZERO));
    byte[] authority =
        hello.realm().flatMap(Realm::authority).map(VerifyingKey::toBytes).orElse(new byte[0]);
    out.bytes(authority, VerifyingKey.BYTES);
    out.bool(hello.membership().isPresent());
    hello.membership().ifPresent(membership -> writeMembership(out, membership));
    out.contact(hello.contact());
    out.bytes(new byte[0], MAX_EXTENSION);
  }

  private static void writeMembership(WireOutput out, Membership membership) {
    out.i64(membership.notBeforeMillis());
    out.i64(membership.notAfterMillis());
    out.fixedBytes(membership.signature(), VerifyingKey.SIGNATURE_BYTES);
  }

  private static void writeRefusal(WireOutput out, Refusal refusal) {
    out.i32(REFUSED);
    out.u16(refusal.version());
    out.u8(refusal.code());
    out.id(refusal.realm());
    out.i64(refusal.clockMillis());
    out.text(refusal.reason(), MAX_REASON);
  }

  private static Greeting readGreeting(WireInput in) throws WireException {
    int magic = in.i32("magic");
    if (magic != HELLO && magic != REFUSED) {
      throw new WireException("magic is %08x, not that of this protocol".formatted(magic));
    }
    int version = in.u16("version");
    if (magic == REFUSED) {
      int code = in.u8("code");
      if (version == VERSION) {
        return new Refusal(
            version, code, in.id("realm"), in.i64("clock"), in.text("reason", MAX_REASON));
      }
      in.fixedBytes("rest", in.remaining());
      return new Refusal(version, code, Id.ZERO, 0, "");
    }
    if (version != VERSION) {
      in.fixedBytes("rest", in.remaining());
      return new OtherVersion(version);
    }
    long clock = in.i64("clock");
    Optional<Realm> realm = readRealm(in);
    Optional<Membership> membership =
        in.bool("membership") ? Optional.of(readMembership(in)) : Optional.empty();
    Contact contact = in.contact("contact");
    in.bytes("extension", MAX_EXTENSION); // of later minor changes; not understood, not needed
    return new Hello(clock, realm, membership, contact);
  }

  private static Optional<Realm> readRealm(WireInput in) throws WireException {
    Id id = in.id("realm");
    byte[] key = in.bytes("authority", VerifyingKey.BYTES);
    Optional<VerifyingKey> authority =
        key.length == 0 ? Optional.empty() : Optional.of(VerifyingKey.of(key));
    return id.equals(Id.ZERO) && authority.isEmpty()
        ? Optional.empty()
        : Optional.of(new Realm(id, authority));
  }

  private static Membership readMembership(WireInput in) throws WireException {
    return new Membership(
        in.i64("notBefore"),
        in.i64("notAfter"),
        in.fixedBytes("signature", VerifyingKey.SIGNATURE_BYTES));
  }
}
