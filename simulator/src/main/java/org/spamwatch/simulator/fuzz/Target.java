package org.spamwatch.simulator.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.agent.peer.PeerStatus;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.Send;
import org.spamwatch.overlay.live.Greetings;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.node.OverlayMessage.Spoken;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.UnknownTypeException;
import org.spamwatch.overlay.wire.WireException;

/**
 * A peer with live neighbours that frames are fed to, as a link would: decoded, and if they are
 * messages, received on a turn. Its neighbours answer its probes and acknowledge.
 *
 * <p>A frame fails it if anything but a {@link WireException} comes of it, if a message does not
 * encode to the bytes it was read from, if reading it or a turn allocates more than it may, or if
 * what the peer holds outgrows its limits.
 */
final class Target {
  /** What became of a frame. */
  enum Fate {
    /** It was a message, or a greeting. */
    DECODED,
    /** A type, or a payload's type, that this version does not know. */
    UNKNOWN,
    /** Not a message. */
    REFUSED
  }

  /** What reading a frame of up to 16 KiB may allocate, in bytes. */
  static final long MOST_READ_BYTES = 256 * 1024;

  /** What a turn may allocate that a frame brings about, in bytes. */
  static final long MOST_TURN_BYTES = 2 * 1024 * 1024;

  private static final int SENDERS = 256;
  private static final int TURNS_OF_ONE_FRAME = 8;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final MessageTable codec;
  private final Greetings greetings;
  private final SeedCorpus.Inhabitant peer;
  private final List<Contact> neighbours;
  private final Set<Endpoint> living = new LinkedHashSet<>();
  private long nowMicros;
  private int frames;
  private long mostRead;
  private long mostTurn;

  Target(SeedCorpus village, MessageTable codec, Greetings greetings) {
    this.codec = codec;
    this.greetings = greetings;
    this.peer = village.stranger();
    this.nowMicros = village.nowMicros();
    Contact self = peer.core().node().self();
    this.neighbours = village.contacts().stream().filter(contact -> !contact.equals(self)).toList();
    neighbours.forEach(neighbour -> living.add(neighbour.endpoint()));
    peer.core().start(List.of());
    for (Contact neighbour : neighbours) {
      peer.core().node().receive(neighbour, new Ping(1, neighbour, true));
    }
    takeTurns();
  }

  /** Feeds a frame; a millisecond passes. */
  Fate feed(Frames.Kind kind, byte[] frame) throws FuzzFailure {
    nowMicros += 1_000;
    frames++;
    return kind == Frames.Kind.GREETING ? greet(frame) : receive(frame);
  }

  private Fate greet(byte[] frame) throws FuzzFailure {
    long before = allocated();
    try {
      greetings.read(frame);
      return Fate.DECODED;
    } catch (WireException e) {
      requireForeseen(e, frame);
      return Fate.REFUSED;
    } catch (RuntimeException | Error e) {
      throw new FuzzFailure("the handshake threw", frame, e);
    } finally {
      mostRead = Math.max(mostRead, allocated() - before);
    }
  }

  private Fate receive(byte[] frame) throws FuzzFailure {
    long before = allocated();
    Message message;
    try {
      message = codec.decode(frame);
    } catch (UnknownTypeException e) {
      return Fate.UNKNOWN;
    } catch (WireException e) {
      requireForeseen(e, frame);
      return Fate.REFUSED;
    } catch (RuntimeException | Error e) {
      throw new FuzzFailure("the codec threw", frame, e);
    } finally {
      judge("reading it", allocated() - before, MOST_READ_BYTES, frame);
    }
    mostRead = Math.max(mostRead, allocated() - before);
    requireCanonical(message, frame);
    turn(message, frame);
    return Fate.DECODED;
  }

  /** A reader's own slip is wrapped like a value out of range, and must not hide behind that. */
  private static void requireForeseen(WireException refusal, byte[] frame) throws FuzzFailure {
    if (refusal.getCause() instanceof RuntimeException cause
        && !(cause instanceof IllegalArgumentException)) {
      throw new FuzzFailure("a reader failed", frame, cause);
    }
  }

