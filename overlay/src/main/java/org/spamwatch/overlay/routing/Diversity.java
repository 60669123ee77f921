package org.spamwatch.overlay.routing;

import org.spamwatch.overlay.AddressGroup;
import org.spamwatch.overlay.Contact;

/**
 * Keeps the prefix table from filling with nodes of one part of the Internet: whoever owns a few
 * networks is to be in few slots, however many ids he has. Loopback and private addresses are not
 * counted, or the peers of one site could not know each other.
 *
 * <p>The leaf set is not held to this: who belongs to it is decided by ids alone, or keys would
 * have different roots at different nodes. Source: discv5's bucket limits.
 *
 * <p>Immutable. A call costs O(nodes of the table), so it comes after the cheaper questions.
 *
 * @param maxInRow most nodes of an address group in a row
 * @param maxInTable most nodes of an address group in the table
 */
public record Diversity(int maxInRow, int maxInTable) {
  /** Whether a table may take a node in, as far as the addresses in it go. */
  boolean admits(Contact candidate, int row, PrefixTable table) {
    AddressGroup group = AddressGroup.of(candidate.endpoint());
    if (group.isLocal()) {
      return true;
    }
    int inTable = table.count(group);
    return inTable < maxInTable && (inTable < maxInRow || table.count(group, row) < maxInRow);
  }
}
