package org.spamwatch.overlay.routing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.AddressGroup;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * The neighbour map: for each length of prefix shared with this node and each next digit, up to
 * three nodes that begin with that prefix and digit.
 *
 * <p>Row r, column d holds nodes whose first r digits are this node's and whose digit r is d: the
 * two nearest by round trip, nearest first, and one sampled of all. Source: Zhao et al., Tapestry
 * (2001), section 2; candidates as in Chimera.
 *
 * <p>Not thread-safe. All nodes stand in one list in the order of their slots, so a node costs four
 * bytes here; finding a slot costs O(log n), changing one O(n) small moves.
 */
public final class PrefixTable {
  /** Candidates kept in a slot. */
  public static final int CANDIDATES = 3;

  private final Id self;
  private final long secret;
  private final ArrayList<Neighbour> entries = new ArrayList<>(0);
  private long replaced;

  /**
   * An empty table of a node.
   *
   * @param secret random bits that decide who is sampled, known to nobody else
   */
  public PrefixTable(Id self, long secret) {
    this.self = self;
    this.secret = secret;
  }

  /** How many nodes are in the table. */
  public int size() {
    return entries.size();
  }

  /** How often a nearer node, or one with a lower keyed hash, has taken the place of another. */
  public long replaced() {
    return replaced;
  }

  /** Whether a node with this id is in the table. */
  public boolean contains(Id id) {
    return find(id) != null;
  }

  /** The node with this id, if it is in the table. */
  @Nullable Neighbour find(Id id) {
    if (id.equals(self)) {
      return null;
    }
    int number = slotNumber(id);
    for (int i = firstFrom(number); i < entries.size(); i++) {
      Id entry = entries.get(i).id();
      if (entry.equals(id)) {
        return entries.get(i);
      }
      if (slotNumber(entry) != number) {
        return null;
      }
    }
    return null;
  }

  /** Whether a node would be taken of whose round trip nothing is known. */
  public boolean wants(Id id) {
    return wants(id, Long.MAX_VALUE);
  }

  /**
   * Whether a node would be taken that is not in the table.
   *
   * @param atLeastMicros what its round trip cannot be below, as far as can be told
   */
  public boolean wants(Id id, long atLeastMicros) {
    return !id.equals(self) && slot(id).wants(id, atLeastMicros, secret);
  }

  /** The number of the slot of another node's id: of the lower rows first, in them by digit. */
  private int slotNumber(Id id) {
    int row = self.sharedPrefix(id);
    return row * Id.BASE + id.digit(row);
  }

  private Slot slot(Id id) {
    int number = slotNumber(id);
    int first = firstFrom(number);
    int end = first;
    while (end < entries.size() && slotNumber(entries.get(end).id()) == number) {
      end++;
    }
    return new Slot(entries.subList(first, end));
  }

  /** The place of the first entry of a slot, or of the first behind it if it is empty. */
  private int firstFrom(int slotNumber) {
    int low = 0;
    int high = entries.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (slotNumber(entries.get(middle).id()) < slotNumber) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Adds a node if its slot has room, if it is nearer than the second nearest there, or if it has
   * the lowest keyed hash. One that is there already is put where its round trip belongs.
   *
   * @return who has no place then: nobody, the node itself, or the one that gave way to it
   */
  public Optional<Neighbour> add(Neighbour neighbour) {
    Id id = neighbour.id();
    if (id.equals(self)) {
      return Optional.of(neighbour);
    }
    Slot slot = slot(id);
    if (slot.contains(id)) {
      slot.reorder(id);
      return Optional.empty();
    }
    Neighbour out = slot.offer(neighbour, secret);
    entries.trimToSize(); // a slot is seldom changed
    if (out != null && !out.equals(neighbour)) {
      replaced++;
    }
    return Optional.ofNullable(out);
  }

  /** Removes a node; returns whether it was there. */
  public boolean remove(Id id) {
    return !id.equals(self) && slot(id).remove(id);
  }

  /** The nearest candidate that shares a longer prefix with a key than this node does. */
  public Optional<Contact> next(Id key, Set<Id> excluded) {
    return key.equals(self)
        ? Optional.empty()
        : slot(key).nearest(excluded).map(Neighbour::contact);
  }

  /** The nodes of one row, by digit, then from near to far. */
  public List<Neighbour> row(int row) {
    int first = firstFrom(row * Id.BASE);
    return new ArrayList<>(entries.subList(first, firstFrom((row + 1) * Id.BASE)));
  }

  /** How many nodes of a row lie in a part of the Internet. */
  int count(AddressGroup group, int row) {
    return count(group, firstFrom(row * Id.BASE), firstFrom((row + 1) * Id.BASE));
  }

  /** How many nodes lie in a part of the Internet. */
  int count(AddressGroup group) {
    return count(group, 0, entries.size());
  }

  private int count(AddressGroup group, int from, int to) {
    int count = 0;
    for (int i = from; i < to; i++) {
      count += entries.get(i).group().name().equals(group.name()) ? 1 : 0;
    }
    return count;
  }

  /** How many rows there are up to the last that is not empty. */
  public int rowCount() {
    return entries.isEmpty() ? 0 : 1 + self.sharedPrefix(entries.get(entries.size() - 1).id());
  }

  /** How many rows, counted from the first, have a slot without room: where a choice is made. */
  public int contestedRows() {
    int rows = 0;
    for (int i = CANDIDATES - 1; i < entries.size(); i++) {
      int slot = slotNumber(entries.get(i).id());
      if (slotNumber(entries.get(i - CANDIDATES + 1).id()) == slot) {
        int row = slot / Id.BASE;
        if (row > rows) {
          return rows;
        }
        rows = row + 1;
      }
    }
    return rows;
  }

  /** All nodes in the table, by row and digit, then from near to far. */
  public List<Neighbour> neighbours() {
    return new ArrayList<>(entries);
  }
}
