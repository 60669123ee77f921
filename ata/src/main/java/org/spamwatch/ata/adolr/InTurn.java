package org.spamwatch.ata.adolr;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;

/** Draws from several lists in turn, so that whoever has a long one keeps nobody else's out. */
public final class InTurn {
  private InTurn() {}

  /** The first of each list, then the second of each that has one, and so on. */
  public static <T> List<List<T>> of(Collection<? extends Collection<T>> lists) {
    List<Iterator<T>> left = new ArrayList<>(lists.size());
    lists.forEach(list -> left.add(list.iterator()));
    List<List<T>> turns = new ArrayList<>();
    while (left.stream().anyMatch(Iterator::hasNext)) {
      left.removeIf(rest -> !rest.hasNext());
      turns.add(left.stream().map(Iterator::next).toList());
    }
    return turns;
  }
}
