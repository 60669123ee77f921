package org.spamwatch.agent.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.statistics.CountStore.FullException;
import org.spamwatch.agent.statistics.CountStore.Outcome;
import org.spamwatch.agent.statistics.StatisticsState.UserMails;
import org.spamwatch.agent.vote.VoteValue;

final class CountStoreTest {
  static final long KEY = 7;
  private static final long ROOM = 1 << 30;

  /** Mails that share tokens, of which two are at the ends of the order. */
  private static final long[][] MAILS = {
    {1, 2, 3}, {2, 3, 4}, {Long.MIN_VALUE, 3}, {Long.MAX_VALUE, 3, 3}, {-1}, {5, 4, 3, 2, 1}
  };

  private static final List<String> USERS = List.of("ada", "berta", "çiğdem");

  @Property(tries = 60)
  void countsAreThoseOfTheLastWordOfEachUserOnEachMail(
      @ForAll @Size(max = 60) List<@IntRange(max = 79) Integer> steps) throws IOException {
    Path directory = Files.createTempDirectory("counts");
    try {
      countsAreThoseOfTheLastWord(directory, steps);
    } finally {
      MoreFiles.deleteRecursively(directory, RecursiveDeleteOption.ALLOW_INSECURE);
    }
  }

  private static void countsAreThoseOfTheLastWord(Path directory, List<Integer> steps)
      throws IOException {
    Map<String, VoteValue> naive = new TreeMap<>();
    CountStore store = CountStore.open(directory, KEY, ROOM);
    for (int step : steps) {
      if (step < 54) {
        int mail = step % MAILS.length;
        String user = USERS.get(step / MAILS.length % 3);
        VoteValue word = List.of(VoteValue.values()).get(step / MAILS.length / 3);
        VoteValue before = naive.getOrDefault(user + mail, VoteValue.WITHDRAWN);
        naive.put(user + mail, word);
        Outcome outcome = store.learn(List.of(marked(user, word, MAILS[mail]))).get(0);
        assertThat(outcome == Outcome.KNOWN).isEqualTo(before == word);
        assertThat(outcome == Outcome.UNLEARNT)
            .isEqualTo(before != word && word == VoteValue.WITHDRAWN);
      } else if (step < 64) {
        store.fold(user -> false, true);
      } else if (step < 76) {
        store.close();
        store = CountStore.open(directory, KEY, ROOM);
      } else if (step < 79) {
        String user = USERS.get(step - 76);
        store.forget(Optional.of(user));
        naive.keySet().removeIf(said -> said.startsWith(user));
      } else {
        store.forget(Optional.empty());
        naive.clear();
      }
      assertThat(counted(store)).isEqualTo(counted(naive));
      assertThat(store.users().stream().mapToLong(UserMails::mails).sum())
          .isEqualTo(naive.values().stream().filter(w -> w != VoteValue.WITHDRAWN).count());
    }
    store.close();
  }

  private static Marked marked(String user, VoteValue word, long... tokens) {
    return new Marked(user, word, TokenSet.of(tokens));
  }

  /** Of each token and user how many spams and hams have it. */
  private static Map<String, List<Integer>> counted(CountStore store) throws IOException {
    Map<String, List<Integer>> counted = new TreeMap<>();
    long last = Long.MIN_VALUE;
    try (Counts counts = store.counts()) {
      Rows rows = counts.rows();
      while (rows.next()) {
        assertThat(rows.hash()).isGreaterThanOrEqualTo(last);
        last = rows.hash();
        String key = rows.hash() + " " + counts.users().get(rows.user()).name();
        assertThat(counted.put(key, List.of(rows.spam(), rows.ham()))).isNull();
      }
    }
    return counted;
  }

  private static Map<String, List<Integer>> counted(Map<String, VoteValue> naive) {
    Map<String, List<Integer>> counted = new TreeMap<>();
    naive.forEach(
        (said, word) -> {
          int last = said.length() - 1;
          long[] tokens = MAILS[Integer.parseInt(said.substring(last))];
          if (word != VoteValue.WITHDRAWN) {
            for (long token : Arrays.stream(tokens).distinct().toArray()) {
              List<Integer> one = word == VoteValue.SPAM ? List.of(1, 0) : List.of(0, 1);
              counted.merge(
                  token + " " + said.substring(0, last),
                  one,
                  (a, b) -> List.of(a.get(0) + b.get(0), a.get(1) + b.get(1)));
            }
          }
        });
    return counted;
  }

