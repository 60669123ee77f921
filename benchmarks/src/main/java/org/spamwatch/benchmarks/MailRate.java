package org.spamwatch.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.mail.NotAMailException;

/**
 * What naming mails costs in CPU time: MIME, HTML, GUID, and vectors and probes under all active
 * schemes; and the same with evidence beside the text. Unlike a clock, the CPU time of one thread
 * says something on a machine that others use too. Both ways by turns in one process; the first
 * rounds warm up, and the medians of the others are compared.
 *
 * <p>Each pass over the mails has a thread of its own, so that what a thread keeps from mail to
 * mail is as new as if it met all of them for the first time.
 *
 * <p>{@code java -XX:+UseSerialGC -cp benchmarks.jar org.spamwatch.benchmarks.MailRate [DIR [N]]}:
 * the generated HTML mails, or every Nth file under a directory, every tenth unless said.
 */
public final class MailRate {
  private static final int WARM_UP = 4;
  private static final int ROUNDS = 7;
  private static final int MAILS = 64;
  private static final long ROUND_BYTES = 60_000_000;

  private final List<byte[]> mails;
  private final long bytes;
  private final long passes;
  private long vectors;

  private MailRate(List<byte[]> mails) {
    this.mails = mails;
    bytes = mails.stream().mapToLong(mail -> mail.length).sum();
    passes = Math.max(1, ROUND_BYTES / bytes);
  }

  /**
   * Prints a line a round, and one with the medians.
   *
   * @param arguments a directory of mails and which of them are taken, or nothing
   */
  public static void main(String[] arguments) throws InterruptedException {
    if (arguments.length == 0) {
      new MailRate(new GeneratedTexts(2).htmlMails(MAILS)).print();
      return;
    }
    List<byte[]> mails = List.of();
    try {
      mails = read(arguments[0], arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10);
    } catch (IOException | UncheckedIOException e) {
      System.err.println(arguments[0] + ": cannot be read; a directory of mails is expected");
      System.exit(65);
    }
    if (mails.stream().allMatch(mail -> mail.length == 0)) {
      System.err.println(arguments[0] + ": no mails; a directory of mails is expected");
      System.exit(65);
    }
    new MailRate(mails).print();
  }

  private void print() throws InterruptedException {
    System.out.printf("%d mails of %d bytes in the mean%n", mails.size(), bytes / mails.size());
    ApproximateText text = ApproximateText.standard();
    double[] alone = new double[ROUNDS];
    double[] evident = new double[ROUNDS];
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      double one = seconds(text);
      double other = seconds(text.withEvidence());
      if (round >= 0) {
        alone[round] = one;
        evident[round] = other;
        say("round " + (round + 1), one, other);
      }
    }
    Arrays.sort(alone);
    Arrays.sort(evident);
    say("medians", alone[ROUNDS / 2], evident[ROUNDS / 2]);
    System.out.println(vectors + " vectors");
  }

  private void say(String what, double alone, double evident) {
    System.out.printf(
        Locale.ROOT,
        "%s: text alone %.1f us a mail, %.1f MB per CPU-second;"
            + " with evidence %.1f us, %.1f MB; ratio %.2f%n",
        what,
        alone * 1e6 / mails.size(),
        bytes / 1e6 / alone,
        evident * 1e6 / mails.size(),
        bytes / 1e6 / evident,
        evident / alone);
  }

  /** Some by name, so that all times and senders are among them. */
  private static List<byte[]> read(String directory, int each) throws IOException {
    List<byte[]> mails = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of(directory))) {
      List<Path> all = files.filter(Files::isRegularFile).sorted().toList();
      for (int i = 0; i < all.size(); i += each) {
        mails.add(Files.readAllBytes(all.get(i)));
      }
    }
    return mails;
  }

  /** For one pass, in the mean. */
  private double seconds(ApproximateText ata) throws InterruptedException {
    long[] nanos = new long[1];
    for (long pass = 0; pass < passes; pass++) {
      Thread one = new Thread(() -> nanos[0] += pass(ata));
      one.start();
      one.join();
    }
    return nanos[0] / 1e9 / passes;
  }

  private long pass(ApproximateText ata) {
    for (byte[] mail : mails) {
      try {
        vectors += ata.address(mail).vectors().size();
      } catch (NotAMailException e) {
        vectors++; // it cost what it cost
      }
    }
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
