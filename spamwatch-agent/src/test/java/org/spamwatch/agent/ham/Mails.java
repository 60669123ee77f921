package org.spamwatch.agent.ham;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/** Mails that consist of nothing but features. */
final class Mails {
  private Mails() {}

  /** A mail of features named by numbers, of which the first ten are its vector. */
  static MailFeatures of(Iterable<Integer> names) {
    List<Id> keys = new ArrayList<>();
    names.forEach(name -> keys.add(key(name)));
    int own = Math.min(10, keys.size());
    return new MailFeatures(
        List.of(new FeatureVector(Scheme.CHAR50, false, keys.subList(0, own))),
        List.of(new ProbeKeys(Scheme.CHAR50, keys.subList(own, keys.size()))));
  }

  /** A run of names. */
  static MailFeatures range(int from, int to) {
    List<Integer> names = new ArrayList<>();
    for (int name = from; name < to; name++) {
      names.add(name);
    }
    return of(names);
  }

  /** The key that a number names. */
  static Id key(int name) {
    return FeatureVector.key(new SplittableRandom(name).nextLong());
  }

  static boolean knows(HamFilter ham, int name) {
    return ham.contains(Scheme.CHAR50, key(name));
  }
}
