package org.spamwatch.benchmarks;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.fingerprint.Fingerprinter;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.mail.NotAMailException;

/**
 * What naming a mail costs: from its bytes to GUID, vectors and probes, and from the visible text
 * to the vector of a scheme, normalisation and strong identities included. An operation is one mail
 * or text of 2 to 5 KB.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class MailBenchmark {
  private static final int MAILS = 64;

  private final List<byte[]> mails = new GeneratedTexts(2).htmlMails(MAILS);
  private final List<String> texts = new GeneratedTexts(1).texts(MAILS);
  private final ApproximateText ata = ApproximateText.standard();
  private final Fingerprinter fingerprinter = new Fingerprinter();

  /** The whole pipeline: MIME, HTML, GUID, and vectors and probes under all active schemes. */
  @Benchmark
  @OperationsPerInvocation(MAILS)
  public void htmlMail(Blackhole sink) throws NotAMailException {
    for (byte[] mail : mails) {
      sink.consume(ata.address(mail));
    }
  }

  /** {@code char50} of a visible text. */
  @Benchmark
  @OperationsPerInvocation(MAILS)
  public void char50(Blackhole sink) {
    for (String text : texts) {
      sink.consume(fingerprinter.fingerprint(Scheme.CHAR50, text));
    }
  }

  /** {@code word} of a visible text. */
  @Benchmark
  @OperationsPerInvocation(MAILS)
  public void word(Blackhole sink) {
    for (String text : texts) {
      sink.consume(fingerprinter.fingerprint(Scheme.WORD, text));
    }
  }

  /** Vectors and probes of a visible text under all active schemes, normalised once. */
  @Benchmark
  @OperationsPerInvocation(MAILS)
  public void allActive(Blackhole sink) {
    for (String text : texts) {
      for (Scheme scheme : Scheme.ACTIVE_BY_DEFAULT) {
        sink.consume(fingerprinter.probe(scheme, text));
      }
    }
  }

  /** {@code rabin50} of a visible text. */
  @Benchmark
  @OperationsPerInvocation(MAILS)
  public void rabin50(Blackhole sink) {
    for (String text : texts) {
      sink.consume(fingerprinter.fingerprint(Scheme.RABIN50, text));
    }
  }
}
