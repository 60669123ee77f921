package org.spamwatch.overlay.pointer;

import com.google.common.collect.Lists;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.lease.LeaseRecord;
import org.spamwatch.overlay.lease.Publisher;
import org.spamwatch.overlay.lease.ReplicaMaintenance;
import org.spamwatch.overlay.lease.SignedTable;
import org.spamwatch.overlay.lease.TransferBatch;
import org.spamwatch.overlay.pointer.DolrMessage.Publish;
import org.spamwatch.overlay.pointer.DolrMessage.Replicate;

/** What is held of pointers, as it is handed over to other nodes. Not thread-safe. */
final class HeldPointers implements ReplicaMaintenance.Holdings {
  /**
   * A pointer as the table keeps it.
   *
   * @param publisher the server, the same object for all its pointers
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never changed and never compared
  record Held(Id guid, Publisher publisher, long sequence, boolean withdrawn, byte[] signature)
      implements LeaseRecord<Held> {
    Contact server() {
      return publisher.contact();
    }

    @Override
    public Id rest() {
      return guid;
    }

    @Override
    public int keys() {
      return 1;
    }

    @Override
    public long first(int index) {
      return guid.high();
    }

    @Override
    public boolean isNamedAs(Held other) {
      return server().id().equals(other.server().id());
    }

    Pointer leased(long millis) {
      return new Pointer(guid, server(), sequence, millis, withdrawn, publisher.proof(signature));
    }
  }

  private final SignedTable<Held> pointers;

  HeldPointers(SignedTable<Held> pointers) {
    this.pointers = pointers;
  }

  @Override
  public boolean isEmpty() {
    return pointers.held().size() == 0;
  }

  @Override
  public List<Id> keysFrom(Id first, int most) {
    return pointers.held().keysFrom(first, most);
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
    return pointers.held().leased(guid).stream()
        .map(leased -> leased.record().leased(pointers.held().remainingMillis(leased)))
        .toList();
  }
}
