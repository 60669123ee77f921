package org.spamwatch.agent.store;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.h2.mvstore.MVStoreTool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes back behind a commit that a power failure has left on disk in part. Nobody was told of such
 * a commit, for one is begun only when the one before has been forced; but MVStore, which checks a
 * commit's head, foot and index, may take it for whole.
 */
final class TornCommit {
  private static final Logger LOG = LoggerFactory.getLogger(TornCommit.class);

  /** Commits not forced at a time: one, or those of a compaction. */
  private static final int MOST = 16;

  /** Opens a file that can be read as a whole and ends with no commit before the noted one. */
  interface Reader {
    VoteFile whole(Path file) throws StoreException, IOException;
  }

  private TornCommit() {}

  /**
   * Puts a copy of the file as it was with the newest commit that can be read in its place, and
   * keeps the damaged one beside it ({@link DenseCopy}).
   *
   * @param noted the last commit that was acknowledged for sure; none before it is gone back to
   * @return whether there was one; else nothing is changed
   */
  static boolean goBehind(Path file, long noted, Reader reader) throws IOException {
    Path earlier = file.resolveSibling(file.getFileName() + ".temp"); // so named by MVStore
    try {
      long version = Long.MAX_VALUE;
      for (int i = 0; i < MOST; i++) {
        version = MVStoreTool.rollback(file.toString(), version, Writer.nullWriter());
        if (version < noted) {
          return false;
        }
        Files.setPosixFilePermissions(earlier, PosixFilePermissions.fromString("rw-------"));
        if (isReplacedBy(file, earlier, reader)) {
          LOG.warn("{}: the last commit is torn, as by a power failure; went back behind it", file);
          return true;
        }
        version--;
      }
      return false;
    } catch (RuntimeException e) {
      return false; // MVStore finds no commit in it at all
    } finally {
      Files.deleteIfExists(earlier);
    }
  }

  private static boolean isReplacedBy(Path file, Path earlier, Reader reader) throws IOException {
    VoteFile whole;
    try {
      whole = reader.whole(earlier);
    } catch (StoreException | RuntimeException | AssertionError | StackOverflowError e) {
      return false; // whatever MVStore's arithmetic runs into
    }
    try {
      whole.replace(file);
      return true;
    } catch (Rows.DamagedRowException e) {
      return false;
    } finally {
      whole.abandon();
    }
  }
}
