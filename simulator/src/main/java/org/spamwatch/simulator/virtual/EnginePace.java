package org.spamwatch.simulator.virtual;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a network of whole peers costs the machine that simulates it: messages, processor time of
 * all threads of this process (compilation and garbage collection are among what it costs) and of
 * the calling one alone, and the heap. It differs from run to run: told as progress, kept nowhere.
 */
final class EnginePace {
  private static final double MEGABYTE = 1 << 20;

  private final PeerNetwork network;
  private long sent;
  private Duration busy = processorTime();
  private long ownNanos = threadNanos();

  /** Counts from now on; to be made on the thread that runs the network. */
  EnginePace(PeerNetwork network) {
    this.network = network;
    this.sent = messages();
  }

  /** Says what has been spent since the last time, or the beginning. */
  String lap() {
    long messages = messages() - sent;
    Duration all = processorTime().minus(busy);
    long own = threadNanos() - ownNanos;
    sent += messages;
    busy = busy.plus(all);
    ownNanos += own;
    return String.format(
        Locale.ROOT,
        "%d messages, %.0f a second of processor time (%.1f s; of the simulating thread alone"
            + " %.0f, %.1f s), heap %.0f MB of %.0f",
        messages,
        messages / seconds(all.toNanos()),
        seconds(all.toNanos()),
        messages / seconds(own),
        seconds(own),
        heapBytes() / MEGABYTE,
        Runtime.getRuntime().maxMemory() / MEGABYTE);
  }

  private long messages() {
    return network.links().totals().get(0);
  }

  private static double seconds(long nanos) {
    return Math.max(.001, nanos / 1e9);
  }

  private static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private static long threadNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** What the last collection has left; before any, what is used. */
  private static long heapBytes() {
    return ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class).stream()
        .map(GarbageCollectorMXBean::getLastGcInfo)
        .flatMap(last -> Optional.ofNullable(last).stream())
        .max(Comparator.comparingLong(GcInfo::getEndTime))
        .map(EnginePace::left)
        .orElseGet(() -> ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
  }

  private static long left(GcInfo collection) {
    Map<String, MemoryUsage> pools = collection.getMemoryUsageAfterGc();
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .flatMap(pool -> Optional.ofNullable(pools.get(pool.getName())).stream())
        .mapToLong(MemoryUsage::getUsed)
        .sum();
  }
}
