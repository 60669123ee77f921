package org.spamwatch.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Send;
import org.spamwatch.overlay.node.Cluster.Note;
import org.spamwatch.overlay.node.OverlayMessage.Attach;
import org.spamwatch.overlay.node.OverlayMessage.AttachRefused;
import org.spamwatch.overlay.node.OverlayMessage.Attached;
import org.spamwatch.overlay.node.OverlayMessage.Detach;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.HopAck;
import org.spamwatch.overlay.node.OverlayMessage.HostRefusal;
import org.spamwatch.overlay.node.OverlayMessage.ReachRequest;
import org.spamwatch.overlay.node.OverlayMessage.Reached;
import org.spamwatch.overlay.node.OverlayMessage.Relay;

/** What clients, hosts and those who pose as them can do to a node. */
class HostileClientTest {
  private static final Limits.Relaying HOSTING = Limits.DEFAULT.relaying();

  private final LoneNode lone = new LoneNode().knowing("5100", "5200");
  private final SplittableRandom random = new SplittableRandom(7);

  private Contact from(String host) {
    return new Contact(Id.random(random), new Endpoint(host, 40_000));
  }

  private void attach(Contact client) {
    lone.node.receive(client, new Attach(1, client));
  }

  @Test
  void aFloodOfClientsIsRefusedAndToldOfOthers() {
    for (int i = 0; i < 100_000; i++) {
      attach(from((i >> 8 & 255) + "." + (i & 255) + ".9.9"));
    }
    assertThat(lone.node.clients()).isEqualTo(HOSTING.maxClients());
    List<AttachRefused> refused = lone.sent(AttachRefused.class);
    assertThat(refused).hasSize(100_000 - HOSTING.maxClients());
    assertThat(refused).allMatch(r -> r.reason() == HostRefusal.FULL && r.others().size() == 2);
    lone.run(61_000, "5100", "5200");
    assertThat(lone.node.clients()).isZero();
    int rates = 4 * Limits.DEFAULT.traffic().maxSenders();
    assertThat(lone.node.held()).isLessThan(100 + rates);
  }

  @Test
  void oneAddressGroupDoesNotTakeAllPlaces() {
    for (int i = 1; i < 50; i++) {
      attach(from("203.0.113." + i));
    }
    assertThat(lone.node.clients()).isEqualTo(HOSTING.maxClientsPerGroup());
    lone.sent();
    attach(from("198.51.100.1"));
    assertThat(lone.sent(Attached.class)).hasSize(1);
  }

  @Test
  void whoIsClientAlreadyTakesNoSecondPlace() {
    Contact client = from("203.0.113.5");
    for (int i = 0; i < 1_000; i++) {
      attach(client);
    }
    assertThat(lone.node.clients()).isEqualTo(1);
    assertThat(lone.sent(Attached.class)).hasSize(1_000);
  }

  @Test
  void nobodyAttachesOrDetachesInAnothersName() {
    Contact client = from("203.0.113.5");
    attach(client);
    Contact hostile = from("203.0.113.6");
    lone.node.receive(hostile, new Attach(2, new Contact(Id.ofHex("9"), hostile.endpoint())));
    lone.node.receive(hostile, new Detach(client));
    assertThat(lone.node.clients()).isEqualTo(1);
    assertThat(lone.node.counters().forged()).isEqualTo(2);
    lone.node.receive(client, new Detach(client));
    assertThat(lone.node.clients()).isZero();
  }

