package org.spamwatch.agent.store;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/**
 * A store file written beside its place and moved there when it is complete and on disk: a new one,
 * or a copy of one whose file has grown far beyond what it holds. MVStore reuses space within a
 * file but seldom gives any back.
 */
final class DenseCopy {
  private static final int COPIED_AT_ONCE = 10_000;

  private static final long SMALL = 1 << 20;
  private static final int SPARSE_PERCENT = 75;

  private final Path file;
  private final Path draft;

  DenseCopy(Path file) {
    this.file = file;
    draft = file.resolveSibling(file.getFileName() + ".new");
  }

  /** Whether a file is longer than it needs to be, and long enough to matter. */
  static boolean isWorthwhile(long fileBytes, int livePercent) {
    return fileBytes > SMALL && livePercent < SPARSE_PERCENT;
  }

  /** What fills the draft. */
  interface Filler {
    void fill(MVStore store);
  }

  /** Writes the draft, forces it to disk and moves it into place. */
  void write(Filler filler) throws IOException {
    Files.deleteIfExists(draft);
    try (MVStore store = VoteFile.mvStore(draft)) {
      filler.fill(store);
      store.commit();
      store.sync();
    }
    Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-------"));
    // The note of the old file says nothing of the new one.
    Files.deleteIfExists(file.resolveSibling(CommitNote.NAME));
    try {
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
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
