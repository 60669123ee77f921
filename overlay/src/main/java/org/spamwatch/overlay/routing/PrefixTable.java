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
 * <p>Row r, column d holds nodes whose first r digits are this node's and whose digit r is d: the
 * two nearest by round trip, nearest first, and one chosen by lot. Source: Zhao et al., Tapestry
 * (2001), section 2; candidates as in Chimera.
 *
 * <p>Not thread-safe. Rows and slots are allocated when used.
 */
public final class PrefixTable {
  /** Candidates kept in a slot. */
  public static final int CANDIDATES = 3;

  private final Id self;
  private final long secret;
  private final List<@Nullable Slot @Nullable []> rows = new ArrayList<>();
  private int size;
  private long replaced;

  /**
   * An empty table of a node.
   *
   * @param secret random bits that decide the lots, known to nobody else
   */
  public PrefixTable(Id self, long secret) {
    this.self = self;
    this.secret = secret;
  }

  /** How many nodes are in the table. */
  public int size() {
    return size;
  }

  /** How often a nearer node, or one with a lower lot, has taken the place of another. */
  public long replaced() {
    return replaced;
  }

  /** Whether a node with this id is in the table. */
  public boolean contains(Id id) {
    Slot slot = slot(id);
    return slot != null && slot.contains(id);
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
    Slot slot = slot(id);
    return slot == null || slot.wants(id, atLeastMicros, secret);
  }

  private @Nullable Slot slot(Id id) {
    int row = self.sharedPrefix(id);
    return row < Id.DIGITS ? slot(row, id.digit(row)) : null;
  }

  private @Nullable Slot slot(int row, int digit) {
    @Nullable Slot @Nullable [] found = row < rows.size() ? rows.get(row) : null;
    return found == null ? null : found[digit];
  }

  /**
   * Adds a node if its slot has room, if it is nearer than the second nearest there, or if it has
   * the lowest lot. One that is there already is put where its round trip belongs.
   *
   * @return who has no place then: nobody, the node itself, or the one that gave way to it
   */
  public Optional<Neighbour> add(Neighbour neighbour) {
    Id id = neighbour.id();
    if (id.equals(self)) {
      return Optional.of(neighbour);
    }
    Slot slot = slotFor(id);
    if (slot.contains(id)) {
      slot.reorder(id);
      return Optional.empty();
    }
    Neighbour out = slot.offer(neighbour, secret);
    if (out == null) {
      size++;
    } else if (!out.equals(neighbour)) {
      replaced++;
    }
    return Optional.ofNullable(out);
  }

  private Slot slotFor(Id id) {
    int row = self.sharedPrefix(id);
    while (rows.size() <= row) {
      rows.add(null);
    }
    @Nullable Slot @Nullable [] found = rows.get(row);
    if (found == null) {
      found = new Slot[Id.BASE];
      rows.set(row, found);
    }
    Slot slot = found[id.digit(row)];
    if (slot == null) {
      slot = new Slot();
      found[id.digit(row)] = slot;
    }
    return slot;
  }

  /** Removes a node; returns whether it was there. */
  public boolean remove(Id id) {
    Slot slot = slot(id);
    if (slot == null || !slot.remove(id)) {
      return false;
    }
    size--;
    return true;
  }

  /** The nearest candidate that shares a longer prefix with a key than this node does. */
  public Optional<Contact> next(Id key, Set<Id> excluded) {
    Slot slot = slot(key);
    return slot == null ? Optional.empty() : slot.nearest(excluded).map(Neighbour::contact);
  }

  /** The nodes of one row, by digit, then from near to far. */
  public List<Neighbour> row(int row) {
    List<Neighbour> all = new ArrayList<>();
    addRow(row, all);
    return all;
  }

  private void addRow(int row, List<Neighbour> all) {
    for (int digit = 0; digit < Id.BASE; digit++) {
      Slot slot = slot(row, digit);
      if (slot != null) {
        all.addAll(slot.candidates());
      }
    }
  }

  /** How many rows have ever been used; the rows behind are empty. */
  public int rowCount() {
    return rows.size();
  }

  /** How many rows, counted from the first, have a slot without room: where a choice is made. */
  public int contestedRows() {
    int row = 0;
    while (row < rows.size() && isContested(row)) {
      row++;
    }
    return row;
  }

  private boolean isContested(int row) {
    for (int digit = 0; digit < Id.BASE; digit++) {
      Slot slot = slot(row, digit);
      if (slot != null && slot.size() == CANDIDATES) {
        return true;
      }
    }
    return false;
  }

  /** All nodes in the table, by row and digit, then from near to far. */
  public List<Neighbour> neighbours() {
    List<Neighbour> all = new ArrayList<>(size);
    for (int row = 0; row < rows.size(); row++) {
      addRow(row, all);
    }
    return all;
  }
}
