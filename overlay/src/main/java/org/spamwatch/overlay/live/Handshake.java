package org.spamwatch.overlay.live;

import java.util.List;
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
 * The bytes of a link's first frames ({@code docs/protocol.md}, "Handshake"). They are those of
 * every version to come, for they are read before one is chosen: what is added goes into a hello's
 * extension, or behind a refusal's end.
 */
final class Handshake {
  /** The longest first frame in bytes; a hello has at most 749. */
  static final int MAX_BYTES = 1024;

  private static final int HELLO = 0x53575048; // "SWPH"
  private static final int REFUSED = 0x53575052; // "SWPR"
  private static final int MAX_EXTENSION = 256;
  private static final int MAX_CAPABILITIES = 32;
  private static final int MAX_REASON = 200;

  private final MessageTable codec;
  private final Versions spoken;
  private final GreetingTerms own;
  private final LongSupplier clockMillis;

  Handshake(Dialects dialects, GreetingTerms own, LongSupplier clockMillis) {
    this.codec = dialects.newest();
    this.spoken = dialects.versions();
    this.own = own;
    this.clockMillis = clockMillis;
  }

  /** This peer's own hello. */
  byte[] hello() {
    Hello hello =
        new Hello(
            spoken, clockMillis.getAsLong(), own.realm(), own.membership(), own.self(), List.of());
    return codec.write("hello", hello, Handshake::writeHello);
  }

  /** A refusal of this peer's. */
  byte[] refusal(LinkEnd end) {
    Id realm = own.realm().map(Realm::id).orElse(Id.ZERO);
    Refusal refusal =
        new Refusal(
            spoken.highest(),
            end.code(),
            realm,
            clockMillis.getAsLong(),
            end.name(),
            own.membership());
    return codec.write("refusal", refusal, Handshake::writeRefusal);
  }

  /**
   * What a peer's first frame says.
   *
   * @throws WireException if it is not this protocol
   */
  Greeting read(byte[] frame) throws WireException {
    return codec.read("first frame", frame, this::readGreeting);
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
    out.u16(hello.versions().highest());
    out.u16(hello.versions().lowest());
    out.i64(hello.clockMillis());
    out.id(hello.realm().map(Realm::id).orElse(Id.ZERO));
    byte[] authority =
        hello.realm().flatMap(Realm::authority).map(VerifyingKey::toBytes).orElse(new byte[0]);
    out.bytes(authority, VerifyingKey.BYTES);
    out.bool(hello.membership().isPresent());
    hello.membership().ifPresent(membership -> writeMembership(out, membership));
    out.contact(hello.contact());
    out.list(hello.capabilities(), MAX_CAPABILITIES, WireOutput::u16);
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
    out.bool(refusal.membership().isPresent());
    refusal.membership().ifPresent(membership -> writeMembership(out, membership));
  }

  private Greeting readGreeting(WireInput in) throws WireException {
    int magic = in.i32("magic");
    if (magic != HELLO && magic != REFUSED) {
      throw new WireException("magic is %08x, not that of this protocol".formatted(magic));
    }
    int version = in.u16("version");
    if (magic == REFUSED) {
      return readRefusal(in, version);
    }
    Versions versions = new Versions(in.u16("lowest"), version);
    if (spoken.common(versions).isEmpty()) {
      in.fixedBytes("rest", in.remaining());
      return new OtherVersion(versions);
    }
    long clock = in.i64("clock");
    Optional<Realm> realm = readRealm(in);
    Optional<Membership> membership =
        in.bool("membership") ? Optional.of(readMembership(in)) : Optional.empty();
    Contact contact = in.contact("contact");
    List<Integer> capabilities =
        in.list("capabilities", MAX_CAPABILITIES, each -> each.u16("capability"));
    in.bytes("extension", MAX_EXTENSION); // of later changes; not understood, not needed
    return new Hello(versions, clock, realm, membership, contact, capabilities);
  }

  // Who speaks none of this peer's versions is to be believed that, and nothing else.
  private static Refusal readRefusal(WireInput in, int version) throws WireException {
    int code = in.u8("code");
    Refusal refusal =
        code == LinkEnd.VERSION.code()
            ? new Refusal(version, code, Id.ZERO, 0, "", Optional.empty())
            : new Refusal(
                version,
                code,
                in.id("realm"),
                in.i64("clock"),
                in.text("reason", MAX_REASON),
                in.bool("membership") ? Optional.of(readMembership(in)) : Optional.empty());
    in.fixedBytes("rest", in.remaining());
    return refusal;
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
