package org.spamwatch.agent.vote;

import java.util.LinkedHashMap;
import java.util.List;
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

  /** By message and digest; what is indexed whether or not it is published. */
  private final Map<Id, Map<Id, FeatureVector>> indexed = new LinkedHashMap<>();

  OwnIndex(Adolr adolr) {
    this.adolr = adolr;
  }

  /** Brings what is indexed of a message in line with its votes. Costs next to nothing if it is. */
  void settle(KeptMessage message) {
    Map<Id, FeatureVector> before = indexed.getOrDefault(message.guid, Map.of());
    if (before.isEmpty() && !message.isOwn()) {
      return;
    }
    Map<Id, FeatureVector> wanted = new LinkedHashMap<>(2);
    for (Id digest : message.liveDigests(true)) {
      FeatureVector vector = message.vector(digest);
      if (vector != null) {
        wanted.put(digest, vector);
      }
    }
    if (!wanted.keySet().equals(before.keySet())) {
      replace(message.guid, before, wanted);
    }
  }

  private void replace(Id guid, Map<Id, FeatureVector> before, Map<Id, FeatureVector> wanted) {
    if (wanted.isEmpty()) {
      indexed.remove(guid);
    } else {
      indexed.put(guid, wanted);
    }
    before.forEach(
        (digest, vector) -> {
          if (!wanted.containsKey(digest)) {
            adolr.unindex(vector, digest, guid);
          }
        });
    wanted.forEach(
        (digest, vector) -> {
          if (!before.containsKey(digest)) {
            adolr.index(vector, digest, guid);
          }
        });
  }

  /** A message is forgotten. */
  void remove(Id guid) {
    replace(guid, indexed.getOrDefault(guid, Map.of()), Map.of());
  }

  /** The vectors of a message that are found here. */
  List<FeatureVector> vectors(Id guid) {
    return List.copyOf(indexed.getOrDefault(guid, Map.of()).values());
  }
}
