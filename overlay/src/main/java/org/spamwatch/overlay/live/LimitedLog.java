package org.spamwatch.overlay.live;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;

/**
 * Lines that strangers can cause: of each kind one, and a minute later how many more there were,
 * which is told as well when there is none any more. So the log tells an operator what is wrong and
 * cannot be flooded: two lines a minute for each kind at most. A line that is not written is not
 * composed either.
 *
 * <p>Safe for any thread.
 */
public final class LimitedLog {
  private final Logger log;
  private final Executor minuteLater;
  private final Map<Object, Kind> told = new LinkedHashMap<>();

  /** Writes to a log. */
  public LimitedLog(Logger log) {
    this(log, CompletableFuture.delayedExecutor(1, TimeUnit.MINUTES));
  }

  /**
   * Writes to a log.
   *
   * @param minuteLater runs what it is given after a minute
   */
  public LimitedLog(Logger log, Executor minuteLater) {
    this.log = log;
    this.minuteLater = minuteLater;
  }

  /**
   * Warns.
   *
   * @param kind a constant, for each is remembered for a minute
   */
  public void warn(Object kind, Supplier<String> line) {
    tell(kind, line, text -> log.warn("{}", text));
  }

  /**
   * Tells of a fault of the program, with its stack. Each class of faults is a kind of its own.
   *
   * @param line a constant
   */
  public void error(String line, Throwable cause) {
    tell(line + ": " + cause.getClass().getName(), () -> line, text -> log.error(text, cause));
  }

  private void tell(Object kind, Supplier<String> line, Consumer<String> writer) {
    Kind first;
    synchronized (told) {
      Kind seen = told.get(kind);
      if (seen != null) {
        seen.more++;
        return;
      }
      first = new Kind(line.get());
      told.put(kind, first);
    }
    writer.accept(first.line);
    minuteLater.execute(() -> end(kind, first));
  }

  private void end(Object kind, Kind ended) {
    synchronized (told) {
      if (told.get(kind) != ended) {
        return; // it was flushed
      }
      if (ended.more == 0) {
        told.remove(kind);
        return;
      }
    }
    write(ended);
    minuteLater.execute(() -> end(kind, ended));
  }

  /** Tells at once what would be told later, as when nothing is logged any more. */
  public void flush() {
    Map<Object, Kind> all;
    synchronized (told) {
      all = new LinkedHashMap<>(told);
      told.clear();
    }
    all.values().forEach(this::write);
  }

  private void write(Kind kind) {
    long more;
    synchronized (told) {
      more = kind.more;
      kind.more = 0;
    }
    if (more > 0) {
      log.warn("{} more like it: {}", more, kind.line);
    }
  }

  /** What was told of a kind, and how many are to be told of. */
  private static final class Kind {
    private final String line;
    private long more;

    Kind(String line) {
      this.line = line;
    }
  }
}