  @Test
  void aMailOccursTwiceInOneCall(@TempDir Path directory) throws IOException {
    try (CountStore store = CountStore.open(directory, KEY, ROOM)) {
      List<Outcome> outcomes =
          store.learn(
              List.of(
                  marked("ada", VoteValue.SPAM, 1, 2),
                  marked("ada", VoteValue.SPAM, 2, 1, 1),
                  marked("ada", VoteValue.HAM, 1, 2),
                  marked("berta", VoteValue.SPAM, 1, 2)));
      assertThat(outcomes)
          .containsExactly(Outcome.LEARNT, Outcome.KNOWN, Outcome.CHANGED, Outcome.LEARNT);
      assertThat(store.users())
          .containsExactly(new UserMails("ada", 0, 1), new UserMails("berta", 1, 0));
    }
  }

  @Test
  void aJournalOfWhichTheLastRecordIsCutOffLosesThatOneAlone(@TempDir Path directory)
      throws IOException {
    filled(directory, 3);
    Path journal = directory.resolve("statistics/journal");
    byte[] whole = Files.readAllBytes(journal);
    for (int cut = 1; cut < 30; cut++) {
      Files.write(journal, Arrays.copyOf(whole, whole.length - cut));
      try (CountStore store = CountStore.open(directory, KEY, ROOM)) {
        assertThat(store.users()).containsExactly(new UserMails("ada", 2, 0));
        assertThat(store.learn(List.of(marked("ada", VoteValue.SPAM, 3, 100))))
            .containsExactly(Outcome.LEARNT);
      }
      assertThat(Files.readAllBytes(journal)).isEqualTo(whole);
    }
  }

