package org.spamwatch.ata.adolr;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Dolr;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.ObjectApplication;
import org.spamwatch.overlay.ReplicaLookup;

/** Writes down what an ADOLR asks of the node beneath it; the test says what was acknowledged. */
final class FakeRouting implements KeyBasedRouting, Dolr, ReplicaLookup {
  record Routed(Id key, Message message) {}

  record Sent(Contact to, Message message, Consumer<Boolean> outcome) {}

  record ToObject(Contact origin, Id guid, Message message) {}

  final List<Routed> routed = new ArrayList<>();
  final List<Sent> sent = new ArrayList<>();
  final List<ToObject> toObjects = new ArrayList<>();
  final List<Id> searched = new ArrayList<>();
  final List<Contact> neighbours = new ArrayList<>();

  static Contact contact(long number) {
    return new Contact(Vectors.feature(-number - 1), new Endpoint("n" + number, 1));
  }

  <M extends Message> List<M> sent(Class<M> type) {
    return sent.stream().map(Sent::message).filter(type::isInstance).map(type::cast).toList();
  }

  <M extends Message> List<M> routed(Class<M> type) {
    return routed.stream().map(Routed::message).filter(type::isInstance).map(type::cast).toList();
  }

  @Override
  public Contact self() {
    return contact(0);
  }

  @Override
  public void register(Application application) {}

  @Override
  public void route(Id key, Message message, int ttl, Optional<Contact> hint) {
    routed.add(new Routed(key, message));
  }

  @Override
  public void send(Contact to, Message message, Consumer<Boolean> outcome) {
    sent.add(new Sent(to, message, outcome));
  }

  @Override
  public boolean isAlone() {
    return false;
  }

  @Override
  public boolean isRoot(Id key) {
    return true;
  }

  @Override
  public List<Contact> replicaSet(Id key, int count) {
    List<Contact> all = new ArrayList<>(List.of(self()));
    all.addAll(neighbours);
    return all.subList(0, Math.min(count, all.size()));
  }

  @Override
  public void register(ObjectApplication application) {}

  @Override
  public void publish(Id guid) {}

  @Override
  public void unpublish(Id guid) {}

  @Override
  public void lapse(Id guid) {}

  @Override
  public void serve(Id guid) {}

  @Override
  public void stopServing(Id guid) {}

  @Override
  public void routeToObject(Id guid, Message message, int ttl, Contact origin) {
    toObjects.add(new ToObject(origin, guid, message));
  }

  @Override
  public void routeToNode(Id nodeId, Message message) {}

  @Override
  public List<Contact> firstHops(Id key, int count) {
    return List.of();
  }

  @Override
  public List<Contact> named(Id key) {
    return replicaSet(key, NAMED);
  }

  @Override
  public boolean isPlausible(Id key, Contact root, List<Contact> named) {
    return true;
  }

  @Override
  public void find(Id key, Consumer<List<Contact>> found) {
    searched.add(key);
  }
}
