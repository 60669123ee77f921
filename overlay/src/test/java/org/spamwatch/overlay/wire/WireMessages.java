package org.spamwatch.overlay.wire;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.arbitraries.ListArbitrary;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Proof;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.lease.Refusal;
import org.spamwatch.overlay.lookup.LookupMessage;
import org.spamwatch.overlay.lookup.LookupMessage.ClosestFound;
import org.spamwatch.overlay.lookup.LookupMessage.FindClosest;
import org.spamwatch.overlay.node.OverlayMessage;
import org.spamwatch.overlay.node.OverlayMessage.Attach;
import org.spamwatch.overlay.node.OverlayMessage.AttachRefused;
import org.spamwatch.overlay.node.OverlayMessage.Attached;
import org.spamwatch.overlay.node.OverlayMessage.Detach;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.HostRefusal;
import org.spamwatch.overlay.node.OverlayMessage.Join;
import org.spamwatch.overlay.node.OverlayMessage.Leaves;
import org.spamwatch.overlay.node.OverlayMessage.NodeDown;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;
import org.spamwatch.overlay.node.OverlayMessage.ReachRequest;
import org.spamwatch.overlay.node.OverlayMessage.Reached;
import org.spamwatch.overlay.node.OverlayMessage.Relay;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.node.OverlayMessage.RowRequest;
import org.spamwatch.overlay.node.OverlayMessage.Rows;
import org.spamwatch.overlay.pointer.DolrMessage;
import org.spamwatch.overlay.pointer.DolrMessage.Locate;
import org.spamwatch.overlay.pointer.DolrMessage.LocationFailure;
import org.spamwatch.overlay.pointer.DolrMessage.PointerRefused;
import org.spamwatch.overlay.pointer.DolrMessage.Publish;
import org.spamwatch.overlay.pointer.DolrMessage.Replicate;
import org.spamwatch.overlay.pointer.DolrMessage.ToNode;
import org.spamwatch.overlay.pointer.DolrMessage.ToServer;
import org.spamwatch.overlay.pointer.Pointer;

/** The table under test and any message it can carry. */
final class WireMessages {
  static final MessageTable TABLE =
      MessageTable.of(
          Limits.DEFAULT,
          OverlayMessage.TYPES,
          DolrMessage.TYPES,
          LookupMessage.TYPES,
          List.of(Note.TYPE));

  private WireMessages() {}

  static Arbitrary<Id> ids() {
    return Combinators.combine(Arbitraries.longs(), Arbitraries.longs(), Arbitraries.integers())
        .as(Id::of);
  }

  static Arbitrary<Contact> contacts() {
    Arbitrary<String> hosts =
        Arbitraries.strings().withCharRange('!', '~').ofMinLength(1).ofMaxLength(40);
    Arbitrary<Endpoint> endpoints =
        Combinators.combine(hosts, Arbitraries.integers().between(1, 65535)).as(Endpoint::new);
    return Combinators.combine(ids(), endpoints).as(Contact::new);
  }

  static Arbitrary<Pointer> pointers() {
    return Combinators.combine(
            ids(),
            contacts(),
            Arbitraries.longs(),
            Arbitraries.longs().greaterOrEqual(0),
            Arbitraries.of(true, false),
            proofs())
        .as(Pointer::new);
  }

  static Arbitrary<Proof> proofs() {
    Arbitrary<byte[]> signatures =
        Arbitraries.bytes().array(byte[].class).ofSize(VerifyingKey.SIGNATURE_BYTES);
    Arbitrary<Membership> memberships =
        Combinators.combine(
                Arbitraries.longs().lessOrEqual(0),
                Arbitraries.longs().greaterOrEqual(0),
                signatures)
            .as(Membership::new);
    return Combinators.combine(
            Arbitraries.bytes().array(byte[].class).ofSize(VerifyingKey.BYTES),
            signatures,
            memberships.optional())
        .as((key, signature, membership) -> new Proof(VerifyingKey.of(key), signature, membership));
  }

  static Arbitrary<Message> notes() {
    return Arbitraries.strings().excludeChars(surrogates()).ofMaxLength(60).map(Note::new);
  }

  static Arbitrary<Message> any() {
    return Arbitraries.oneOf(overlay(), dolr()).withoutEdgeCases();
  }

