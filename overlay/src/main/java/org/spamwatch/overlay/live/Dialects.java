package org.spamwatch.overlay.live;

import java.util.List;
import org.spamwatch.overlay.wire.MessageTable;

/**
 * How messages look in each version of the protocol that a peer speaks ({@code
 * docs/adr/0016-compatibility.md}). A link speaks the highest version that both its sides do.
 *
 * <p>Immutable; safe for any thread.
 */
final class Dialects {
  private final Versions versions;
  private final List<MessageTable> tables;

  /**
   * Some versions in a row; all keep to the limits of the newest.
   *
   * @param lowest the version of the first table
   * @param tables one of each version, at least one
   */
  Dialects(int lowest, List<MessageTable> tables) {
    this.versions = new Versions(lowest, lowest + tables.size() - 1);
    this.tables = List.copyOf(tables);
  }

  /** The versions that it has. */
  Versions versions() {
    return versions;
  }

  /** Messages in one of {@link #versions}. */
  MessageTable in(int version) {
    return tables.get(version - versions.lowest());
  }

  /** Messages in the highest version. */
  MessageTable newest() {
    return in(versions.highest());
  }
}
