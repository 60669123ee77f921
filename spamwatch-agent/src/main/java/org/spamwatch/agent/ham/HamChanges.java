package org.spamwatch.agent.ham;

import java.util.List;

/**
 * What a disk is to be told: parts to be kept in the place of what was kept of them before, and
 * parts to be dropped.
 */
public record HamChanges(List<Kept> kept, List<HamPart.Name> dropped) {
  /**
   * A part's serial form.
   *
   * @param bytes made for this, nobody else changes them
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Kept(HamPart.Name name, byte[] bytes) {}

  /** Copies the lists. */
  public HamChanges {
    kept = List.copyOf(kept);
    dropped = List.copyOf(dropped);
  }

  /** Whether there is nothing to tell. */
  public boolean isEmpty() {
    return kept.isEmpty() && dropped.isEmpty();
  }
}
