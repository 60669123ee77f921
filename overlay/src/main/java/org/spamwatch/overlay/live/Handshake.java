package org.spamwatch.overlay.live;

import java.util.Optional;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.live.Greeting.OtherVersion;
import org.spamwatch.overlay.live.Greeting.Refusal;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.WireException;
import org.spamwatch.overlay.wire.WireInput;
import org.spamwatch.overlay.wire.WireOutput;

/**
 * The bytes and rules of a link's first frames ({@code docs/protocol.md}, "Handshake"). Magic,
 * version and, in a refusal, its code keep their places in every version to come.
 */
final class Handshake {
  /** The version of the protocol that this peer speaks. */
  static final int VERSION = 1;

  /** The longest first frame in bytes; a hello has at most 562. */
  static final int MAX_BYTES = 1024;

  static final int CODE_VERSION = 1;
  static final int CODE_REALM = 2;
  static final int CODE_MALFORMED = 3;
  static final int CODE_SELF = 4;
  static final int CODE_BUSY = 5;

  private static final int HELLO = 0x53575048; // "SWPH"
  private static final int REFUSED = 0x53575052; // "SWPR"
  private static final int MAX_EXTENSION = 256;
  private static final int MAX_REASON = 200;

  private final MessageTable codec;
  private final Contact self;
  private final Id realm;

  Handshake(MessageTable codec, Contact self, Id realm) {
    this.codec = codec;
    this.self = self;
    this.realm = realm;
  }

  /** This peer's own hello. */
  byte[] hello() {
    return codec.write("hello", new Hello(realm, self), Handshake::writeHello);
  }

  /** A refusal of this peer's. */
  byte[] refusal(int code, String reason) {
    return codec.write(
        "refusal", new Refusal(VERSION, code, realm, reason), Handshake::writeRefusal);
  }

  /**
   * What a peer's first frame says.
   *
   * @throws WireException if it is not this protocol
   */
  Greeting read(byte[] frame) throws WireException {
    return codec.read("first frame", frame, Handshake::readGreeting);
  }

  /** Why a peer with such a hello is refused, if it is. */
  Optional<LinkException> objection(String peer, Hello hello) {
    if (hello.contact().id().equals(self.id())) {
      return Optional.of(self(peer));
    }
    boolean fits = realm.equals(Id.ZERO) || hello.realm().equals(Id.ZERO);
    return fits || realm.equals(hello.realm())
        ? Optional.empty()
        : Optional.of(otherRealm(peer, hello.realm()));
  }

  /** The line for a peer of another version. */
  LinkException otherVersion(String peer, int version) {
    return new LinkException(
        LinkEnd.VERSION,
        "peer %s speaks protocol version %d, this peer speaks %d: link refused; upgrade the older one"
            .formatted(peer, version, VERSION));
  }

  /** What a peer's refusal means, in this peer's words: its own could be anything. */
  LinkException refusedBy(String peer, Refusal refusal) {
    return switch (refusal.code()) {
      case CODE_VERSION -> otherVersion(peer, refusal.version());
      case CODE_REALM -> otherRealm(peer, refusal.realm());
      case CODE_MALFORMED ->
          new LinkException(
              LinkEnd.GARBAGE,
              "peer " + peer + " could not read this peer's greeting: link refused");
      case CODE_SELF -> self(peer);
      case CODE_BUSY ->
          new LinkException(
              LinkEnd.BUSY,
              "peer " + peer + " has too many links: link refused; it is tried again");
      default ->
          new LinkException(
              LinkEnd.CLOSED, "peer " + peer + " refused the link with code " + refusal.code());
    };
  }

  /** The code by which a peer is told why its link ends. */
  static int codeOf(LinkEnd end) {
    return switch (end) {
      case VERSION -> CODE_VERSION;
      case REALM -> CODE_REALM;
      case SELF -> CODE_SELF;
      case BUSY -> CODE_BUSY;
      default -> CODE_MALFORMED;
    };
  }

  private LinkException otherRealm(String peer, Id theirs) {
    return new LinkException(
        LinkEnd.REALM,
        "peer %s belongs to realm %s, this peer to realm %s: link refused; bootstrap from a peer of one's own realm"
            .formatted(peer, theirs.brief(), realm.brief()));
  }

  private LinkException self(String peer) {
    return new LinkException(
        LinkEnd.SELF,
        "peer %s has this peer's own id %s: link refused; no peer is its own bootstrap, and each has a data directory of its own"
            .formatted(peer, self.id().brief()));
  }

  private static void writeHello(WireOutput out, Hello hello) {
    out.i32(HELLO);
    out.u16(VERSION);
    out.id(hello.realm());
    out.contact(hello.contact());
    out.bytes(new byte[0], MAX_EXTENSION);
  }

  private static void writeRefusal(WireOutput out, Refusal refusal) {
    out.i32(REFUSED);
    out.u16(refusal.version());
    out.u8(refusal.code());
    out.id(refusal.realm());
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
        return new Refusal(version, code, in.id("realm"), in.text("reason", MAX_REASON));
      }
      in.fixedBytes("rest", in.remaining());
      return new Refusal(version, code, Id.ZERO, "");
    }
    if (version != VERSION) {
      in.fixedBytes("rest", in.remaining());
      return new OtherVersion(version);
    }
    Hello hello = new Hello(in.id("realm"), in.contact("contact"));
    in.bytes("extension", MAX_EXTENSION); // of later minor changes; not understood, not needed
    return hello;
  }
}
