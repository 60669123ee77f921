package org.spamwatch.overlay.pointer;

import com.google.common.collect.Lists;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.lease.LeaseTable;
import org.spamwatch.overlay.lease.ReplicaMaintenance;
import org.spamwatch.overlay.lease.SignedTable;
import org.spamwatch.overlay.lease.TransferBatch;
import org.spamwatch.overlay.pointer.DolrMessage.Publish;
import org.spamwatch.overlay.pointer.DolrMessage.Replicate;

/** What is held of pointers, as it is handed over to other nodes. Not thread-safe. */
final class HeldPointers implements ReplicaMaintenance.Holdings {
  /** What a pointer says beside what its place in the table does. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never changed and never compared
  record Held(Contact server, byte[] signature) {}

  private final SignedTable<Id, Held> pointers;

  HeldPointers(SignedTable<Id, Held> pointers) {
    this.pointers = pointers;
  }

  @Override
  public boolean isEmpty() {
    return pointers.held().size() == 0;
  }

  @Override
  public List<Id> keysBetween(Id first, Id last) {
    return pointers.held().keysBetween(first, last);
  }

  @Override
  public List<TransferBatch> take(Set<Id> keys) {
    List<Pointer> some = new ArrayList<>();
    Iterator<Id> rest = keys.iterator();
    while (some.size() < Replicate.MAX_POINTERS && rest.hasNext()) {
      some.addAll(heldOf(rest.next()));
      rest.remove();
    }
    return Lists.partition(some, Replicate.MAX_POINTERS).stream()
        .map(part -> new TransferBatch(new Replicate(part), part.size()))
        .toList();
  }

  @Override
  public List<Publish> routed(Id key) {
    return heldOf(key).stream().map(Publish::new).toList();
  }

  private List<Pointer> heldOf(Id guid) {
    List<Pointer> held = new ArrayList<>();
    for (LeaseTable.Leased<Held> leased : pointers.held().leased(guid)) {
      held.add(
          new Pointer(
              guid,
              leased.record().server(),
              leased.sequence(),
              pointers.held().remainingMillis(leased),
              leased.withdrawn(),
              leased.publisher().proof(leased.record().signature())));
    }
    return held;
  }
}
