package org.spamwatch.agent.summary;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.AddressGroup;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * The room that the blocks of all origins take, and whose give way when there is too little: those
 * of the address group that has most, and in it of the origin that has most. Of groups or origins
 * with as much a keyed hash decides, which only this peer can draw. This peer's own count and never
 * give way.
 *
 * <p>Bytes of an origin weigh up to four times as much if questions about what it announced led to
 * no vote of anybody lately: one more eighth for each such message, of 24 at most, and one of them
 * is forgiven an hour. So a flood of words that nobody stands for gives way before others', and an
 * honest origin whose votes were hidden from one asker loses no more than a part of its share, for
 * a day, and only if there is too little room.
 *
 * <p>Where this peer itself has a local address, an origin with one is a group of its own: a site's
 * peers are not each other's rivals. Elsewhere all local addresses together are one group.
 */
final class LogRoom {
  /** What one origin has. */
  private static final class Share {
    final Id origin;
    final long keyedHash;
    final Group group;
    long bytes;
    int fruitless;

    Share(Id origin, long keyedHash, Group group) {
      this.origin = origin;
      this.keyedHash = keyedHash;
      this.group = group;
    }

    long weight() {
      return bytes * (FRUITLESS_TWICE + fruitless) / FRUITLESS_TWICE;
    }
  }

  /** What the origins of one address group have. */
  private static final class Group {
    final String name;
    final TreeSet<Share> heaviestFirst =
        new TreeSet<>(
            Comparator.<Share>comparingLong(share -> -share.weight())
                .thenComparingLong(share -> share.keyedHash)
                .thenComparing(share -> share.origin));
    long weight;

    Group(String name) {
      this.name = name;
    }
  }

  /** So many messages for which nobody stands make an origin's bytes weigh twice. */
  private static final int FRUITLESS_TWICE = 8;

  private static final int MAX_FRUITLESS = 24;

  private final Contact self;
  private final long most;
  private final long secret;
  private final Map<Id, Share> shares = new LinkedHashMap<>();
  private final Map<String, Group> groups = new LinkedHashMap<>();
  private final TreeSet<Group> heaviestFirst =
      new TreeSet<>(
          Comparator.<Group>comparingLong(group -> -group.weight)
              .thenComparingLong(group -> keyedHash(group.name.hashCode()))
              .thenComparing(group -> group.name));
  private long bytes;

  /**
   * Room for nothing yet.
   *
   * @param most bytes that all blocks may take
   * @param secret a number that this peer alone knows, by which it draws lots
   */
  LogRoom(Contact self, long most, long secret) {
    this.self = self;
    this.most = most;
    this.secret = secret;
  }

  /** SplitMix64's step: a keyed hash that nobody can foresee who does not know the secret. */
  private long keyedHash(long of) {
    long z = (of ^ secret) + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** What counts as one where origins are to be diverse: the address group, or the node. */
  static String groupName(Contact self, Contact other) {
    AddressGroup group = AddressGroup.of(other.endpoint());
    if (!group.isLocal()) {
      return group.name();
    }
    return AddressGroup.of(self.endpoint()).isLocal() ? other.id().toString() : "local";
  }

  /**
   * Charges an origin with bytes, or, with a negative number, takes them back.
   *
   * @param contact the origin as it was first met with bytes to its name; later ones change nothing
   */
  void charge(Contact contact, long more) {
    bytes += more;
    if (contact.id().equals(self.id())) {
      return;
    }
    Share share = shares.get(contact.id());
    if (share == null) {
      Group group = groups.computeIfAbsent(groupName(self, contact), Group::new);
      share = new Share(contact.id(), keyedHash(contact.id().high()), group);
      shares.put(contact.id(), share);
    }
    weigh(share, share.bytes + more, share.fruitless);
  }

  private void weigh(Share share, long itsBytes, int fruitless) {
    Group group = share.group;
    heaviestFirst.remove(group);
    group.heaviestFirst.remove(share);
    group.weight -= share.weight();
    share.bytes = itsBytes;
    share.fruitless = fruitless;
    group.weight += share.weight();
    if (share.bytes > 0) {
      group.heaviestFirst.add(share);
    } else {
      shares.remove(share.origin);
    }
    if (group.heaviestFirst.isEmpty()) {
      groups.remove(group.name);
    } else {
      heaviestFirst.add(group);
    }
  }

  /** A question about a message that an origin announces has led to no vote of anybody. */
  void fruitless(Id origin) {
    Share share = shares.get(origin);
    if (share != null && share.fruitless < MAX_FRUITLESS) {
      weigh(share, share.bytes, share.fruitless + 1);
    }
  }

  /** An hour has passed: of each origin one such message is forgiven. Costs O(origins). */
  void forgive() {
    List.copyOf(shares.values()).stream()
        .filter(share -> share.fruitless > 0)
        .forEach(share -> weigh(share, share.bytes, share.fruitless - 1));
  }

  /** Whether more is held than there is room for. */
  boolean isOver() {
    return bytes > most;
  }

  /** The origin whose blocks give way next, if any may. */
  Optional<Id> heaviest() {
    @Nullable Group group = heaviestFirst.isEmpty() ? null : heaviestFirst.first();
    return group == null ? Optional.empty() : Optional.of(group.heaviestFirst.first().origin);
  }

  long bytes() {
    return bytes;
  }
}
