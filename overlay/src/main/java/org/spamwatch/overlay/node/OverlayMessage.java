package org.spamwatch.overlay.node;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.List;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.wire.MessageType;

/** The conversation of overlay nodes; every message is defined in {@code docs/protocol.md}. */
public sealed interface OverlayMessage extends Message {
  /** Their byte forms, for the message table. */
  List<MessageType<?>> TYPES = OverlayWire.TYPES;

  /** Hands the message to the handler's method for its kind. */
  void dispatch(Contact from, MessageHandler handler);

  /** The longest round trip that a message tells of; longer ones are told as this. */
  int MAX_ROUND_TRIP_MICROS = 60_000_000;

  private static void checkRoundTrip(int micros) {
    if (micros < 0 || micros > MAX_ROUND_TRIP_MICROS) {
      throw new IllegalArgumentException(
          "roundTripMicros " + micros + " is not in 0 to " + MAX_ROUND_TRIP_MICROS);
    }
  }

  /** A message that names the node it comes from; a link proves whether it does. */
  sealed interface Spoken extends OverlayMessage {
    /** The node that sends the message itself. */
    Contact sender();
  }

  /** Answers what its receiver has sent. One that was not asked for costs a look into a table. */
  sealed interface Answer extends OverlayMessage {}

  /** Looks after tables: makes its receiver probe or send up to {@code Limits.maxContacts}. */
  sealed interface Upkeep extends OverlayMessage {}

  /**
   * A message on its way to a key's root; acknowledged hop by hop with {@link HopAck}.
   *
   * @param hopId names this transmission between two nodes
   * @param sender the node that sent this transmission
   * @param messageId names the message from its origin to its end
   * @param origin the node that the message is from
   * @param key what it is routed by
   * @param hops hops taken when it arrives, 1 to 255
   * @param ttl hops it may still take from there, 0 to 255
   * @param payload the application's message; never an overlay message but {@link Join}
   */
  record Route(
      long hopId,
      Contact sender,
      long messageId,
      Contact origin,
      Id key,
      int hops,
      int ttl,
      Message payload)
      implements Spoken {
    /** Checks the ranges of the counters. */
    public Route {
      if (hops < 1 || hops > 255 || ttl < 0 || ttl > 255) {
        throw new IllegalArgumentException(
            "hops " + hops + " is not in 1 to 255 or ttl " + ttl + " not in 0 to 255");
      }
    }

    @Override
    public void dispatch(Contact from, MessageHandler handler) {
      handler.received(from, this);
    }
  }

  /**
   * A message straight from one node to another; acknowledged with {@link HopAck}.
   *
   * @param hopId names this transmission
   * @param sender the node it is from
   * @param target the id of the node it is for; another node at the same endpoint ignores it
   * @param payload the application's message
   */
  record Direct(long hopId, Contact sender, Id target, Message payload) implements Spoken {
    @Override
    public void dispatch(Contact from, MessageHandler handler) {
      handler.received(from, this);
    }
  }

  /** Acknowledges one transmission of a {@link Route} or {@link Direct}. */
  record HopAck(long hopId) implements Answer {
    @Override
    public void dispatch(Contact from, MessageHandler handler) {
      handler.received(from, this);
    }
  }

  /**
   * Asks whether a node lives; answered by {@link Pong}.
   *
   * @param joined whether the sender takes part yet: before that it answers no probe, and to probe
   *     it in return would only cost the time-out
   */
  record Ping(long nonce, Contact sender, boolean joined) implements Spoken, Upkeep {
    @Override
    public void dispatch(Contact from, MessageHandler handler) {
      handler.received(from, this);
    }
  }

  /** Answers {@link Ping} with the node's true contact. */
  record Pong(long nonce, Contact sender) implements Spoken, Answer {
    @Override
    public void dispatch(Contact from, MessageHandler handler) {
      handler.received(from, this);
    }
  }

  /**
   * Routed towards the joining node's own id; the root answers it with {@link Rows} and {@link
   * Leaves}.
   *
   * @param joiner the message's origin
   * @param contacts from the prefix tables of the hops so far, at most {@code Limits.maxContacts}
   */
  record Join(Contact joiner, List<Contact> contacts) implements OverlayMessage {
    /** Copies the list. */
    public Join {
      contacts = List.copyOf(contacts);
    }

    @Override
    public void dispatch(Contact from, MessageHandler handler) {
      handler.received(from, this);
    }
  }

  /**
   * Nodes from the prefix table that may fill the receiver's rows.
   *
   * @param entries at most {@code Limits.maxContacts}
   */
  record Rows(Contact sender, List<Entry> entries) implements Spoken, Upkeep {
    /** Copies the list. */
    public Rows {
      entries = List.copyOf(entries);
    }

    @Override
    public void dispatch(Contact from, MessageHandler handler) {
      handler.received(from, this);
    }

    /**
     * A node, and how far it is from the sender, who may lie: a hint of whom to probe.
     *
     * @param roundTripMicros 0 if not measured, up to {@link #MAX_ROUND_TRIP_MICROS}
     */
    public record Entry(Contact contact, int roundTripMicros) {
      /** Checks the range. */
      public Entry {
        checkRoundTrip(roundTripMicros);
      }
    }
  }

