package org.spamwatch.agent.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.h2.mvstore.MVStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.vote.StoredMessage;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteStore;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * A {@link VoteStore} on disk. Changes are queued by the node's turn, which never waits for the
 * disk, and carried out in order by one writer thread, which commits and forces whatever has
 * gathered since the last time (group commit) and only then reports it durable. What was reported
 * survives {@code kill -9} and power failure: what cannot be read at the start is gone back behind,
 * if it was reported to nobody (ADR 3).
 *
 * <p>If the disk fails, nothing more is reported durable and the owner is told once, so that it can
 * end: a peer that cannot keep votes must not take them.
 */
public final class DiskVoteStore implements VoteStore, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DiskVoteStore.class);
  private static final int MAX_BATCH = 4096;
  private static final long IDLE_MILLIS = 2000;

  /** What may wait for a slow disk: some seconds of votes as fast as they can be checked. */
  private static final long MAX_WAITING_BYTES = 16 << 20;

  private static final int EDIT_BYTES = 256;

  private final VoteFile file;
  private final StoredVotes votes;
  private final Executor turn;
  private final Consumer<String> failed;
  private final BlockingQueue<Change> queue = new LinkedBlockingQueue<>();
  private final AtomicLong waitingBytes = new AtomicLong();
  private final Thread writer;

  /** A step for the writer; which of the three kinds it is follows from what it does. */
  private sealed interface Change {
    /** Alters the maps. */
    record Edit(int bytes, Runnable edit) implements Change {}

    /** Wants to know when everything before it is on disk. */
    record Mark(Runnable done) implements Change {}

    /** Ends the writer. */
    record Stop() implements Change {}
  }

  private DiskVoteStore(Id realm, VoteFile file, Executor turn, Consumer<String> failed) {
    this.file = file;
    this.votes = new StoredVotes(realm, file);
    this.turn = turn;
    this.failed = failed;
    writer = new Thread(this::write, "store-writer");
    writer.setDaemon(true);
  }

  /**
   * Opens the store of a realm in a directory, creating it if there is none.
   *
   * @param directory an existing directory
   * @param turn runs what {@link #durable} was given; the node's turn
   * @param failed told once, by the writer's thread, in one line, if the disk fails
   * @throws StoreException if it is in use, damaged, of another version or realm, or unreadable
   */
  public static DiskVoteStore open(Path directory, Id realm, Executor turn, Consumer<String> failed)
      throws StoreException {
    Path path = directory.resolve("votes.mv");
    VoteFile file;
    try {
      file = whole(VoteFile.open(path, realm), realm);
    } catch (StoreException e) {
      if (e.problem() != StoreException.Problem.CORRUPT || !wentBack(path, realm)) {
        throw e;
      }
      file = whole(VoteFile.open(path, realm), realm);
    }
    DiskVoteStore store = new DiskVoteStore(realm, file.dense(realm), turn, failed);
    store.votes.count();
    store.writer.start();
    return store;
  }

  /** Reads every row once, so that damage shows now and not in use. */
  private static VoteFile whole(VoteFile file, Id realm) throws StoreException {
    DiskVoteStore store = new DiskVoteStore(realm, file, Runnable::run, line -> {});
    boolean isWhole = false;
    try {
      store.load(message -> {});
      file.checkSum();
      isWhole = true;
      return file;
    } catch (StoredMessages.DamagedStoreException e) {
      throw e.problem();
    } finally {
      if (!isWhole) {
        letGo(file);
      }
    }
  }

  private static boolean wentBack(Path path, Id realm) throws StoreException {
    try {
      OptionalLong noted = CommitNote.readBeside(path);
      return noted.isPresent()
          && TornCommit.goBehind(
              path, noted.getAsLong(), earlier -> whole(VoteFile.searched(earlier, realm), realm));
    } catch (IOException e) {
      throw new StoreException(
          StoreException.Problem.INPUT_OUTPUT,
          path + ": the store cannot be repaired: " + AtomicFile.reason(e),
          e);
    }
  }

  /** Visits every message in the order of the GUIDs, on the caller's thread. */
  @Override
  public void load(Consumer<StoredMessage> visitor) {
    new StoredMessages(file, votes.reader()).forEach(visitor);
  }

  /** A key and its value, encoded on the turn so that the writer only writes. */
  @SuppressWarnings("ArrayRecordComponent") // handed over once, and never compared
  private record Row(byte[] key, byte[] value) {}

  @Override
  public void put(Vote vote, List<FeatureVector> vectors) {
    StoredVotes.Encoded encoded = StoredVotes.Encoded.of(vote);
    List<Row> rows = new ArrayList<>();
    int bytes = EDIT_BYTES + encoded.row().length + encoded.certificate().length;
    for (FeatureVector vector : vectors) {
      byte[] vectorKey = Rows.vectorKey(vote.guid(), vector.digest());
      Row row = new Row(vectorKey, Rows.vector(vectorKey, vector));
      rows.add(row);
      bytes += EDIT_BYTES + row.value().length;
    }
    edit(
        bytes,
        () -> {
          votes.put(encoded);
          rows.forEach(vector -> file.vectors.putIfAbsent(vector.key(), vector.value()));
        });
  }

  @Override
  public void remove(Vote vote) {
    byte[] key = Rows.voteKey(vote);
    edit(() -> votes.remove(key));
  }

  @Override
  public void removeVectors(Id guid, List<Id> digests) {
    List<byte[]> keys = digests.stream().map(digest -> Rows.vectorKey(guid, digest)).toList();
    if (!keys.isEmpty()) {
      edit(() -> keys.forEach(file.vectors::remove));
    }
  }

  @Override
  public void remove(Id guid) {
    edit(
        () -> {
          votes.removeAll(guid);
          VoteFile.removeAll(file.vectors, guid);
          VoteFile.removeAll(file.pending, guid);
        });
  }

  @Override
  public void pend(Vote vote) {
    byte[] key = Rows.voteKey(vote);
    edit(() -> file.pending.put(key, Rows.pending(key, vote.sequence())));
  }

  @Override
  public void settle(Vote vote) {
    byte[] key = Rows.voteKey(vote);
    byte[] row = Rows.pending(key, vote.sequence());
    // A later vote of the same voter that is still pending stays so.
    edit(() -> file.pending.remove(key, row));
  }

  @Override
  public void durable(Runnable done) {
    queue.add(new Change.Mark(done));
  }

  private void edit(Runnable edit) {
    edit(EDIT_BYTES, edit);
  }

  private void edit(int bytes, Runnable edit) {
    waitingBytes.addAndGet(bytes);
    queue.add(new Change.Edit(bytes, edit));
  }

  @Override
  public boolean isBehind() {
    return waitingBytes.get() > MAX_WAITING_BYTES;
  }

  private void write() {
    try {
      List<Change> batch = new ArrayList<>();
      boolean compactable = false;
      while (true) {
        Change first = queue.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS);
        if (first == null) {
          compactable = compactable && file.compact();
          continue;
        }
        batch.clear();
        batch.add(first);
        queue.drainTo(batch, MAX_BATCH - 1);
        compactable = true;
        if (carryOut(batch)) {
          file.close();
          return;
        }
      }
    } catch (IOException e) {
      fail(file.faults().failed(e));
    } catch (MVStoreException e) {
      fail(file.faults().translated(e));
    } catch (IllegalStateException | IllegalArgumentException e) {
      fail(file.faults().corrupt(e));
    } catch (InterruptedException | RuntimeException | Error e) {
      fail(
          file.faults().ended(e)); // a writer that is gone keeps no vote: as if the disk had failed
    }
  }

  /** Carries out a batch and reports it durable; true if it ended with a stop. */
  private boolean carryOut(List<Change> batch) throws IOException {
    boolean changed = false;
    boolean stopped = false;
    for (Change change : batch) {
      if (change instanceof Change.Edit edit) {
        edit.edit().run();
        waitingBytes.addAndGet(-edit.bytes());
        changed = true;
      }
      stopped |= change instanceof Change.Stop;
    }
    if (changed) {
      file.force();
    }
    for (Change change : batch) {
      if (change instanceof Change.Mark mark) {
        turn.execute(mark.done());
      }
    }
    return stopped;
  }

  private void fail(StoreException problem) {
    LOG.error("{}; no vote is kept any more", problem.getMessage());
    letGo(file);
    failed.accept(String.valueOf(problem.getMessage()));
  }

  private static void letGo(VoteFile file) {
    try {
      file.abandon();
    } catch (IOException e) {
      LOG.debug("a store that is given up could not be closed", e);
    }
  }

  /** Waits until everything put is on disk, for 10 s at most, and lets go of the file. */
  @Override
  public void close() {
    queue.add(new Change.Stop());
    try {
      writer.join(10_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