  private static Arbitrary<Message> overlay() {
    Arbitrary<Long> longs = Arbitraries.longs();
    Arbitrary<Message> joins =
        Combinators.combine(contacts(), contacts().list().ofMaxSize(20)).as(Join::new);
    Arbitrary<Message> payloads = Arbitraries.oneOf(notes(), dolr(), joins);
    Arbitrary<Message> routes =
        Combinators.combine(
                longs,
                contacts(),
                longs,
                contacts(),
                ids(),
                Arbitraries.integers().between(1, 255),
                Arbitraries.integers().between(0, 255),
                payloads)
            .as(Route::new);
    Arbitrary<Message> directs =
        Combinators.combine(longs, contacts(), ids(), Arbitraries.oneOf(notes(), dolr()))
            .as(Direct::new);
    ListArbitrary<Contact> lists = contacts().list().ofMaxSize(64);
    Arbitrary<Integer> roundTrips = Arbitraries.integers().between(0, 60_000_000);
    Arbitrary<Message> rows =
        Combinators.combine(
                contacts(),
                Combinators.combine(contacts(), roundTrips)
                    .as(Rows.Entry::new)
                    .list()
                    .ofMaxSize(64))
            .as(Rows::new);
    Arbitrary<Message> leaves =
        Combinators.combine(contacts(), lists, Arbitraries.of(true, false)).as(Leaves::new);
    Arbitrary<Message> rowRequests =
        Combinators.combine(contacts(), Arbitraries.integers().between(0, 39), roundTrips)
            .as(RowRequest::new);
    ListArbitrary<Contact> hosts = contacts().list().ofMaxSize(8);
    Arbitrary<Message> attached =
        Combinators.combine(longs, contacts(), Arbitraries.integers().between(1, 3600), hosts)
            .as(Attached::new);
    Arbitrary<Message> refused =
        Combinators.combine(longs, contacts(), Arbitraries.of(HostRefusal.values()), hosts)
            .as(AttachRefused::new);
    Arbitrary<Message> relays =
        Combinators.combine(longs, contacts(), contacts(), Arbitraries.oneOf(notes(), dolr()))
            .as(Relay::new);
    Arbitrary<Message> clients =
        Arbitraries.oneOf(
            Combinators.combine(longs, contacts()).as(Attach::new),
            attached,
            refused,
            contacts().map(Detach::new),
            relays,
            Combinators.combine(longs, contacts()).as(ReachRequest::new),
            Combinators.combine(longs, contacts(), Arbitraries.of(true, false)).as(Reached::new));
    return Arbitraries.oneOf(
        routes,
        directs,
        clients,
        longs.map(HopAck::new),
        Combinators.combine(longs, contacts(), Arbitraries.of(true, false)).as(Ping::new),
        Combinators.combine(longs, contacts()).as(Pong::new),
        joins,
        rows,
        rowRequests,
        leaves,
        contacts().map(NodeDown::new));
  }

  private static Arbitrary<Message> dolr() {
    Arbitrary<Message> locates = Combinators.combine(ids(), contacts(), notes()).as(Locate::new);
    Arbitrary<Message> toServers =
        Combinators.combine(ids(), contacts(), Arbitraries.integers().between(0, 255), notes())
            .as(ToServer::new);
    return Arbitraries.oneOf(
        pointers().map(Publish::new),
        locates,
        toServers,
        Combinators.combine(ids(), notes()).as(ToNode::new),
        Combinators.combine(ids(), notes()).as(LocationFailure::new),
        pointers().list().ofMaxSize(Replicate.MAX_POINTERS).map(Replicate::new),
        Combinators.combine(ids(), Arbitraries.of(Refusal.class)).as(PointerRefused::new),
        Combinators.combine(Arbitraries.longs(), ids()).as(FindClosest::new),
        Combinators.combine(Arbitraries.longs(), contacts().list().ofMaxSize(8))
            .as(ClosestFound::new));
  }

  private static char[] surrogates() {
    char[] all = new char[Character.MAX_SURROGATE - Character.MIN_SURROGATE + 1];
    for (int i = 0; i < all.length; i++) {
      all[i] = (char) (Character.MIN_SURROGATE + i);
    }
    return all;
  }
}
