package org.spamwatch.overlay.routing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * The neighbour map: for each length of prefix shared with this node and each next digit, up to
 * three nodes that begin with that prefix and digit.
 *
 * <p>Row r, column d holds nodes whose first r digits are this node's and whose digit r is d. The
 * first candidate of a slot is the closest by round trip; the last stays the one that came first,
 * so that a slot cannot be filled by nodes chosen for being near. Source: Zhao et al., Tapestry
 * (2001), section 2; candidates as in Chimera.
 *
 * <p>Not thread-safe. Rows are allocated when used.
 */
public final class PrefixTable {
  /** Candidates kept in a slot. */
  public static final int CANDIDATES = 3;

  private final Id self;
  private final List<@Nullable Row> rows = new ArrayList<>();
  private int size;

  /** An empty table of a node. */
  public PrefixTable(Id self) {
    this.self = self;
  }

  private static final class Row {
    private final List<List<Neighbour>> slots = new ArrayList<>();

    Row() {
      for (int i = 0; i < Id.BASE; i++) {
        slots.add(List.of());
      }
    }
  }

  /** How many nodes are in the table. */
  public int size() {
    return size;
  }

  /** Whether a slot has room for a node with this id. */
  public boolean hasRoomFor(Id id) {
    if (id.equals(self)) {
      return false;
    }
    List<Neighbour> slot = slot(self.sharedPrefix(id), id);
    return slot.size() < CANDIDATES && slot.stream().noneMatch(n -> n.id().equals(id));
  }

  private List<Neighbour> slot(int row, Id id) {
    return row < Id.DIGITS ? slot(row, id.digit(row)) : List.of();
  }

  private List<Neighbour> slot(int row, int digit) {
    Row found = row < rows.size() ? rows.get(row) : null;
    return found == null ? List.of() : found.slots.get(digit);
  }

  /**
   * Adds a node if its slot has room, or in the place of the farthest by round trip if it is nearer
   * than that; the slot's last candidate is never replaced.
   */
  public boolean add(Neighbour neighbour) {
    Id id = neighbour.id();
    if (id.equals(self)) {
      return false;
    }
    int row = self.sharedPrefix(id);
    List<Neighbour> slot = new ArrayList<>(slot(row, id));
    if (slot.stream().anyMatch(n -> n.id().equals(id))) {
      return false;
    }
    if (slot.size() == CANDIDATES) {
      Neighbour farthest = slot.get(CANDIDATES - 2);
      if (measured(neighbour) >= measured(farthest)) {
        return false;
      }
      slot.remove(farthest);
      size--;
    }
    int place = 0;
    while (place < slot.size() - 1 && measured(slot.get(place)) <= measured(neighbour)) {
      place++;
    }
    slot.add(place, neighbour);
    size++;
    store(row, id.digit(row), slot);
    return true;
  }

  private static long measured(Neighbour neighbour) {
    long micros = neighbour.roundTrip().smoothedMicros();
    return micros < 0 ? Long.MAX_VALUE : micros;
  }

  private void store(int row, int digit, List<Neighbour> slot) {
    while (rows.size() <= row) {
      rows.add(null);
    }
    Row found = rows.get(row);
    if (found == null) {
      found = new Row();
      rows.set(row, found);
    }
    found.slots.set(digit, List.copyOf(slot));
  }

  /** Removes a node; returns whether it was there. */
  public boolean remove(Id id) {
    int row = self.sharedPrefix(id);
    List<Neighbour> slot = new ArrayList<>(slot(row, id));
    if (!slot.removeIf(n -> n.id().equals(id))) {
      return false;
    }
    size--;
    store(row, id.digit(row), slot);
    return true;
  }

  /** The best candidate that shares a longer prefix with a key than this node does. */
  public Optional<Contact> next(Id key, Set<Id> excluded) {
    for (Neighbour candidate : slot(self.sharedPrefix(key), key)) {
      if (!excluded.contains(candidate.id())) {
        return Optional.of(candidate.contact());
      }
    }
    return Optional.empty();
  }

  /** The nodes of one row, by digit, then by place in the slot. */
  public List<Neighbour> row(int row) {
    List<Neighbour> all = new ArrayList<>();
    for (int digit = 0; digit < Id.BASE; digit++) {
      all.addAll(slot(row, digit));
    }
    return all;
  }

  /** How many rows have ever been used; the rows behind are empty. */
  public int rowCount() {
    return rows.size();
  }

  /** All nodes in the table, by row, digit and place. */
  public List<Neighbour> neighbours() {
    List<Neighbour> all = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      all.addAll(row(row));
    }
    return all;
  }
}
