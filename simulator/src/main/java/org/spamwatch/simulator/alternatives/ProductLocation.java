package org.spamwatch.simulator.alternatives;

import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.spamwatch.ata.adolr.Adolr;
import org.spamwatch.ata.adolr.Match;
import org.spamwatch.ata.adolr.Resolution;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;

/** The product's own ADOLR. */
record ProductLocation(Adolr adolr) implements FeatureLocation {
  @Override
  public void publish(FeatureVector vector, Id guid) {
    adolr.publishApproxObject(vector, guid);
  }

  @Override
  public void ask(
      FeatureVector vector, int thres, Message payload, Asking how, Consumer<Set<Id>> answered) {
    adolr.routeToApproxObject(
        vector,
        thres,
        payload,
        switch (how) {
          case RESOLVED -> Resolution.FULL;
          case FIRST_HIT, REMEMBERED -> Resolution.FIRST;
          case LISTS -> Resolution.NAIVE;
        },
        Integer.MAX_VALUE,
        PATIENCE,
        outcome ->
            answered.accept(
                outcome.matches().stream().map(Match::guid).collect(Collectors.toSet())));
  }
}
