package org.spamwatch.ata.adolr;

import org.spamwatch.ata.adolr.AdolrMessage.ApproxQuery;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Message;

/**
 * What a query of this node's own seeks.
 *
 * @param thres THRES, 1 to |FV|
 * @param payload what every matching object is sent
 * @param ttl hops that each feature's route may travel
 */
record Sought(FeatureVector vector, int thres, Message payload, Resolution resolution, int ttl) {
  Sought {
    ApproxQuery.checkThres(thres, vector);
  }

  boolean isNaive() {
    return resolution == Resolution.NAIVE;
  }
}
