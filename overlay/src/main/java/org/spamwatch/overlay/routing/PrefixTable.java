package org.spamwatch.overlay.routing;

import java.util.ArrayList;
import java.util.Arrays;
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
 * <p>Not thread-safe. All nodes stand in one list in the order of their slots, and their marks and
 * keyed hashes beside it, so a node costs 16 bytes here; finding a slot costs O(log n), changing
 * one O(n) small moves. Most that a node is told of are known or of no use: that is found out by
 * the hashes, without a look at any node.
 */
public final class PrefixTable {
  /** Candidates kept in a slot. */
  public static final int CANDIDATES = 3;

  /** The bits of a mark below the number of the slot: of the hash of the node's address group. */
  private static final int GROUP_BITS = 22;

  private static final int GROUP_MASK = (1 << GROUP_BITS) - 1;

  private final Id self;
  private final long secret;
  private final ArrayList<Neighbour> entries = new ArrayList<>(0);

  /** Of each entry its slot and group, so that what is looked for is found without the nodes. */
  private int[] marks = {};

  /** Of each entry {@link Slot#keyedHash}: by it an id is found, and the lowest is the sample. */
  private long[] hashes = {};

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
    int place = place(id, firstFrom(number), number);
    return place < 0 ? null : entries.get(place);
  }

  /** The place of an id in a slot that begins at a place; below 0 if it is not there. */
  private int place(Id id, int first, int number) {
    long hash = Slot.keyedHash(id, secret);
    for (int i = first; i < marks.length && slotAt(i) == number; i++) {
      if (hashes[i] == hash && entries.get(i).id().equals(id)) {
        return i;
      }
    }
    return -1;
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
    if (id.equals(self)) {
      return false;
    }
    int number = slotNumber(id);
    int first = firstFrom(number);
    if (place(id, first, number) >= 0) {
      return false;
    }
    if (endOf(number, first) - first < CANDIDATES) {
      return true;
    }
    int sampled = lowest(first);
    return Slot.keyedHash(id, secret) < hashes[sampled]
        || (atLeastMicros != Long.MAX_VALUE
            && Slot.clearlyNearer(atLeastMicros, farthestBut(sampled, first)));
  }

  /** The place of the lowest hash in a full slot, the first of equal ones. */
  private int lowest(int first) {
    int lowest = first;
    for (int i = first + 1; i < first + CANDIDATES; i++) {
      lowest = hashes[i] < hashes[lowest] ? i : lowest;
    }
    return lowest;
  }

  /** The last in a full slot, or the one before it. */
  private Neighbour farthestBut(int spared, int first) {
    int last = first + CANDIDATES - 1;
    return entries.get(last == spared ? last - 1 : last);
  }

  /** The number of the slot of another node's id: of the lower rows first, in them by digit. */
  private int slotNumber(Id id) {
    int row = self.sharedPrefix(id);
    return row * Id.BASE + id.digit(row);
  }

  private int slotAt(int place) {
    return marks[place] >>> GROUP_BITS;
  }

  private static int groupMark(AddressGroup group) {
    return group.name().hashCode() & GROUP_MASK;
  }

  private Slot slot(int number) {
    int first = firstFrom(number);
    return new Slot(entries.subList(first, endOf(number, first)));
  }

  private int endOf(int number, int first) {
    int end = first;
    while (end < marks.length && slotAt(end) == number) {
      end++;
    }
    return end;
  }

  /** Other nodes stand in a slot than its marks say. */
  private void mark(int number) {
    int first = firstFrom(number);
    int marked = endOf(number, first);
    int end = marked + entries.size() - marks.length;
    if (end != marked) {
      int behind = marks.length - marked;
      int[] moved = Arrays.copyOf(marks, entries.size());
      System.arraycopy(marks, marked, moved, end, behind);
      long[] movedHashes = Arrays.copyOf(hashes, entries.size());
      System.arraycopy(hashes, marked, movedHashes, end, behind);
      marks = moved;
      hashes = movedHashes;
    }
    for (int i = first; i < end; i++) {
      Neighbour entry = entries.get(i);
      marks[i] = number << GROUP_BITS | groupMark(entry.group());
      hashes[i] = Slot.keyedHash(entry.id(), secret);
    }
  }

  /** The place of the first entry of a slot, or of the first behind it if it is empty. */
  private int firstFrom(int slotNumber) {
    int low = 0;
    int high = marks.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (slotAt(middle) < slotNumber) {
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
    int number = slotNumber(id);
    int first = firstFrom(number);
    int place = place(id, first, number);
    Slot slot = slot(number);
    if (place >= 0) {
      if (slot.reorder(place - first)) {
        mark(number);
      }
      return Optional.empty();
    }
    Neighbour out = slot.offer(neighbour, secret);
    if (neighbour.equals(out)) {
      return Optional.of(neighbour);
    }
    entries.trimToSize(); // a slot is seldom changed
    mark(number);
    if (out != null) {
      replaced++;
    }
    return Optional.ofNullable(out);
  }

  /** Removes a node; returns whether it was there. */
  public boolean remove(Id id) {
    if (id.equals(self) || !slot(slotNumber(id)).remove(id)) {
      return false;
    }
    mark(slotNumber(id));
    return true;
  }

  /** The nearest candidate that shares a longer prefix with a key than this node does. */
  public Optional<Contact> next(Id key, Set<Id> excluded) {
    return key.equals(self)
        ? Optional.empty()
        : slot(slotNumber(key)).nearest(excluded).map(Neighbour::contact);
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
    int mark = groupMark(group);
    for (int i = from; i < to; i++) {
      boolean maybe = (marks[i] & GROUP_MASK) == mark;
      count += maybe && entries.get(i).group().name().equals(group.name()) ? 1 : 0;
    }
    return count;
  }

  /** How many rows there are up to the last that is not empty. */
  public int rowCount() {
    return marks.length == 0 ? 0 : 1 + slotAt(marks.length - 1) / Id.BASE;
  }

  /** How many rows, counted from the first, have a slot without room: where a choice is made. */
  public int contestedRows() {
    int rows = 0;
    for (int i = CANDIDATES - 1; i < entries.size(); i++) {
      int slot = slotAt(i);
      if (slotAt(i - CANDIDATES + 1) == slot) {
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

  /** The nodes of a row and those below it, in a list that has room for so many more. */
  List<Neighbour> sharing(int row, int more) {
    List<Neighbour> below = entries.subList(firstFrom(row * Id.BASE), entries.size());
    List<Neighbour> sharing = new ArrayList<>(below.size() + more);
    sharing.addAll(below);
    return sharing;
  }
}
