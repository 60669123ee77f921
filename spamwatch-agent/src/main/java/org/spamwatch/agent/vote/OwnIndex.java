package org.spamwatch.agent.vote;

import java.util.Map;
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

  /** Brings what is indexed of a message in line with its votes. Costs next to nothing if it is. */
  void settle(KeptMessage message) {
    Map<Id, FeatureVector> before = message.indexed;
    if (before.isEmpty() && !message.isOwn()) {
      return;
    }
    Map<Id, FeatureVector> wanted = Map.of();
    for (Id digest : message.liveDigests(true)) {
      FeatureVector vector = message.vector(digest);
      if (vector != null) {
        wanted = FewEntries.with(wanted, digest, vector);
      }
    }
    if (!FewEntries.haveSameKeys(wanted, before)) {
      replace(message, wanted);
    }
  }

  private void replace(KeptMessage message, Map<Id, FeatureVector> wanted) {
    Map<Id, FeatureVector> before = message.indexed;
    message.indexed = wanted;
    before.forEach(
        (digest, vector) -> {
          if (!wanted.containsKey(digest)) {
            adolr.unindex(vector, message.guid);
          }
        });
    wanted.forEach(
        (digest, vector) -> {
          if (!before.containsKey(digest)) {
            adolr.index(vector, message.guid);
          }
        });
  }

  /** A message is forgotten. */
  void remove(KeptMessage message) {
    replace(message, Map.of());
  }
}