  private void requireCanonical(Message message, byte[] frame) throws FuzzFailure {
    byte[] again;
    try {
      again = codec.encode(message);
    } catch (RuntimeException | Error e) {
      throw new FuzzFailure("what was read cannot be written", frame, e);
    }
    if (!Arrays.equals(again, frame)) {
      throw new FuzzFailure("what was read has other bytes when it is written", frame);
    }
  }

  private void turn(Message message, byte[] frame) throws FuzzFailure {
    long before = allocated();
    try {
      peer.timers().advance(nowMicros);
      int sender = frames % (SENDERS + neighbours.size());
      Contact from =
          sender < SENDERS
              ? new Contact(Id.ofHex("f" + sender), new Endpoint("10.1.0." + sender, 9460))
              : neighbours.get(sender - SENDERS);
      peer.core().node().receive(spokenBy(from, message), message);
      takeTurns();
    } catch (RuntimeException | Error e) {
      throw new FuzzFailure("the peer threw", frame, e);
    }
    long cost = allocated() - before;
    mostTurn = Math.max(mostTurn, cost);
    judge("its turn", cost, MOST_TURN_BYTES, frame);
    if (frames % 1_000 == 0) {
      requireBounded(frame);
    }
  }

  /** Half of the messages come from whom they name: the others are dropped as forged. */
  private Contact spokenBy(Contact from, Message message) {
    return frames % 2 == 0 && message instanceof Spoken spoken ? spoken.sender() : from;
  }

  /** Carries out what the peer sends, as far as its neighbours answer it. */
  private void takeTurns() {
    for (int i = 0; i < TURNS_OF_ONE_FRAME; i++) {
      List<Send> sent = peer.outbox().take();
      if (sent.isEmpty()) {
        return;
      }
      sent.stream().filter(send -> living.contains(send.to())).forEach(this::answer);
    }
  }

  private void answer(Send send) {
    Message answer = null;
    Contact neighbour =
        neighbours.stream()
            .filter(living -> living.endpoint().equals(send.to()))
            .findFirst()
            .orElseThrow();
    if (send.message() instanceof Ping ping) {
      answer = new Pong(ping.nonce(), neighbour);
    } else if (send.message() instanceof Route route) {
      answer = new HopAck(route.hopId());
    } else if (send.message() instanceof Direct direct) {
      answer = new HopAck(direct.hopId());
    }
    if (answer != null) {
      peer.core().node().receive(neighbour, answer);
    }
  }

  private void requireBounded(byte[] frame) throws FuzzFailure {
    Limits limits = Limits.DEFAULT;
    PeerCore core = peer.core();
    PeerStatus status = core.status();
    long mostHeld =
        limits.maxPendingHops()
            + 2L * limits.maxRemembered()
            + 20L * limits.maxProbes()
            + 5L * limits.traffic().maxSenders();
    atMost("entries for others", core.node().held(), mostHeld, frame);
    atMost("feature records", status.features(), limits.maxFeatureRecords(), frame);
    atMost("pointers", status.pointers(), limits.maxPointers(), frame);
    atMost("neighbours", status.neighbours().size(), 1_000, frame);
    // Each vote, record and message that is published has a timer; the rest have one each.
    long timed = mostHeld + status.features() + status.pointers() + 2 * status.votes();
    atMost("timers", peer.timers().pending(), timed, frame);
  }

  private static void atMost(String what, long held, long most, byte[] frame) throws FuzzFailure {
    if (held > most) {
      throw new FuzzFailure("the peer holds " + held + " " + what + ", at most " + most, frame);
    }
  }

  private static void judge(String what, long bytes, long most, byte[] frame) throws FuzzFailure {
    if (bytes > most) {
      throw new FuzzFailure(what + " allocated " + bytes + " bytes, at most " + most, frame);
    }
  }

  private static long allocated() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  /** The most that reading a frame has allocated, in bytes. */
  long mostRead() {
    return mostRead;
  }

  /** The most that a turn has allocated, in bytes. */
  long mostTurn() {
    return mostTurn;
  }
}