  @Test
  void aClientThatDoesNotAnswerHoldsUpAFewMessagesAndNoOtherClient() {
    Contact silent = from("203.0.113.5");
    Contact lively = from("203.0.113.6");
    attach(silent);
    attach(lively);
    lone.sent();
    Contact sender = LoneNode.contact("5100");
    for (int i = 0; i < 10_000; i++) {
      lone.node.receive(sender, new Direct(i, sender, silent.id(), new Note(i)));
    }
    assertThat(lone.sent(Relay.class)).hasSize(HOSTING.maxRelaysPerClient());
    lone.node.receive(sender, new Direct(77_777, sender, lively.id(), new Note(5)));
    List<Send> sends = lone.sent();
    assertThat(sends).extracting(Send::to).containsExactly(lively.endpoint());
    Relay relay = (Relay) sends.get(0).message();
    assertThat(relay.origin()).isEqualTo(sender);
    assertThat(relay.payload()).isEqualTo(new Note(5));
    lone.node.receive(lively, new HopAck(relay.hopId()));
    assertThat(lone.sent()).containsExactly(new Send(sender, new HopAck(77_777)));
    // A repetition whose acknowledgement was lost is acknowledged again and not relayed again.
    lone.node.receive(sender, new Direct(77_777, sender, lively.id(), new Note(5)));
    assertThat(lone.sent()).containsExactly(new Send(sender, new HopAck(77_777)));
    // What the silent one never acknowledges is given up, without a word to the sender.
    List<Send> later = lone.run(30_000, "5100", "5200");
    assertThat(later).noneMatch(send -> send.message() instanceof HopAck);
    lone.node.receive(sender, new Direct(88_888, sender, silent.id(), new Note(6)));
    assertThat(lone.sent(Relay.class)).hasSize(1);
  }

  @Test
  void aNodeDialsOnlyWhereTheAskersLinkComesFromAndNotWithoutEnd() {
    Contact asker = from("203.0.113.5");
    Contact claim = new Contact(asker.id(), new Endpoint("192.0.2.99", 25));
    for (int i = 0; i < 1_000; i++) {
      lone.node.receive(claim, asker.endpoint(), new ReachRequest(i, claim));
    }
    List<Send> dialled = lone.sent().stream().filter(Send::anew).toList();
    assertThat(dialled).hasSize(HOSTING.maxDialBacksPerMinute());
    assertThat(dialled).allMatch(send -> send.to().equals(new Endpoint("203.0.113.5", 25)));
    lone.run(61_000, "5100", "5200");
    lone.node.receive(claim, asker.endpoint(), new ReachRequest(5, claim));
    assertThat(lone.sent(Reached.class)).hasSize(2);
  }

  @Test
  void aMemberTakesNoRelayAndNobodysHostship() {
    Contact hostile = from("203.0.113.5");
    lone.node.receive(hostile, new Relay(1, hostile, LoneNode.contact("5100"), new Note(1)));
    lone.node.receive(hostile, new Attached(1, hostile, 60, List.of()));
    assertThat(lone.received).isEmpty();
    assertThat(lone.node.host()).isEmpty();
    assertThat(lone.sent()).isEmpty();
  }

  @Test
  void aClientTakesRelaysFromItsHostOnlyAndAHostOnlyByItsOwnQuestion() {
    LoneNode client = new LoneNode();
    client.node.take(Role.CLIENT);
    Contact host = LoneNode.contact("7000");
    client.node.start(List.of(host.endpoint()));
    Attach attach = client.sent(Attach.class).get(0);
    Contact hostile = LoneNode.contact("6666");
    client.node.receive(hostile, new Attached(attach.nonce() + 1, hostile, 60, List.of()));
    assertThat(client.node.isJoined()).isFalse();
    client.node.receive(host, new Attached(attach.nonce(), host, 60, List.of()));
    assertThat(client.node.host()).contains(host);
    assertThat(client.node.self()).isEqualTo(new Contact(client.self.id(), host.endpoint()));
    client.sent();
    client.node.receive(hostile, new Relay(1, hostile, host, new Note(1)));
    client.node.receive(hostile, new Detach(hostile));
    assertThat(client.received).isEmpty();
    assertThat(client.node.isJoined()).isTrue();
    client.node.receive(host, new Relay(2, host, hostile, new Note(2)));
    client.node.receive(host, new Relay(2, host, hostile, new Note(2)));
    assertThat(client.received).containsExactly(new Note(2));
    assertThat(client.sent(HopAck.class)).hasSize(2);
  }
}
