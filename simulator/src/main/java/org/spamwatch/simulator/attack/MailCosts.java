package org.spamwatch.simulator.attack;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.mail.NotAMailException;
import org.spamwatch.simulator.attack.HostileMails.HostileMail;

/**
 * What naming each of the {@link HostileMails} as a peer does costs, measured in a process of its
 * own, since it may need more memory than there is: a line for each with its name, milliseconds of
 * the processor, mebibytes allocated in all, and whether it did with the memory that is promised.
 *
 * <p>Memory is measured by leaving no more than that: ballast fills the rest of the heap. Needs
 * {@link #FLAGS}.
 */
final class MailCosts {
  /** Java's flags: small regions, so that a long array takes little more than its length. */
  static final List<String> FLAGS =
      List.of("-XX:+UseG1GC", "-XX:G1HeapRegionSize=1m", "-Xms320m", "-Xmx320m");

  /** Bytes of each mail. */
  static final int LENGTH = 32 << 20;

  private static final int PROMISED = 64 << 20;

  /** What the collector and regions that are not full take of the heap. */
  private static final int SLACK = 8 << 20;

  private static final long TOO_LONG_NANOS = 8_000_000_000L;
  private static final int WARMING = 4;
  private static final int WARM_LENGTH = 32 << 10;
  private static final int BLOCK = 512 << 10;

  private static final ApproximateText ADDRESSING = ApproximateText.standard().withEvidence();

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private MailCosts() {}

  /** Measures from the mail with a number on, up to one that takes too long, if there is any. */
  public static void main(String[] args) throws InterruptedException {
    List<HostileMail> all = HostileMails.all();
    List<HostileMail> mails = all.subList(Integer.parseInt(args[0]), all.size());
    for (int i = 0; i < WARMING; i++) {
      mails.forEach(mail -> address(mail.ofLength().apply(WARM_LENGTH)));
    }
    for (HostileMail mail : mails) {
      byte[] bytes = mail.ofLength().apply(LENGTH);
      Thread measuring = new Thread(() -> measure(mail.name(), bytes), mail.name());
      measuring.setDaemon(true);
      measuring.start();
      do {
        measuring.join(100);
      } while (THREADS.getThreadCpuTime(measuring.getId()) < TOO_LONG_NANOS && measuring.isAlive());
      if (measuring.isAlive()) {
        print(mail.name(), TOO_LONG_NANOS, 0, false);
        return;
      }
    }
  }

  private static void measure(String name, byte[] mail) {
    long nanos = TOO_LONG_NANOS;
    long allocated = 0;
    boolean enough = true;
    for (int i = 0; i < 2 && enough; i++) {
      long before = THREADS.getCurrentThreadCpuTime();
      long allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
      enough = address(mail);
      nanos = Math.min(nanos, THREADS.getCurrentThreadCpuTime() - before);
      allocated = THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore;
    }
    byte[][] ballast = ballast();
    enough = address(mail) && ballast.length > 0;
    print(name, nanos, allocated, enough);
  }

  private static void print(String name, long nanos, long allocated, boolean enough) {
    System.out.println(
        String.join(
            "\t",
            name,
            Long.toString(nanos / 1_000_000),
            Long.toString(allocated >> 20),
            Boolean.toString(enough)));
  }

  /** As much as leaves what is promised. */
  private static byte[][] ballast() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    long free = runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
    byte[][] ballast = new byte[(int) ((free - PROMISED - SLACK) / BLOCK)][];
    for (int i = 0; i < ballast.length; i++) {
      ballast[i] = new byte[BLOCK - 64];
    }
    return ballast;
  }

  /** Whether there was memory enough. */
  private static boolean address(byte[] mail) {
    try {
      ADDRESSING.address(mail);
      return true;
    } catch (NotAMailException e) {
      return true;
    } catch (OutOfMemoryError e) {
      return false;
    }
  }
}
