package org.spamwatch.agent.peer;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.spamwatch.ata.adolr.Adolr;
import org.spamwatch.overlay.lease.Refusal;
import org.spamwatch.overlay.lease.RefusedRecord;
import org.spamwatch.overlay.pointer.PointerDolr;

/** Pointers and feature records that were not taken: others' here, and this peer's elsewhere. */
final class Refusals {
  private final PointerDolr dolr;
  private final Adolr adolr;
  private final int room;
  private Consumer<RefusedRecord> listener = refused -> {};
  private Optional<RefusedRecord> last = Optional.empty();
  private long elsewhere;

  /**
   * None yet; hears of every one from now on.
   *
   * @param room most feature records of others that this peer holds
   */
  Refusals(PointerDolr dolr, Adolr adolr, int room) {
    this.dolr = dolr;
    this.adolr = adolr;
    this.room = room;
    Consumer<RefusedRecord> heard = this::heard;
    dolr.onRefusal(heard);
    adolr.onRefusal(heard);
  }

  /** Who is told of each of this peer's that another does not take. */
  void onElsewhere(Consumer<RefusedRecord> listener) {
    this.listener = listener;
  }

  private void heard(RefusedRecord refused) {
    elsewhere++;
    last = Optional.of(refused);
    listener.accept(refused);
  }

  /** What became of records since the start. */
  RecordStatus status() {
    Map<Refusal, Long> here = new EnumMap<>(Refusal.class);
    for (Refusal refusal : Refusal.values()) {
      here.put(refusal, adolr.recordsRefused().of(refusal) + dolr.refused().of(refusal));
    }
    return new RecordStatus(room, here, elsewhere, last);
  }
}
