package org.spamwatch.agent.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStoreException;
import org.spamwatch.agent.store.StoreException.Problem;

/**
 * What can be wrong with a file of votes, in words for its operator.
 *
 * @param file in every line
 */
record StoreFaults(Path file) {
  private static final String DAMAGED =
      "%s: the store is damaged (%s); restore it from a backup, or move it away to start without"
          + " its votes";

  /** Opens something. */
  interface Opening<T> {
    T open() throws StoreException, IOException, Rows.DamagedRowException;
  }

  /** What is opened; whatever fails meanwhile is told as a fault of the file. */
  <T> T translating(Opening<T> opening) throws StoreException {
    try {
      return opening.open();
    } catch (Rows.DamagedRowException e) {
      throw corrupt(String.valueOf(e.getMessage()), e);
    } catch (MVStoreException e) {
      throw translated(e);
    } catch (IOException e) {
      throw new StoreException(
          Problem.INPUT_OUTPUT, file + ": the store cannot be opened: " + reason(e), e);
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      // MVStore meets damage with whatever its arithmetic runs into, asserts included.
      throw corrupt("its structure is damaged", e);
    }
  }

  /** Damage that was found by looking. */
  StoreException corrupt(String detail) {
    return new StoreException(Problem.CORRUPT, DAMAGED.formatted(file, detail));
  }

  /** Damage that something ran into. */
  StoreException corrupt(Throwable cause) {
    boolean isKnown = cause instanceof Rows.DamagedRowException;
    return corrupt(isKnown ? String.valueOf(cause.getMessage()) : "unreadable", cause);
  }

  private StoreException corrupt(String detail, Throwable cause) {
    return new StoreException(Problem.CORRUPT, DAMAGED.formatted(file, detail), cause);
  }

  StoreException failed(IOException e) {
    return new StoreException(Problem.INPUT_OUTPUT, file + ": the disk failed: " + reason(e), e);
  }

  StoreException ended(Throwable e) {
    return new StoreException(
        Problem.INPUT_OUTPUT, file + ": the store's writer has ended: " + e, e);
  }

  StoreException translated(MVStoreException e) {
    return switch (e.getErrorCode()) {
      case DataUtils.ERROR_FILE_LOCKED ->
          new StoreException(
              Problem.IN_USE,
              file + ": in use by another peer; stop it, or give this one its own --data",
              e);
      case DataUtils.ERROR_UNSUPPORTED_FORMAT ->
          new StoreException(
              Problem.UNUSABLE, file + ": written by a newer version of SpamWatch", e);
      case DataUtils.ERROR_READING_FAILED, DataUtils.ERROR_WRITING_FAILED -> {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        yield cause instanceof EOFException
            ? corrupt("it is cut off", e)
            : new StoreException(
                Problem.INPUT_OUTPUT, file + ": the disk failed: " + oneLine(cause), e);
      }
      default -> corrupt("MVStore error " + e.getErrorCode(), e);
    };
  }

  private static String reason(IOException e) {
    return e instanceof AccessDeniedException ? "permission denied" : oneLine(e);
  }

  private static String oneLine(Throwable e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse(e.getClass().getSimpleName());
  }
}
