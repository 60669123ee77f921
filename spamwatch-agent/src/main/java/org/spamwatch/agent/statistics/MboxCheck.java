package org.spamwatch.agent.statistics;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.spamwatch.ata.mail.MboxLine;
import org.spamwatch.statistics.StatisticalFilter;
import org.spamwatch.statistics.StatisticalFilter.Classification;
import org.spamwatch.statistics.TokenHash;

/**
 * Judges all mails of an mbox by a statistical filter, without fingerprints, votes, or a copy of a
 * mail: each worker reads a stretch of the file and judges in place the mails that begin in it.
 * What begins a mail is as everywhere in the product ({@link MboxLine}); a file that does not begin
 * with a postmark is one mail. Of a mail as much is read as {@link
 * org.spamwatch.statistics.mail.TokenLimits} has it.
 *
 * <p>Memory is some 3 MiB a worker, and more where a mail is longer. Results come in the order of
 * the file, whatever the number of workers.
 */
public final class MboxCheck {
  private static final long STRETCH = 1 << 20;

  /** Stretches that wait for their turn to be told, or are worked on. */
  private static final int AHEAD = 4;

  private final StatisticalFilter filter;
  private final TokenHash hash;
  private final int workers;
  private final Queue<MboxStretch> idle = new ConcurrentLinkedQueue<>();

  /** Is told each mail. */
  @FunctionalInterface
  public interface Listener {
    /**
     * A mail.
     *
     * @param offset of its postmark in the file, in bytes
     * @param indicator 0 for ham to 1 for spam
     */
    void mail(long offset, double indicator, Classification classification);
  }

  /**
   * Checks by a filter.
   *
   * @param hash that of the filter's tokens; used by all workers at once
   * @param workers threads, at least 1
   */
  public MboxCheck(StatisticalFilter filter, TokenHash hash, int workers) {
    if (workers < 1) {
      throw new IllegalArgumentException("an mbox needs at least 1 worker, not " + workers);
    }
    this.filter = filter;
    this.hash = hash;
    this.workers = workers;
  }

  /**
   * Judges the mails of a file, which does not change meanwhile.
   *
   * @throws IOException if it cannot be read
   */
  public void check(Path mbox, Listener listener) throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(workers);
    try (FileChannel file = FileChannel.open(mbox, StandardOpenOption.READ)) {
      long size = isMbox(file) ? file.size() : Math.min(1, file.size());
      Deque<Future<MboxStretch>> turn = new ArrayDeque<>();
      for (long next = 0; next < size || !turn.isEmpty(); ) {
        if (next < size && turn.size() < AHEAD * workers) {
          long from = next;
          next = Math.min(size, from + STRETCH);
          long to = next;
          turn.add(threads.submit(() -> judged(file, from, to)));
        } else {
          MboxStretch stretch = turn.remove().get();
          stretch.tell(listener);
          idle.add(stretch);
        }
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UncheckedIOException failed) {
        throw failed.getCause();
      }
      throw new IllegalStateException("a worker failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static boolean isMbox(FileChannel file) throws IOException {
    byte[] begin = new byte[8];
    int read = file.read(ByteBuffer.wrap(begin), 0);
    return read > 0 && MboxLine.beginsMbox(begin, read);
  }

  private MboxStretch judged(FileChannel file, long from, long to) {
    MboxStretch taken = idle.poll();
    MboxStretch stretch = taken == null ? new MboxStretch(filter, hash) : taken;
    try {
      stretch.judge(file, from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return stretch;
  }
}