  /**
   * Asks for one row of the receiver's prefix table; answered by {@link Rows}.
   *
   * @param roundTripMicros how far the receiver is from the sender, as the sender measures it: a
   *     hint that the sender may be worth a probe; 0 if not measured
   */
  record RowRequest(Contact sender, int row, int roundTripMicros) implements Spoken, Upkeep {
    /** Checks the ranges. */
    public RowRequest {
      checkArgument(row >= 0 && row < Id.DIGITS, "row %s is not in 0 to 39", row);
      checkRoundTrip(roundTripMicros);
    }

    @Override
    public void dispatch(Contact from, MessageHandler handler) {
      handler.received(from, this);
    }
  }

  /**
   * The sender's leaf set.
   *
   * @param answerWanted whether the receiver is to send its own in return
   */
  record Leaves(Contact sender, List<Contact> contacts, boolean answerWanted)
      implements Spoken, Upkeep {
    /** Copies the list. */
    public Leaves {
      contacts = List.copyOf(contacts);
    }

    @Override
    public void dispatch(Contact from, MessageHandler handler) {
      handler.received(from, this);
    }
  }

  /**
   * A node has left, or does not answer any more: the node itself says so, or another that has
   * found it out. Whoever hears it asks the node.
   */
  record NodeDown(Contact node) implements Upkeep {
    @Override
    public void dispatch(Contact from, MessageHandler handler) {
      handler.received(from, this);
    }
  }

  // Clients: nodes that others cannot reach -------------------------------------------------------

  /** Most hosts named in one message. */
  int MAX_HOSTS_TOLD = 8;

  /** Asks a node to be the sender's host, or to go on being it; answered by one of the next two. */
  record Attach(long nonce, Contact sender) implements Spoken {
    @Override
    public void dispatch(Contact from, MessageHandler handler) {
      handler.received(from, this);
    }
  }

  /**
   * The sender is the client's host from now on, for as long as the lease lasts.
   *
   * @param nonce that of the {@link Attach}
   * @param leaseSeconds 1 to 3600
   * @param others nodes that may be asked if this one is lost, at most {@link #MAX_HOSTS_TOLD}
   */
  record Attached(long nonce, Contact sender, int leaseSeconds, List<Contact> others)
      implements Spoken {
    /** Checks the ranges and copies the list. */
    public Attached {
      if (leaseSeconds < 1 || leaseSeconds > 3600) {
        throw new IllegalArgumentException("lease " + leaseSeconds + " s is not in 1 to 3600");
      }
      others = checked(others);
    }

    @Override
    public void dispatch(Contact from, MessageHandler handler) {
      handler.received(from, this);
    }
  }

  /** Why a node takes no client. */
  enum HostRefusal {
    /** It has as many clients as it takes. */
    FULL(1),
    /** It has as many clients of this address group as it takes. */
    GROUP_FULL(2),
    /** It has not joined, or is a client itself. */
    NO_HOST(3);

    private final int code;

    HostRefusal(int code) {
      this.code = code;
    }

    /** Its number on the wire. */
    public int code() {
      return code;
    }

    /**
     * The reason with a number.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static HostRefusal ofCode(int code) {
      for (HostRefusal refusal : values()) {
        if (refusal.code == code) {
          return refusal;
        }
      }
      throw new IllegalArgumentException("reason " + code + " is not in 1 to 3");
    }
  }

  /**
   * The sender does not take the client.
   *
   * @param nonce that of the {@link Attach}
   * @param others nodes that may be asked instead, at most {@link #MAX_HOSTS_TOLD}
   */
  record AttachRefused(long nonce, Contact sender, HostRefusal reason, List<Contact> others)
      implements Spoken {
    /** Checks the range and copies the list. */
    public AttachRefused {
      others = checked(others);
    }

    @Override
    public void dispatch(Contact from, MessageHandler handler) {
      handler.received(from, this);
    }
  }

  private static List<Contact> checked(List<Contact> others) {
    checkArgument(
        others.size() <= MAX_HOSTS_TOLD, "%s hosts exceed %s", others.size(), MAX_HOSTS_TOLD);
    return List.copyOf(others);
  }

  /** Host and client part: the sender, either of them, ends the attachment. */
  record Detach(Contact sender) implements Spoken {
    @Override
    public void dispatch(Contact from, MessageHandler handler) {
      handler.received(from, this);
    }
  }

  /**
   * From a host to its client: what another node has sent the client with a {@link Direct};
   * acknowledged with {@link HopAck}.
   *
   * @param sender the host
   * @param origin the node that sent the {@link Direct}, by the host's word
   */
  record Relay(long hopId, Contact sender, Contact origin, Message payload) implements Spoken {
    @Override
    public void dispatch(Contact from, MessageHandler handler) {
      handler.received(from, this);
    }
  }

  /** Asks a node to open a link of its own to the sender; answered by {@link Reached}. */
  record ReachRequest(long nonce, Contact sender) implements Spoken {
    @Override
    public void dispatch(Contact from, MessageHandler handler) {
      handler.received(from, this);
    }
  }

  /**
   * Answers a {@link ReachRequest}: once over the link that it came by, and once over the link that
   * was asked for, if that can be opened.
   *
   * @param dialled whether it comes over the link that was asked for
   */
  record Reached(long nonce, Contact sender, boolean dialled) implements Spoken {
    @Override
    public void dispatch(Contact from, MessageHandler handler) {
      handler.received(from, this);
    }
  }
}
