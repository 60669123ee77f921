package org.spamwatch.agent.store;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.h2.mvstore.MVStoreException;
import org.spamwatch.agent.vote.StoredMessage;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/** One pass over the messages of a {@link VoteFile}, with all that its maps hold of each. */
final class StoredMessages {
  private final VoteFile file;
  private final StoredVotes.Reader reader;

  StoredMessages(VoteFile file, StoredVotes.Reader reader) {
    this.file = file;
    this.reader = reader;
  }

  /** Damage found where no checked exception is allowed. */
  static final class DamagedStoreException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final transient StoreException problem;

    DamagedStoreException(StoreException problem) {
      super(problem.getMessage(), problem);
      this.problem = problem;
    }

    StoreException problem() {
      return problem;
    }
  }

  /**
   * Visits every message in the order of the GUIDs.
   *
   * @throws DamagedStoreException if a row is not what was written
   */
  void forEach(Consumer<StoredMessage> visitor) {
    Cursors cursors = reading(Cursors::new);
    while (true) {
      Optional<StoredMessage> next = reading(() -> next(cursors));
      if (next.isEmpty()) {
        return;
      }
      visitor.accept(next.get());
    }
  }

  private interface Reading<T> {
    T read() throws Rows.DamagedRowException;
  }

  private <T> T reading(Reading<T> some) {
    try {
      return some.read();
    } catch (Rows.DamagedRowException e) {
      throw new DamagedStoreException(file.faults().corrupt(e));
    } catch (MVStoreException e) {
      throw new DamagedStoreException(file.faults().translated(e));
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      throw new DamagedStoreException(file.faults().corrupt(e)); // what MVStore meets damage with
    }
  }

  private Optional<StoredMessage> next(Cursors cursors) throws Rows.DamagedRowException {
    Optional<Id> least = cursors.least();
    if (least.isEmpty()) {
      return Optional.empty();
    }
    Id guid = least.get();
    List<FeatureVector> vectors = new ArrayList<>();
    while (cursors.vectors.isAt(guid)) {
      Map.Entry<byte[], byte[]> row = cursors.vectors.take();
      vectors.add(Rows.vector(row.getKey(), row.getValue()));
    }
    List<Vote> votes = new ArrayList<>();
    while (cursors.votes.isAt(guid)) {
      Map.Entry<byte[], byte[]> row = cursors.votes.take();
      votes.add(reader.read(row.getKey(), row.getValue()));
    }
    List<Vote> pending = new ArrayList<>();
    while (cursors.pending.isAt(guid)) {
      Map.Entry<byte[], byte[]> row = cursors.pending.take();
      long sequence = Rows.pending(row.getKey(), row.getValue());
      byte[] stored = file.votes.get(row.getKey());
      Vote vote = stored == null ? null : reader.read(row.getKey(), stored);
      if (vote != null && vote.sequence() == sequence) {
        pending.add(vote);
      }
    }
    return Optional.of(new StoredMessage(guid, vectors, votes, pending));
  }

  /** A position in each map. */
  private final class Cursors {
    private final Cursor vectors = new Cursor(VoteFile.entries(file.vectors));
    private final Cursor votes = new Cursor(VoteFile.entries(file.votes));
    private final Cursor pending = new Cursor(VoteFile.entries(file.pending));

    Optional<Id> least() {
      Optional<Id> least = Optional.empty();
      for (Cursor cursor : List.of(vectors, votes, pending)) {
        Optional<Id> guid = cursor.guid();
        if (guid.isPresent() && (least.isEmpty() || guid.get().compareTo(least.get()) < 0)) {
          least = guid;
        }
      }
      return least;
    }
  }

  /** A position in one of the maps. */
  private static final class Cursor {
    private final Iterator<Map.Entry<byte[], byte[]>> entries;
    private Optional<Map.Entry<byte[], byte[]>> next;

    Cursor(Iterator<Map.Entry<byte[], byte[]>> entries) {
      this.entries = entries;
      next = advance();
    }

    private Optional<Map.Entry<byte[], byte[]>> advance() {
      return entries.hasNext() ? Optional.of(entries.next()) : Optional.empty();
    }

    Optional<Id> guid() {
      return next.map(
          entry -> entry.getKey().length < Id.BYTES ? Id.ZERO : Rows.guid(entry.getKey()));
    }

    boolean isAt(Id guid) {
      return guid().filter(guid::equals).isPresent();
    }

    Map.Entry<byte[], byte[]> take() {
      Map.Entry<byte[], byte[]> taken = next.orElseThrow();
      next = advance();
      return taken;
    }
  }
}
