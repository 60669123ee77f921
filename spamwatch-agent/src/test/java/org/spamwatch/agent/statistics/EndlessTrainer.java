package org.spamwatch.agent.statistics;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.spamwatch.agent.vote.VoteValue;

/** Learns mails until it is killed or the disk refuses, and prints each that is confirmed. */
final class EndlessTrainer {
  /** A token that every mail has. */
  static final long COMMON = 42;

  private EndlessTrainer() {}

  /** With the data directory, and the number of the first mail. */
  public static void main(String[] arguments) throws IOException {
    try (CountStore store = CountStore.open(Path.of(arguments[0]), CountStoreTest.KEY, 1L << 40)) {
      System.out.println("open");
      for (int mail = Integer.parseInt(arguments[1]); ; mail++) {
        Random random = new Random(mail);
        long[] tokens = random.longs(2_000).toArray();
        tokens[0] = COMMON;
        store.learn(
            List.of(
                new Marked(
                    "ada", mail % 2 == 0 ? VoteValue.SPAM : VoteValue.HAM, TokenSet.of(tokens))));
        System.out.println(mail);
      }
    } catch (IOException e) {
      System.out.println("refused");
    }
  }
}
