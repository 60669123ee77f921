package org.spamwatch.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.ObjectApplication;
import org.spamwatch.overlay.Outbox;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.Routed;
import org.spamwatch.overlay.Send;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.SharedSecretSignatures;
import org.spamwatch.overlay.lease.LeaseConfig;
import org.spamwatch.overlay.lease.RecordTerms;
import org.spamwatch.overlay.node.Cluster.Note;
import org.spamwatch.overlay.pointer.DolrMessage;
import org.spamwatch.overlay.pointer.PointerDolr;
import org.spamwatch.overlay.routing.Neighbour;

/**
 * The worked examples of the SpamWatch paper, section 2, figures 1 to 3, claim by claim. The mesh
 * is static: ids of four digits and zeros behind them, leaf sets empty, no maintenance. The figures
 * give the nodes and the links along the paths that the text walks; where they leave a link open
 * the mesh has one that the neighbour map's definition (section 2.1) allows.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TapestryPaperTest {
  private static final Id OBJECT = Id.ofHex("4378");

  private final Map<String, MeshNode> mesh = new LinkedHashMap<>();
  private final List<String> path = new ArrayList<>();

  private final class MeshNode implements Application, ObjectApplication {
    final Contact contact;
    final Outbox outbox = new Outbox();
    final Timers timers = new Timers(0);
    final OverlayNode node;
    final PointerDolr dolr;
    final List<String> servedFor = new ArrayList<>();
    final List<Id> failures = new ArrayList<>();

    MeshNode(String digits) {
      contact = new Contact(Id.ofHex(digits), new Endpoint(digits, 1));
      SplittableRandom random = new SplittableRandom(contact.id().high());
      node =
          new OverlayNode(contact, OverlayConfig.DEFAULT, Limits.DEFAULT, timers, outbox, random);
      dolr =
          new PointerDolr(
              node,
              new RecordTerms(
                  Limits.DEFAULT, LeaseConfig.DEFAULT, new SharedSecretSignatures(contact.id(), 1)),
              timers,
              random);
      node.register(this);
      dolr.register(this);
    }

    @Override
    public boolean accepts(Message message) {
      return message instanceof Note;
    }

    @Override
    public Optional<Message> forward(Routed routed, Contact next) {
      path.add(contact.endpoint().host());
      return Optional.of(routed.message());
    }

    @Override
    public void deliver(Routed routed, RouteEnd end) {
      path.add(contact.endpoint().host());
      assertThat(end).isEqualTo(RouteEnd.ROOT);
    }

    @Override
    public void receive(Contact from, Message message) {}

    @Override
    public void deliverToObject(Id guid, Message message, Contact origin, Contact via, int hops) {
      servedFor.add(origin.endpoint().host());
    }

    @Override
    public void locationFailed(Id guid, Message message) {
      failures.add(guid);
    }
  }

  /** Figure 1: 5230 -> 8954 resolves one digit a hop; figures 2 and 3: the mesh around 4378. */
  private void link(String from, String... to) {
    MeshNode node = mesh.computeIfAbsent(from, MeshNode::new);
    for (String digits : to) {
      MeshNode other = mesh.computeIfAbsent(digits, MeshNode::new);
      know(node, new Neighbour(other.contact));
    }
  }

  /** Into the prefix table alone: a leaf set would know the root at once. */
  private static void know(MeshNode node, Neighbour neighbour) {
    node.node.table().add(neighbour);
    node.node.table().leafSet().remove(neighbour.id());
  }

  private void figureOne() {
    link("5230", "8112", "4211", "AC78");
    link("8112", "8909", "83FF");
    link("8909", "8957", "89E1");
    link("8957", "8954", "8956");
    link("8954");
  }

  private void figureTwo() {
    link("39AA", "4228", "4A6D", "57EC");
    link("4A6D", "43FE", "4228");
    link("4228", "4361");
    link("4361", "437A", "43FE");
    link("43FE", "437A", "4361");
    link("437A", "4377");
    link("4377", "437A");
    link("197E", "4B4F", "E791");
    link("4B4F", "4361");
    link("57EC", "4A6D");
  }

  /** Delivers everything that is sent until nothing is; every message in its order. */
  private List<Send> settle() {
    List<Send> all = new ArrayList<>();
    for (boolean busy = true; busy; ) {
      busy = false;
      for (MeshNode from : mesh.values()) {
        for (Send send : from.outbox.take()) {
          busy = true;
          all.add(send);
          mesh(send.to().host()).node.receive(from.contact, send.message());
        }
      }
    }
    return all;
  }

  private MeshNode mesh(String digits) {
    return Optional.ofNullable(mesh.get(digits)).orElseThrow();
  }

  private List<String> route(String from, Id key) {
    path.clear();
    mesh(from).node.route(key, new Note(1));
    settle();
    return List.copyOf(path);
  }

  private void query(String from) {
    mesh(from).dolr.routeToObject(OBJECT, new Note(2), 32, mesh(from).contact);
  }

  private void publishBoth() {
    figureTwo();
    mesh("39AA").dolr.publish(OBJECT);
    settle();
    mesh("4228").dolr.publish(OBJECT);
    settle();
  }

  private List<String> serversAt(String digits) {
    return mesh(digits).dolr.pointersTo(OBJECT).stream().map(c -> c.endpoint().host()).toList();
  }

  @Test
  @Order(1)
  void section21RouteFrom5230To8954ResolvesOneMoreDigitAtEveryHop() {
    figureOne();
    assertThat(route("5230", Id.ofHex("8954")))
        .containsExactly("5230", "8112", "8909", "8957", "8954");
    for (int hop = 0; hop < path.size(); hop++) {
      int shared = Id.ofHex(path.get(hop)).sharedPrefix(Id.ofHex("8954"));
      assertThat(shared).isEqualTo(hop == 4 ? Id.DIGITS : hop);
    }
  }

  @Test
  @Order(2)
  void section21EntryOfLevelJBeginsWithThePrefixAndTheDigitOfItsColumn() {
    figureTwo();
    for (MeshNode node : mesh.values()) {
      Id self = node.contact.id();
      for (int row = 0; row < node.node.table().prefixTable().rowCount(); row++) {
        for (Neighbour entry : node.node.table().prefixTable().row(row)) {
          String prefix =
              self.toString().substring(0, row) + Integer.toHexString(entry.id().digit(row));
          assertThat(entry.id().toString()).startsWith(prefix);
          assertThat(entry.id().digit(row)).isNotEqualTo(self.digit(row));
        }
      }
    }
  }

  @Test
  @Order(3)
  void section21EntryAskedIsTheClosestInNetworkLatency() {
    figureOne();
    Neighbour near = new Neighbour(new Contact(Id.ofHex("8AAA"), new Endpoint("8AAA", 1)));
    near.roundTrip().add(1_000, 0);
    mesh.put("8AAA", new MeshNode("8AAA"));
    know(mesh("5230"), near);
    assertThat(mesh("5230").node.table().next(Id.ofHex("8954"), Set.of())).hasValue(near.contact());
  }

  @Test
  @Order(4)
  void section22RootOf4378Is4377FromEverywhereForNoNode4378Exists() {
    figureTwo();
    for (String from : List.of("39AA", "4228", "197E", "4361", "43FE", "57EC", "4377")) {
      List<String> hops = route(from, OBJECT);
      assertThat(hops).as("from %s", from).endsWith("4377").doesNotHaveDuplicates();
    }
  }

  @Test
  @Order(5)
  void section22PublicationLeavesAPointerAtEachHop() {
    publishBoth();
    for (String hop : List.of("39AA", "437A", "4377")) {
      assertThat(serversAt(hop)).as("at %s", hop).contains("39AA");
    }
    List<String> ofFirst = route("39AA", OBJECT);
    List<String> ofSecond = route("4228", OBJECT);
    for (String digits : mesh.keySet()) {
      List<String> servers = serversAt(digits);
      assertThat(servers.contains("39AA")).as("at %s", digits).isEqualTo(ofFirst.contains(digits));
      assertThat(servers.contains("4228")).as("at %s", digits).isEqualTo(ofSecond.contains(digits));
    }
    assertThat(serversAt("4377")).containsExactly("39AA", "4228");
    assertThat(serversAt("57EC")).isEmpty();
  }

  @Test
  @Order(6)
  void section22QueryFrom197EMeetsThePointerAt4361AndGoesStraightToTheServer() {
    figureTwo();
    // As in figure 3: the path of 39AA's publication passes 4361.
    link("4A6D");
    mesh("4A6D").node.table().remove(Id.ofHex("43FE"));
    mesh("4A6D").node.table().remove(Id.ofHex("4228"));
    link("4A6D", "4361");
    mesh("39AA").node.table().remove(Id.ofHex("4228"));
    mesh("39AA").dolr.publish(OBJECT);
    settle();
    assertThat(serversAt("4361")).containsExactly("39AA");
    query("197E");
    List<Send> sent = settle();
    assertThat(mesh("39AA").servedFor).containsExactly("197E");
    List<String> straight =
        sent.stream()
            .filter(s -> s.message() instanceof OverlayMessage.Direct)
            .map(s -> s.to().host())
            .toList();
    assertThat(straight).containsExactly("39AA");
    List<String> routed =
        sent.stream()
            .filter(s -> s.message() instanceof OverlayMessage.Route)
            .map(s -> s.to().host())
            .toList();
    assertThat(routed).containsExactly("4B4F", "4361");
  }

  @Test
  @Order(7)
  void section22LocatingExploitsNearbyReplicas() {
    publishBoth();
    query("4361");
    settle();
    assertThat(mesh("4228").servedFor).containsExactly("4361");
    query("57EC");
    settle();
    assertThat(mesh("39AA").servedFor.size() + mesh("4228").servedFor.size()).isEqualTo(2);
  }

  @Test
  @Order(8)
  void section22QueryForAnObjectNobodyPublishedFailsAtTheRoot() {
    figureTwo();
    query("197E");
    List<Send> sent = settle();
    assertThat(mesh("197E").failures).containsExactly(OBJECT);
    assertThat(sent)
        .filteredOn(
            s ->
                s.message() instanceof OverlayMessage.Direct direct
                    && direct.payload() instanceof DolrMessage.LocationFailure)
        .hasSize(1);
  }

  @Test
  @Order(9)
  void section34UpcallCanTakeAPublicationOffItsWayAndMergeIt() {
    figureTwo();
    MeshNode meeting = mesh("437A");
    List<Routed> met = new ArrayList<>();
    meeting.node.register(
        new Application() {
          @Override
          public boolean accepts(Message message) {
            return message instanceof OptimisticPublication;
          }

          @Override
          public Optional<Message> forward(Routed routed, Contact next) {
            met.add(routed);
            return Optional.empty();
          }

          @Override
          public void deliver(Routed routed, RouteEnd end) {
            throw new AssertionError("the root must not see what was taken off its way");
          }

          @Override
          public void receive(Contact from, Message message) {}
        });
    for (MeshNode node : mesh.values()) {
      if (node != meeting) {
        node.node.register(new PassOn());
      }
    }
    mesh("39AA").node.route(OBJECT, new OptimisticPublication());
    settle();
    assertThat(met).singleElement().satisfies(r -> assertThat(r.hops()).isPositive());
  }

  private record OptimisticPublication() implements Message {}

  private static final class PassOn implements Application {
    @Override
    public boolean accepts(Message message) {
      return message instanceof OptimisticPublication;
    }

    @Override
    public void deliver(Routed routed, RouteEnd end) {
      throw new AssertionError("the root must not see what was taken off its way");
    }

    @Override
    public void receive(Contact from, Message message) {}
  }
}
