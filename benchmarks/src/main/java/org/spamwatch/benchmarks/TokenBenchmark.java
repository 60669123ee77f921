package org.spamwatch.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.spamwatch.statistics.TokenHash;
import org.spamwatch.statistics.TokenVisitor;
import org.spamwatch.statistics.mail.MailTokens;
import org.spamwatch.statistics.mail.TokenLimits;

/**
 * Reading the tokens of generated mails, half of them plain text and half HTML in quoted-printable,
 * and hashing them by each function. An operation is one KiB of mail, so that a score of 100 is 100
 * MB a second, nearly.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class TokenBenchmark {
  /** Of all mails together. */
  private static final int KIB = 256;

  private static final String HEADER =
      """
      Received: from mx.%1$s.example (mx.%1$s.example [192.0.2.7]) by in.example with ESMTP id A1B2C3
      From: "%1$s" <%1$s@mail.example>
      To: list@lists.example
      Subject: %1$s %2$s %3$s
      X-Mailer: Mailer 1.2
      """;

  private final MailTokens tokens = new MailTokens(TokenLimits.DEFAULT);
  private final byte[] mails = new byte[KIB << 10];
  private int[] ends = new int[0];
  private long sum;

  private final TokenVisitor counted = (bytes, from, to) -> sum += to - from;
  private final TokenVisitor keyed = hashed(TokenHash.keyed(1, 2));
  private final TokenVisitor md5 = hashed(TokenHash.md5(1, 2));
  private final TokenVisitor simplifiedMd5 = hashed(TokenHash.simplifiedMd5(1, 2));
  private final TokenVisitor thin = hashed(TokenHash.thin(1, 2));

  private TokenVisitor hashed(TokenHash hash) {
    return (bytes, from, to) -> sum += hash.hash(bytes, from, to);
  }

  /** Generates mails of some 5 KB. */
  @Setup
  public void generate() {
    SplittableRandom random = new SplittableRandom(18);
    List<Integer> all = new ArrayList<>();
    int at = 0;
    while (at < mails.length) {
      byte[] mail = mail(random).getBytes(StandardCharsets.US_ASCII);
      int length = Math.min(mail.length, mails.length - at);
      System.arraycopy(mail, 0, mails, at, length);
      at += length;
      all.add(at);
    }
    ends = all.stream().mapToInt(Integer::intValue).toArray();
  }

  private static String mail(SplittableRandom random) {
    StringBuilder text =
        new StringBuilder(HEADER.formatted(word(random), word(random), word(random)));
    boolean html = random.nextBoolean();
    text.append(
        html
            ? "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<body>\n"
            : "\n");
    for (int i = 0; i < 700; i++) {
      boolean marked = html && random.nextInt(12) == 0;
      text.append(
          marked
              ? "<p><a href=3D\"http://www.%s.example/%s\">%s</a>=\n"
                  .formatted(word(random), word(random), word(random))
              : word(random));
      text.append(random.nextInt(11) == 0 ? ".\n" : " ");
    }
    return text.toString();
  }

  /** Of a few thousand, of which some come often. */
  private static String word(SplittableRandom random) {
    double even = random.nextDouble();
    int rank = (int) (4000 * even * even * even);
    String middle = Integer.toString(rank * 7919 % 46_656, 36).replaceAll("[0-9]", "e");
    return "etaoinshrdlu".charAt(rank % 12) + middle + "n".repeat(rank % 5);
  }

  private long read(TokenVisitor visitor) {
    sum = 0;
    int from = 0;
    for (int end : ends) {
      tokens.read(mails, from, end, visitor);
      from = end;
    }
    return sum;
  }

  /** Reading alone. */
  @Benchmark
  @OperationsPerInvocation(KIB)
  public long read() {
    return read(counted);
  }

  /** And SipHash-1-3 with a key. */
  @Benchmark
  @OperationsPerInvocation(KIB)
  public long keyed() {
    return read(keyed);
  }

  /** And MD5. */
  @Benchmark
  @OperationsPerInvocation(KIB)
  public long md5() {
    return read(md5);
  }

  /** And the paper's simplified MD5. */
  @Benchmark
  @OperationsPerInvocation(KIB)
  public long simplifiedMd5() {
    return read(simplifiedMd5);
  }

  /** And the thin hash. */
  @Benchmark
  @OperationsPerInvocation(KIB)
  public long thin() {
    return read(thin);
  }
}