  @Test
  void aFileThatIsDamagedAnywhereIsSetAsideAndThePeerGoesOn(@TempDir Path directory)
      throws IOException {
    filled(directory, 3);
    try (CountStore store = CountStore.open(directory, KEY, ROOM)) {
      store.fold(user -> false, true);
    }
    Path counts = directory.resolve("statistics/counts");
    byte[] whole = Files.readAllBytes(counts);
    for (int at = 0; at < whole.length; at += 3) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 4;
      Files.write(counts, damaged);
      try (CountStore store = CountStore.open(directory, KEY, ROOM)) {
        assertThat(store.users()).isEmpty();
        assertThat(store.learn(List.of(marked("ada", VoteValue.SPAM, 9))))
            .containsExactly(Outcome.LEARNT);
        store.forget(Optional.empty());
      }
    }
    try (Stream<Path> files = Files.list(directory.resolve("statistics"))) {
      assertThat(files.filter(file -> file.toString().contains(".unread-")))
          .hasSize((whole.length + 2) / 3);
    }
  }

  @Test
  void countsOfANewerFormatOrAnotherKeyAreLeftWholeBeside(@TempDir Path directory)
      throws IOException {
    filled(directory, 2);
    Path journal = directory.resolve("statistics/journal");
    byte[] whole = Files.readAllBytes(journal);
    byte[] newer = whole.clone();
    newer[11] = 2;
    Files.write(journal, newer);
    CountStore.open(directory, KEY, ROOM).close();
    assertThat(directory.resolve("statistics/journal.unread-1")).hasBinaryContent(newer);
    Files.write(journal, whole);
    try (CountStore store = CountStore.open(directory, KEY + 1, ROOM)) {
      assertThat(store.users()).isEmpty();
    }
    assertThat(directory.resolve("statistics/journal.unread-2")).hasBinaryContent(whole);
  }

  @Test
  void aJournalThatIsInTheCountsAlreadyCountsOnce(@TempDir Path directory) throws IOException {
    filled(directory, 3);
    Path journal = directory.resolve("statistics/journal");
    byte[] before = Files.readAllBytes(journal);
    try (CountStore store = CountStore.open(directory, KEY, ROOM)) {
      store.fold(user -> false, true);
    }
    Files.write(journal, before); // as if the crash had come before its end
    try (CountStore store = CountStore.open(directory, KEY, ROOM)) {
      assertThat(store.users()).containsExactly(new UserMails("ada", 3, 0));
      assertThat(counted(store)).containsEntry("100 ada", List.of(3, 0));
    }
  }

  @Test
  void countsThatCannotBeReplacedLoseNothing(@TempDir Path directory) throws IOException {
    filled(directory, 3);
    Path counts = directory.resolve("statistics/counts");
    try (CountStore store = CountStore.open(directory, KEY, ROOM)) {
      Files.delete(counts);
      Files.createDirectories(counts.resolve("occupied"));
      assertThatThrownBy(() -> store.fold(user -> false, true)).isInstanceOf(IOException.class);
      assertThat(store.learn(List.of(marked("ada", VoteValue.SPAM, 8))))
          .containsExactly(Outcome.LEARNT);
      assertThat(store.users()).containsExactly(new UserMails("ada", 4, 0));
    }
    Files.delete(counts.resolve("occupied"));
    Files.delete(counts);
    try (CountStore store = CountStore.open(directory, KEY, ROOM)) {
      assertThat(store.users()).containsExactly(new UserMails("ada", 4, 0));
    }
  }

  @Test
  void whatThereIsNoRoomForIsRefusedWhole(@TempDir Path directory) throws IOException {
    try (CountStore store = CountStore.open(directory, KEY, 100)) {
      store.learn(List.of(marked("ada", VoteValue.SPAM, 1, 2, 3)));
      assertThatThrownBy(() -> store.learn(List.of(marked("ada", VoteValue.SPAM, 4))))
          .isInstanceOf(FullException.class)
          .hasMessageContaining("100 bytes");
      assertThat(store.users()).containsExactly(new UserMails("ada", 1, 0));
    }
  }

  @Test
  void aLongJournalGoesIntoTheCounts(@TempDir Path directory) throws IOException {
    try (CountStore store = CountStore.open(directory, KEY, ROOM)) {
      List<Marked> some = new ArrayList<>();
      for (int mail = 0; mail < 1_200; mail++) {
        long[] tokens = new long[1_000];
        Arrays.setAll(tokens, i -> i * 0x9E3779B97F4A7C15L);
        tokens[0] = mail;
        some.add(marked("ada", mail % 3 == 0 ? VoteValue.HAM : VoteValue.SPAM, tokens));
        if (some.size() == 100) {
          store.learn(some);
          some.clear();
        }
      }
      long old = Files.size(directory.resolve("statistics/journal.old"));
      assertThat(old).isGreaterThan(CountStore.LONG_JOURNAL);
      assertThat(store.bytes() - old).isLessThan(CountStore.LONG_JOURNAL / 2);
      assertThat(counted(store))
          .hasSize(1_200 + 999)
          .containsEntry(0x9E3779B97F4A7C15L + " ada", List.of(800, 400));
    }
  }

  @Test
  void onlyTheOwnerMayReadThem(@TempDir Path directory) throws IOException {
    filled(directory, 1);
    Path own = directory.resolve("statistics");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own)))
        .isEqualTo("rwx------");
    for (String file : List.of("counts", "journal")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own.resolve(file))))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void theMailsLearntLastAreThoseOfTheJournalAndTheOneBefore(@TempDir Path directory)
      throws IOException {
    try (CountStore store = CountStore.open(directory, KEY, ROOM)) {
      Marked first = marked("ada", VoteValue.SPAM, 1);
      Marked kept = marked("berta", VoteValue.HAM, 1);
      store.learn(List.of(first, kept, marked("ada", VoteValue.SPAM, 2)));
      store.fold(user -> false, true);
      Marked changed = marked("ada", VoteValue.HAM, 2);
      store.learn(List.of(changed, marked("ada", VoteValue.SPAM, 3)));
      store.learn(List.of(marked("ada", VoteValue.WITHDRAWN, 3)));
      assertThat(last(store)).isEqualTo(said(first, kept, changed));
    }
    try (CountStore store = CountStore.open(directory, KEY, ROOM)) {
      assertThat(last(store)).hasSize(3);
      store.fold(user -> false, true);
      assertThat(last(store)).as("before the one before").hasSize(1);
      store.learn(List.of(marked("berta", VoteValue.SPAM, 4)));
      store.forget(Optional.of("ada"));
      assertThat(last(store)).as("with one everybody's").isEmpty();
      assertThat(directory.resolve("statistics/journal.old")).doesNotExist();
    }
  }

  /** The words of a store's last mails, with the tokens' first. */
  private static List<String> last(CountStore store) throws IOException {
    try (Counts counts = store.counts()) {
      return said(counts.last().toArray(Marked[]::new));
    }
  }

  private static List<String> said(Marked... all) {
    return Arrays.stream(all)
        .map(each -> each.user() + " " + each.word() + " " + each.tokens().hash(0))
        .toList();
  }

  @Test
  void ofTheLastMailsSoManyOfEitherKindAreKept() {
    LastMails last = new LastMails();
    for (int i = 0; i <= LastMails.MOST; i++) {
      Marked spam = marked("ada", VoteValue.SPAM, i);
      last.add(new LearntMail(spam.tokens().digest(), 0), spam);
    }
    Marked ham = marked("ada", VoteValue.HAM, 7);
    last.add(new LearntMail(ham.tokens().digest(), 0), ham);
    assertThat(last.all()).hasSize(LastMails.MOST);
    assertThat(said(last.all().toArray(Marked[]::new)))
        .startsWith("ada SPAM 1")
        .endsWith("ada HAM 7")
        .doesNotContain("ada SPAM 0", "ada SPAM 7");
  }

  private static void filled(Path directory, int mails) throws IOException {
    try (CountStore store = CountStore.open(directory, KEY, ROOM)) {
      for (int i = 1; i <= mails; i++) {
        store.learn(List.of(marked("ada", VoteValue.SPAM, i, 100)));
      }
    }
  }
}
