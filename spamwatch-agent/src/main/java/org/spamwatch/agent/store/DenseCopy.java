package org.spamwatch.agent.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.store.Rows.DamagedRowException;

/**
 * A store file written beside its place and moved there when it is complete and on disk: a new one,
 * one of today's format, or a copy of one whose file has grown far beyond what it holds. MVStore
 * reuses space within a file but seldom gives any back. What was there before is kept beside it
 * until {@link #forgetBackup}.
 */
final class DenseCopy {
  static final int COPIED_AT_ONCE = 10_000;

  private static final long SMALL = 1 << 20;
  private static final int SPARSE_PERCENT = 75;

  private final Path file;
  private final Path draft;
  private final Path backup;

  DenseCopy(Path file) {
    this.file = file;
    draft = file.resolveSibling(file.getFileName() + ".new");
    backup = file.resolveSibling(file.getFileName() + ".before");
  }

  /** Whether a file is longer than it needs to be, and long enough to matter. */
  static boolean isWorthwhile(long fileBytes, int livePercent) {
    return fileBytes > SMALL && livePercent < SPARSE_PERCENT;
  }

  /** What fills the draft. */
  interface Filler {
    void fill(MVStore store) throws DamagedRowException;
  }

  /** Whether what was there before the last copy is still kept. */
  boolean hasBackup() {
    return Files.exists(backup);
  }

  /** The file as it is now has proven itself. */
  void forgetBackup() throws IOException {
    Files.deleteIfExists(backup);
  }

  /**
   * Writes the draft, forces it to disk and moves it into place. Whenever this ends, the file is
   * the whole old one or the whole new one.
   *
   * @throws DamagedRowException if the filler found one; the file is left as it is
   */
  void write(Filler filler) throws IOException, DamagedRowException {
    Files.deleteIfExists(draft);
    try (MVStore store = VoteFile.mvStore(draft)) {
      filler.fill(store);
      store.commit();
      store.sync();
    }
    force(draft); // closing it wrote, too
    Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-------"));
    if (Files.exists(file)) {
      keepBackup();
    }
    // The note of the old file says nothing of the new one.
    Files.deleteIfExists(file.resolveSibling(CommitNote.NAME));
    try {
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
    }
    Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent());
    AtomicFile.forceDirectory(directory);
  }

  /** Gives the file as it is a second name; a backup of before stays until there is this one. */
  private void keepBackup() throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".before.new");
    Files.deleteIfExists(next);
    try {
      Files.createLink(next, file);
    } catch (UnsupportedOperationException e) {
      Files.copy(file, next);
      force(next);
    }
    try {
      Files.move(next, backup, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(next, backup, StandardCopyOption.REPLACE_EXISTING);
    }
    Files.deleteIfExists(next); // a link moved onto another one to the same file stays
  }

  private static void force(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /** Copies every row of one map into another, committing now and then to bound memory. */
  static <K, V> void copy(MVMap<K, V> from, MVMap<K, V> to) {
    long copied = 0;
    for (Map.Entry<K, V> row : from.entrySet()) {
      to.put(row.getKey(), row.getValue());
      copied++;
      if (copied % COPIED_AT_ONCE == 0) {
        to.getStore().commit();
      }
    }
  }
}
