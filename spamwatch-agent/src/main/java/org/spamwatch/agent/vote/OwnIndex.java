package org.spamwatch.agent.vote;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.spamwatch.agent.vote.HeldVectors.Held;
import org.spamwatch.ata.adolr.Adolr;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * Has what this peer's own voters say be found here from the moment it is accepted: publishing a
 * vector takes a signature and its turn, and until then its own users would be told that nobody
 * knows the mail.
 */
final class OwnIndex {
  private final Adolr adolr;

  OwnIndex(Adolr adolr) {
    this.adolr = adolr;
  }

  /** A message is loaded that is to be found once all are: {@link #loaded}. */
  void load(KeptMessage message) {
    Set<Id> wanted = wanted(message);
    for (Held held : message.held().each()) {
      held.isIndexed = wanted.contains(held.vector.digest());
      if (held.isIndexed) {
        adolr.gather(held.vector, message.guid);
      }
    }
  }

  /** All are loaded: has them be found, in parts on the node's turn. */
  void loaded(Consumer<Runnable> turns) {
    adolr.indexGathered(turns);
  }

  private static Set<Id> wanted(KeptMessage message) {
    return message.isOwn() ? message.liveDigests(true) : Set.of();
  }

  /** Brings what is indexed of a message in line with its votes. Costs next to nothing if it is. */
  void settle(KeptMessage message) {
    Set<Id> wanted = wanted(message);
    for (Held held : message.held().each()) {
      boolean isWanted = wanted.contains(held.vector.digest());
      if (held.isIndexed && !isWanted) {
        adolr.unindex(held.vector, message.guid);
      } else if (!held.isIndexed && isWanted) {
        adolr.index(held.vector, message.guid);
      }
      held.isIndexed = isWanted;
    }
    message.held().forgetIfOver();
  }

  /** The vectors of a message that are indexed. */
  static List<FeatureVector> indexed(KeptMessage message) {
    return message.held().each().stream()
        .filter(held -> held.isIndexed)
        .map(held -> held.vector)
        .toList();
  }

  /** A message is forgotten. */
  void remove(KeptMessage message) {
    for (Held held : message.held().each()) {
      if (held.isIndexed) {
        adolr.unindex(held.vector, message.guid);
        held.isIndexed = false;
      }
    }
  }
}
