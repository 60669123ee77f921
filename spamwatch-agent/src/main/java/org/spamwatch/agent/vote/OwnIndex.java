package org.spamwatch.agent.vote;

import java.util.LinkedHashMap;
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
    if (message.indexed.isEmpty() && !message.isOwn()) {
      return;
    }
    Map<Id, FeatureVector> wanted = new LinkedHashMap<>(2);
    for (Id digest : message.liveDigests(true)) {
      FeatureVector vector = message.vector(digest);
      if (vector != null) {
        wanted.put(digest, vector);
      }
    }
    if (!wanted.keySet().equals(message.indexed.keySet())) {
      Map<Id, FeatureVector> before = message.indexed;
      message.indexed = wanted.isEmpty() ? Map.of() : wanted;
      before.forEach(
          (digest, vector) -> {
            if (!wanted.containsKey(digest)) {
              adolr.unindex(vector, digest, message.guid);
            }
          });
      wanted.forEach(
          (digest, vector) -> {
            if (!before.containsKey(digest)) {
              adolr.index(vector, digest, message.guid);
            }
          });
    }
  }

  /** A message is forgotten. */
  void remove(KeptMessage message) {
    message.indexed.forEach((digest, vector) -> adolr.unindex(vector, digest, message.guid));
    message.indexed = Map.of();
  }
}
