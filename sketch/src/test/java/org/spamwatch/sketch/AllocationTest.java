package org.spamwatch.sketch;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.spamwatch.sketch.HashFunctions.Digest;
import org.spamwatch.sketch.counting.CountingFilter;
import org.spamwatch.sketch.revocation.AgeingBloomFilter;
import org.spamwatch.sketch.revocation.SignatureFilter;

/** Inserting, probing and merging allocate nothing. */
class AllocationTest {
  private static final int TIMES = 10_000;

  private interface Work {
    void on(long element);
  }

  private record Case(String name, Work work) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> cases() {
    HashFunctions functions = HashFunctions.doubleHashing(8_000, 4, 1);
    BloomFilter plain = new BloomFilter(functions);
    BloomFilter digests = new BloomFilter(HashFunctions.digestChunks(8_000, 4, Digest.SHA_1));
    CountingFilter refined = CountingFilter.refined(functions, 5);
    CountingFilter intuitive = CountingFilter.intuitive(functions, 6);
    CountingFilter other = intuitive.copy();
    BlockedBloomFilter lines = new BlockedBloomFilter(16, 1);
    BlockedBloomFilter sameLines = new BlockedBloomFilter(16, 1);
    RegisterBlockedBloomFilter registers = new RegisterBlockedBloomFilter(128, 1);
    RegisterBlockedBloomFilter sameRegisters = new RegisterBlockedBloomFilter(128, 1);
    BloomFilter samePlain = new BloomFilter(functions);
    SignatureFilter pair = pair(functions);
    SignatureFilter same = pair(functions);
    return Stream.of(
        new Case("plain", e -> plain.add(plain.mightContain(e) ? e : e + 1)),
        new Case("digest chunks", e -> digests.add(digests.mightContain(e) ? e : e + 1)),
        new Case("union", e -> plain.unite(samePlain, 1)),
        new Case("lines", e -> lines.add(lines.mightContain(e) ? e : e + 1)),
        new Case("union of lines", e -> lines.unite(sameLines, 1)),
        new Case("registers", e -> registers.add(registers.mightContain(e) ? e : e + 1)),
        new Case("union of registers", e -> registers.unite(sameRegisters, 1)),
        new Case("refined", e -> refined.insert(refined.count(e))),
        new Case("intuitive", e -> intuitive.delete(intuitive.insert(e) + e)),
        new Case("merge", e -> intuitive.merge(other, 1)),
        new Case(
            "signatures",
            e -> {
              pair.report(e);
              pair.revoke(pair.isSpam(e) ? e : e + 1);
              pair.advanceTo(e / 1_000);
            }),
        new Case("merge of signatures", e -> pair.merge(same)));
  }

  private static SignatureFilter pair(HashFunctions functions) {
    return new SignatureFilter(
        new AgeingBloomFilter(functions, 3, .5, 0),
        new AgeingBloomFilter(functions, 3, .5, 0),
        SignatureFilter.Order.REPORTED_FIRST);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void nothingIsAllocated(Case of) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int i = 0; i < 100; i++) {
      of.work().on(i); // loads classes
    }
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < TIMES; i++) {
      of.work().on(i);
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(allocated).isLessThan(TIMES); // not a byte each
  }
}
