package org.spamwatch.agent.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.agent.store.DiskSummaryStore;
import org.spamwatch.agent.store.StoreException;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.identity.Revocations;
import org.spamwatch.overlay.identity.SharedSecretSignatures;

/**
 * What a peer keeps of many announcements, each of a message of 40 features and a block of its own,
 * by three of a thousand peers. {@code -Dsummary.messages=600000} is what 60 days of 10,000
 * messages a day are.
 */
@Tag("soak")
class SummaryScaleTest {
  private static final int MESSAGES = Integer.getInteger("summary.messages", 20_000);
  private static final int FEATURES = 40;
  private static final int ORIGINS = 1_000;
  private static final int ANNOUNCED_BY = 3;
  private static final long NOW = 1_700_000_000_000L;
  private static final long FILTER_BYTES = 64 << 20;

  private final BlockingQueue<Runnable> turns = new LinkedBlockingQueue<>();
  private final Path directory;

  SummaryScaleTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private static Contact contact(int number) {
    return new Contact(
        Id.of(0x9E3779B97F4A7C15L * (number + 1), number, number),
        new Endpoint("192.0." + (number >> 8) + "." + (number & 255), 9460));
  }

  private static FeatureVector vector(int message) {
    SplittableRandom random = new SplittableRandom(message);
    List<Id> keys = new ArrayList<>();
    for (int i = 0; i < FEATURES; i++) {
      keys.add(FeatureVector.key(random.nextLong()));
    }
    return new FeatureVector(Scheme.CHAR50, false, keys);
  }

  private DiskSummaryStore open() throws StoreException {
    return DiskSummaryStore.open(directory, Id.ofHex("aa"), turns::add);
  }

  private void runUntil(AtomicBoolean done) throws InterruptedException {
    while (!done.get()) {
      Runnable turn = turns.poll(60, TimeUnit.SECONDS);
      assertThat(turn).isNotNull();
      turn.run();
    }
  }

  private void write() throws StoreException, InterruptedException {
    int[] numbers = new int[ORIGINS];
    SplittableRandom random = new SplittableRandom(5);
    AtomicBoolean done = new AtomicBoolean();
    try (DiskSummaryStore store = open()) {
      AnnouncementLogs none = logs(store);
      none.restore(isWhole -> done.set(true));
      runUntil(done);
      for (int message = 0; message < MESSAGES; message++) {
        Announcement word = new Announcement(Id.random(random), List.of(vector(message)));
        int first = random.nextInt(ORIGINS);
        for (int i = 0; i < ANNOUNCED_BY; i++) {
          int origin = (first + i * 7) % ORIGINS;
          Contact its = contact(origin);
          SharedSecretSignatures signatures = new SharedSecretSignatures(its.id(), 1);
          store.put(Block.signed(signatures, its, 5, ++numbers[origin], NOW, List.of(word)));
        }
        if (message % 1_000 == 0) { // it writes more slowly than blocks are made
          done.set(false);
          store.durable(() -> done.set(true));
          runUntil(done);
        }
      }
    }
  }

  private static AnnouncementLogs logs(SummaryStore store) {
    return new AnnouncementLogs(
        contact(ORIGINS),
        SummaryConfig.DEFAULT,
        new Timers(NOW * 1000),
        Revocations.none(),
        store,
        7);
  }

  private static long heapBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Test
  void theHeapHasAFilterAndLittleByBlockAndEverythingIsFound() throws Exception {
    write();
    turns.clear();
    long before = heapBytes();
    Timers timers = new Timers(NOW * 1000);
    AtomicBoolean done = new AtomicBoolean();
    try (DiskSummaryStore store = open()) {
      AnnouncementLogs logs = logs(store);
      SpamSummary summary =
          new SpamSummary(timers, new SplittableRandom(4), store.pages(), FILTER_BYTES);
      logs.listen(summary);
      logs.restore(isWhole -> done.set(isWhole));
      runUntil(done);
      while (timers.pending() > 0) {
        timers.advance(timers.nowMicros() + Duration.ofMillis(2).toNanos() / 1_000);
      }
      SummaryFigures figures = summary.figures();
      assertThat(figures.messages()).isEqualTo(MESSAGES);
      assertThat(figures.falsePositiveRate()).isLessThan(.0005);
      assertThat(logs.blocks()).isEqualTo((long) ANNOUNCED_BY * MESSAGES);
      assertThat(figures.indexBytes()).isLessThan(24L * FEATURES * MESSAGES + (4 << 20));
      long bookkeeping = heapBytes() - before - figures.filterBytes();
      assertThat(bookkeeping).isLessThan(45L * ANNOUNCED_BY * MESSAGES + (4 << 20));
      SplittableRandom random = new SplittableRandom(9);
      for (int i = 0; i < 1_000; i++) {
        FeatureVector known = vector(random.nextInt(MESSAGES));
        assertThat(summary.matches(known, List.of(), FEATURES, HamFilter.NONE, mark -> true))
            .hasSize(1);
      }
      assertThat(logs.origins()).isEqualTo(ORIGINS);
    }
  }
}
