package org.spamwatch.agent.peer;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.spamwatch.overlay.lease.Refusal;
import org.spamwatch.overlay.lease.RefusedRecord;

/**
 * What became of pointers and feature records since the start.
 *
 * @param room most feature records of others that this peer holds
 * @param refused records of others that this peer did not take, by reason
 * @param refusedElsewhere how often others said that they do not take one of this peer's
 * @param last the last time that one did
 */
public record RecordStatus(
    int room, Map<Refusal, Long> refused, long refusedElsewhere, Optional<RefusedRecord> last) {
  /** Copies the map; a reason that is missing has not occurred. */
  public RecordStatus {
    EnumMap<Refusal, Long> all = new EnumMap<>(Refusal.class);
    for (Refusal refusal : Refusal.values()) {
      all.put(refusal, refused.getOrDefault(refusal, 0L));
    }
    refused = Collections.unmodifiableMap(all);
  }
}
