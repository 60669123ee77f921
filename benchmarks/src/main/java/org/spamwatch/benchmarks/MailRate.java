package org.spamwatch.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.mail.NotAMailException;

/**
 * How many bytes of mail the whole pipeline names in a second of CPU time: MIME, HTML, GUID, and
 * vectors and probes under all active schemes. Unlike a clock, the CPU time of one thread says
 * something on a machine that others use too. Six rounds; the first warms up.
 *
 * <p>{@code java -XX:+UseSerialGC -cp benchmarks.jar org.spamwatch.benchmarks.MailRate [DIR]}: the
 * generated HTML mails, or every tenth file under a directory.
 */
public final class MailRate {
  private static final int ROUNDS = 6;
  private static final int MAILS = 64;
  private static final long ROUND_BYTES = 110_000_000;

  private final ApproximateText ata = ApproximateText.standard();
  private long named;

  private MailRate() {}

  /**
   * Prints a line a round.
   *
   * @param arguments a directory of mails, or nothing
   */
  public static void main(String[] arguments) {
    if (arguments.length == 0) {
      print(new GeneratedTexts(2).htmlMails(MAILS));
      return;
    }
    List<byte[]> mails = List.of();
    try {
      mails = read(arguments[0]);
    } catch (IOException | UncheckedIOException e) {
      System.err.println(arguments[0] + ": cannot be read; a directory of mails is expected");
      System.exit(65);
    }
    if (mails.stream().allMatch(mail -> mail.length == 0)) {
      System.err.println(arguments[0] + ": no mails; a directory of mails is expected");
      System.exit(65);
    }
    print(mails);
  }

  private static void print(List<byte[]> mails) {
    long bytes = mails.stream().mapToLong(mail -> mail.length).sum();
    MailRate rate = new MailRate();
    long passes = Math.max(1, ROUND_BYTES / bytes);
    for (int round = 1; round <= ROUNDS; round++) {
      System.out.printf(
          Locale.ROOT,
          "round %d: %d mails of %d bytes in the mean, %.1f MB per CPU-second%n",
          round,
          mails.size(),
          bytes / mails.size(),
          bytes * passes / 1e6 / rate.seconds(mails, passes));
    }
    System.out.println(rate.named + " vectors");
  }

  /** Every tenth by name, so that all times and senders are among them. */
  private static List<byte[]> read(String directory) throws IOException {
    List<byte[]> mails = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of(directory))) {
      List<Path> all = files.filter(Files::isRegularFile).sorted().toList();
      for (int i = 0; i < all.size(); i += 10) {
        mails.add(Files.readAllBytes(all.get(i)));
      }
    }
    return mails;
  }

  private double seconds(List<byte[]> mails, long passes) {
    long start = cpuNanos();
    for (long pass = 0; pass < passes; pass++) {
      for (byte[] mail : mails) {
        try {
          named += ata.address(mail).vectors().size();
        } catch (NotAMailException e) {
          named++; // it cost what it cost
        }
      }
    }
    return (cpuNanos() - start) / 1e9;
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
