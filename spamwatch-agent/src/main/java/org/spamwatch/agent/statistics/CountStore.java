package org.spamwatch.agent.statistics;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.statistics.StatisticsState.UserMails;
import org.spamwatch.agent.vote.VoteValue;

/**
 * Exact counts of what a peer's users have taught, on disk: of each user and token how many of his
 * spams and hams have it, and of each user and mail what he said of it last. So the same mail is
 * learnt once, a word that is taken back is unlearnt, and of contradictory words the last counts.
 *
 * <p>What is said goes to a {@link Journal}, and into a new {@link CountFile} once that has become
 * long. What was confirmed survives {@code kill -9} and power failure, and counts once. In memory
 * are the users and the mails of the journal, some megabytes at most. Safe for any thread; calls
 * wait for the disk.
 */
public final class CountStore implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CountStore.class);

  /** The length in bytes from which on a journal is added to the counts. */
  static final long LONG_JOURNAL = 8 << 20;

  /** Beyond that nothing is learnt any more, if it cannot be added. */
  private static final long LONGEST_JOURNAL = 4 * LONG_JOURNAL;

  private final CountDirectory directory;
  private final long mostBytes;
  private final Map<String, Integer> indexes = new HashMap<>();
  private final List<UserMails> users = new ArrayList<>();

  /** What was said since the counts were written. */
  private final SortedMap<LearntMail, VoteValue> words = new TreeMap<>();

  /** For each record of the journal the code of what the user had said of the mail before. */
  private final ByteArrayOutputStream before = new ByteArrayOutputStream();

  private CountFile counts;
  private Journal journal;

  /**
   * Whether newer counts are on disk than these, for the disk failed when they had been written.
   */
  private boolean isReplaced;

  /** Whether the journal that goes into counts is kept for its mails. */
  private boolean isJournalKept;

  /** What became of a word. */
  public enum Outcome {
    /** It is counted. */
    LEARNT,
    /** It is counted, and what the user said of the mail before no more. */
    CHANGED,
    /** What the user said before is counted no more. */
    UNLEARNT,
    /** Nothing has changed: he has said so before. */
    KNOWN
  }

  private CountStore(CountDirectory directory, long mostBytes) throws IOException {
    this.directory = directory;
    this.mostBytes = mostBytes;
    counts = directory.openCounts();
    boolean isOpen = false;
    try {
      journal = directory.openJournal(counts);
      isOpen = true;
    } finally {
      if (!isOpen) {
        counts.close();
      }
    }
  }

  /**
   * Opens the counts in a peer's data directory, or begins them. What is damaged or of a newer
   * format is set aside, with a warning, and begun anew.
   *
   * @param keyCheck tells the key under which tokens are hashed from others
   * @param mostBytes that the files may take together, about
   * @throws IOException if the disk or its permissions do not allow it
   */
  public static CountStore open(Path dataDirectory, long keyCheck, long mostBytes)
      throws IOException {
    CountDirectory directory = new CountDirectory(dataDirectory.resolve("statistics"), keyCheck);
    directory.prepare();
    CountStore store = new CountStore(directory, mostBytes);
    boolean isLoaded = false;
    try {
      store.load();
      isLoaded = true;
      return store;
    } finally {
      if (!isLoaded) {
        store.close();
      }
    }
  }

  private synchronized void load() throws IOException {
    takeUsers();
    journal.load(
        marked -> {
          LearntMail mail = mail(marked);
          note(mail, word(mail, words), marked.word());
        });
  }

  private void takeUsers() {
    users.clear();
    indexes.clear();
    for (UserMails user : counts.users()) {
      if (!user.name().isEmpty()) {
        indexes.put(user.name(), users.size());
      }
      users.add(user);
    }
  }

  private void note(LearntMail mail, VoteValue said, VoteValue word) {
    words.put(mail, word);
    before.write(said.code());
    UserMails user = users.get(mail.user());
    users.set(mail.user(), user.with(said, -1).with(word, 1));
  }

  private LearntMail mail(Marked marked) {
    return new LearntMail(marked.tokens().digest(), index(marked));
  }

  private int index(Marked marked) {
    return indexes.computeIfAbsent(marked.user(), this::added);
  }

  private int added(String name) {
    users.add(new UserMails(name, 0, 0));
    return users.size() - 1;
  }

  private VoteValue word(LearntMail mail, Map<LearntMail, VoteValue> since) throws IOException {
    VoteValue said = since.get(mail);
    return said != null ? said : counts.word(mail);
  }

  /**
   * Learns what was said, in this order; returns once the disk has it. What became of each.
   *
   * @throws FullException if there is no room for more; nothing of it is learnt then
   * @throws IOException if the disk does not take it; nothing of it is learnt then
   */
  public List<Outcome> learn(List<Marked> all) throws IOException {
    return learn(all, all.size());
  }

  /**
   * The same of those in front of the first that would be one change too many: a shorter list if
   * there is one.
   *
   * @param most changes: mails that are not known as what they are said to be
   */
  synchronized List<Outcome> learn(List<Marked> all, int most) throws IOException {
    takeUp();
    List<Marked> news = new ArrayList<>();
    List<LearntMail> mails = new ArrayList<>(); // theirs
    List<VoteValue> replaced = new ArrayList<>(); // by theirs
    List<Outcome> outcomes = new ArrayList<>();
    Map<LearntMail, VoteValue> pending = new HashMap<>();
    for (Marked marked : all) {
      checkUsers(marked.user());
      LearntMail mail = mail(marked);
      VoteValue said = pending.containsKey(mail) ? word(mail, pending) : word(mail, words);
      if (said != marked.word() && news.size() == most) {
        break;
      }
      outcomes.add(outcome(said, marked.word()));
      if (said != marked.word()) {
        news.add(marked);
        mails.add(mail);
        replaced.add(said);
        pending.put(mail, marked.word());
      }
    }
    if (!news.isEmpty()) {
      checkRoom();
      journal.add(news);
      for (int i = 0; i < news.size(); i++) {
        note(mails.get(i), replaced.get(i), news.get(i).word());
      }
      foldIfLong();
    }
    return outcomes;
  }

  private void checkUsers(String name) throws FullException {
    if (!indexes.containsKey(name) && users.size() >= CountFile.MOST_USERS) {
      throw new FullException(CountFile.MOST_USERS + " users have taught this peer");
    }
  }

  private void checkRoom() throws IOException {
    if (bytes() > mostBytes) {
      throw new FullException("the counts take " + mostBytes + " bytes, all that they may");
    }
    if (journal.bytes() > LONGEST_JOURNAL) {
      fold(user -> false, true);
    }
  }

  private static Outcome outcome(VoteValue before, VoteValue word) {
    if (before == word) {
      return Outcome.KNOWN;
    }
    if (word == VoteValue.WITHDRAWN) {
      return Outcome.UNLEARNT;
    }
    return before == VoteValue.WITHDRAWN ? Outcome.LEARNT : Outcome.CHANGED;
  }

  private void foldIfLong() {
    if (journal.bytes() > LONG_JOURNAL) {
      try {
        fold(user -> false, true);
      } catch (IOException e) {
        LOG.warn(
            "{}: cannot be written: {}; the journal beside it grows",
            directory.counts(),
            AtomicFile.reason(e));
      }
    }
  }

  /**
   * Writes new counts, into which the journal goes, and begins another.
   *
   * @param keepsJournal whether the old one is kept for its mails
   */
  synchronized void fold(IntPredicate isForgotten, boolean keepsJournal) throws IOException {
    isJournalKept = keepsJournal;
    List<UserMails> kept = new ArrayList<>();
    for (int i = 0; i < users.size(); i++) {
      kept.add(isForgotten.test(i) ? UserMails.FORGOTTEN : users.get(i));
    }
    long generation = Math.max(counts.generation(), journal.generation()) + 1;
    directory.write(
        new CountWriter(
            generation,
            new Rows(counts.rows(), deltas()),
            counts.mails(),
            words,
            kept,
            isForgotten));
    isReplaced = true;
    takeUp();
  }

  /** Takes up counts that were written, in which all is that was said before. */
  private void takeUp() throws IOException {
    if (!isReplaced) {
      return;
    }
    CountFile next = directory.written();
    if (isJournalKept) {
      directory.keepJournal();
      isJournalKept = false; // if no other can be begun, there is none to be kept
    }
    Journal begun = directory.beginJournal(next.generation());
    counts.close();
    journal.close();
    counts = next;
    journal = begun;
    words.clear();
    before.reset();
    takeUsers();
    isReplaced = false;
  }

  /** What the journal adds to the counts of tokens. */
  private Deltas deltas() throws IOException {
    Deltas deltas = new Deltas();
    ByteBuffer replaced = ByteBuffer.wrap(before.toByteArray());
    journal.read(
        marked -> {
          VoteValue said = VoteValue.ofCode(replaced.get()).orElseThrow();
          deltas.add(marked.tokens(), index(marked), said, -1);
          deltas.add(marked.tokens(), index(marked), marked.word(), 1);
        });
    deltas.sort();
    return deltas;
  }

  /**
   * Forgets all that a user has said, or everything; returns how many mails that were, once it is
   * gone from the disk.
   */
  public synchronized long forget(Optional<String> user) throws IOException {
    takeUp();
    long mails =
        users.stream()
            .filter(each -> user.isEmpty() || each.name().equals(user.get()))
            .mapToLong(UserMails::mails)
            .sum();
    directory.dropOldJournal();
    if (user.isEmpty()) {
      fold(index -> true, false);
    } else if (indexes.containsKey(user.get())) {
      int forgotten = indexes.get(user.get());
      fold(index -> index == forgotten, false);
    }
    return mails;
  }

  /** The counts as they are now, which do not change while they are read. */
  synchronized Counts counts() throws IOException {
    takeUp();
    Deltas since = deltas();
    List<Marked> last = lastMails();
    return new Counts(counts.again(directory.counts()), since, List.copyOf(users), last);
  }

  private List<Marked> lastMails() throws IOException {
    LastMails last = new LastMails();
    Journal.Visitor known =
        marked -> {
          if (indexes.containsKey(marked.user())) { // or he is forgotten
            last.add(mail(marked), marked);
          }
        };
    directory.readOldJournal(known);
    journal.read(known);
    return last.all();
  }

  /** How many mails each user has taught. */
  public synchronized List<UserMails> users() {
    return users.stream().filter(user -> user.mails() > 0).toList();
  }

  /** Bytes on disk. */
  public synchronized long bytes() {
    return counts.bytes() + journal.bytes() + directory.oldJournalBytes();
  }

  @Override
  public synchronized void close() throws IOException {
    counts.close();
    journal.close();
  }

  /** There is no room for more counts; the message is one line. */
  public static final class FullException extends IOException {
    private static final long serialVersionUID = 1L;

    FullException(String message) {
      super(message);
    }
  }
}
