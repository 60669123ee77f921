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
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.Join;
import org.spamwatch.overlay.node.OverlayMessage.Leaves;
import org.spamwatch.overlay.node.OverlayMessage.Leaving;
import org.spamwatch.overlay.node.OverlayMessage.Ping;
import org.spamwatch.overlay.node.OverlayMessage.Pong;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.overlay.node.OverlayMessage.RowRequest;
import org.spamwatch.overlay.node.OverlayMessage.Rows;
import org.spamwatch.overlay.pointer.DolrMessage.Locate;
import org.spamwatch.overlay.pointer.DolrMessage.LocationFailure;
import org.spamwatch.overlay.pointer.DolrMessage.Publish;
import org.spamwatch.overlay.pointer.DolrMessage.Replicate;
import org.spamwatch.overlay.pointer.DolrMessage.ToNode;
import org.spamwatch.overlay.pointer.DolrMessage.ToServer;
import org.spamwatch.overlay.pointer.Pointer;
import org.spamwatch.overlay.vicinity.VicinityMessage.VicinityTold;
import org.spamwatch.overlay.vicinity.VicinityMessage.VicinityWanted;

/** The table under test and any message it can carry. */
final class WireMessages {
  static final MessageTable TABLE =
      MessageTable.builder(Limits.DEFAULT)
          .add(OverlayWire.MESSAGES)
          .add(DolrWire.MESSAGES)
          .add(List.of(Note.TYPE))
          .build();

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
            Arbitraries.of(true, false))
        .as(Pointer::new);
  }

  static Arbitrary<Message> notes() {
    return Arbitraries.strings().excludeChars(surrogates()).ofMaxLength(60).map(Note::new);
  }

  static Arbitrary<Message> any() {
    return Arbitraries.oneOf(overlay(), dolr()).withoutEdgeCases();
  }

  private static Arbitrary<Message> overlay() {
    Arbitrary<Long> longs = Arbitraries.longs();
    Arbitrary<Message> payloads = Arbitraries.oneOf(notes(), dolr(), contacts().map(Join::new));
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
    Arbitrary<Message> rows = Combinators.combine(contacts(), lists).as(Rows::new);
    Arbitrary<Message> leaves =
        Combinators.combine(contacts(), lists, Arbitraries.of(true, false)).as(Leaves::new);
    Arbitrary<Message> rowRequests =
        Combinators.combine(contacts(), Arbitraries.integers().between(0, 39)).as(RowRequest::new);
    return Arbitraries.oneOf(
        routes,
        directs,
        longs.map(HopAck::new),
        Combinators.combine(longs, contacts(), Arbitraries.of(true, false)).as(Ping::new),
        Combinators.combine(longs, contacts()).as(Pong::new),
        contacts().map(Join::new),
        rows,
        rowRequests,
        leaves,
        contacts().map(Leaving::new));
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
        pointers().list().ofMaxSize(64).map(Replicate::new),
        Combinators.combine(Arbitraries.longs(), ids()).as(VicinityWanted::new),
        Combinators.combine(Arbitraries.longs(), contacts().list().ofMaxSize(8))
            .as(VicinityTold::new));
  }

  private static char[] surrogates() {
    char[] all = new char[Character.MAX_SURROGATE - Character.MIN_SURROGATE + 1];
    for (int i = 0; i < all.length; i++) {
      all[i] = (char) (Character.MIN_SURROGATE + i);
    }
    return all;
  }
}
