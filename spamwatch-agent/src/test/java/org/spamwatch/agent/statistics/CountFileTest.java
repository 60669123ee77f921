package org.spamwatch.agent.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.statistics.StatisticsState.UserMails;
import org.spamwatch.agent.statistics.TokenSet.MailDigest;
import org.spamwatch.agent.vote.VoteValue;

final class CountFileTest {
  private static final long KEY = 7;

  /**
   * Whatever the digests are: with no bit the same in all they are spread as a hash spreads them,
   * with many the same they stand close, and with 64 only what is behind that tells them apart.
   */
  @Property(tries = 40)
  void everyMailIsFoundAndNoOther(
      @ForAll @IntRange(max = 3000) int mails,
      @ForAll @IntRange(max = 64) int same,
      @ForAll long seed)
      throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    SortedMap<LearntMail, VoteValue> words = new TreeMap<>();
    long fixed = random.nextLong();
    while (words.size() < mails) {
      VoteValue word = random.nextBoolean() ? VoteValue.SPAM : VoteValue.HAM;
      words.put(mail(random, fixed, same), word);
    }
    Path directory = Files.createTempDirectory("counts");
    try (CountFile file = written(directory.resolve("counts"), words)) {
      for (LearntMail each : words.keySet()) {
        assertThat(file.word(each)).isEqualTo(words.get(each));
      }
      for (int i = 0; i < 200; i++) {
        LearntMail other = mail(random, fixed, random.nextInt(65));
        assertThat(file.word(other)).isEqualTo(words.getOrDefault(other, VoteValue.WITHDRAWN));
      }
      for (long end : new long[] {Long.MIN_VALUE, Long.MAX_VALUE}) {
        assertThat(file.word(new LearntMail(new MailDigest(end, end), 0)))
            .isEqualTo(VoteValue.WITHDRAWN);
      }
    } finally {
      MoreFiles.deleteRecursively(directory, RecursiveDeleteOption.ALLOW_INSECURE);
    }
  }

  private static LearntMail mail(SplittableRandom random, long fixed, int same) {
    long own = same == 64 ? 0 : -1L >>> same;
    long high = (random.nextLong() & own) | (fixed & ~own);
    return new LearntMail(new MailDigest(high, random.nextLong()), random.nextInt(2));
  }

  private static CountFile written(Path path, SortedMap<LearntMail, VoteValue> words)
      throws Exception {
    AtomicFile.write(path, CountFile.empty(KEY));
    try (CountFile empty = CountFile.open(path, KEY)) {
      List<UserMails> users = List.of(new UserMails("ada", 0, 0), new UserMails("berta", 0, 0));
      Rows none = new Rows(empty.rows(), new Deltas());
      CountWriter writer = new CountWriter(1, none, empty.mails(), words, users, user -> false);
      AtomicFile.write(path, channel -> writer.writeTo(channel, KEY));
    }
    return CountFile.open(path, KEY);
  }
}
