package org.spamwatch.agent.statistics;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.file.OwnerOnly;
import org.spamwatch.agent.statistics.Framing.UnreadableException;

/**
 * The directory of the counts (mode 0700): {@code counts}, {@code journal}, and {@code
 * journal.old}, the journal before, which is in the counts and kept for its mails alone. A journal
 * of an earlier generation than the counts is in them already: a crash came between the two. What
 * cannot be read is set aside in one line, and the peer goes on without it.
 *
 * @param keyCheck tells the key under which tokens are hashed from others
 */
record CountDirectory(Path directory, long keyCheck) {
  private static final Logger LOG = LoggerFactory.getLogger(CountDirectory.class);

  Path counts() {
    return directory.resolve("counts");
  }

  Path journal() {
    return directory.resolve("journal");
  }

  private Path oldJournal() {
    return directory.resolve("journal.old");
  }

  /** Makes the directory if there is none, and clears it of drafts that a crash has left. */
  void prepare() throws IOException {
    OwnerOnly.directories(directory);
    try (DirectoryStream<Path> drafts = Files.newDirectoryStream(directory, ".*.new")) {
      for (Path draft : drafts) {
        Files.delete(draft);
      }
    }
  }

  /** The counts; empty ones, which are written, if there are none that can be read. */
  CountFile openCounts() throws IOException {
    if (Files.exists(counts())) {
      try {
        return CountFile.open(counts(), keyCheck);
      } catch (UnreadableException e) {
        setAside(counts(), e);
      }
    }
    AtomicFile.write(counts(), CountFile.empty(keyCheck));
    return written();
  }

  /** The counts that were written last. */
  CountFile written() throws IOException {
    try {
      return CountFile.open(counts(), keyCheck);
    } catch (UnreadableException e) {
      throw new IOException(counts() + ": not as it was written: " + e.getMessage(), e);
    }
  }

  /** The journal to go with the counts; an empty one, which is written, if there is none. */
  Journal openJournal(CountFile counts) throws IOException {
    if (Files.exists(journal())) {
      try {
        Journal journal = Journal.open(journal(), keyCheck);
        if (journal.generation() >= counts.generation()) {
          return journal;
        }
        journal.close();
      } catch (UnreadableException e) {
        setAside(journal(), e);
      }
    }
    return beginJournal(counts.generation());
  }

  /** An empty journal to go with the counts of a generation. */
  Journal beginJournal(long generation) throws IOException {
    return Journal.begin(journal(), generation, keyCheck);
  }

  /** Keeps the journal, which is in the counts, in the place of the one before it. */
  void keepJournal() throws IOException {
    Files.move(
        journal(),
        oldJournal(),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** Deletes the journal before, if there is one. */
  void dropOldJournal() throws IOException {
    Files.deleteIfExists(oldJournal());
  }

  /** Bytes of the journal before. */
  long oldJournalBytes() {
    return oldJournal().toFile().length();
  }

  /** Shows the journal before, if there is one that can be read; it is deleted if not. */
  void readOldJournal(Journal.Visitor visitor) throws IOException {
    if (!Files.exists(oldJournal())) {
      return;
    }
    try (Journal old = Journal.open(oldJournal(), keyCheck)) {
      old.load(visitor);
    } catch (UnreadableException e) {
      dropOldJournal();
    }
  }

  /** Replaces the counts; a crash leaves the old ones or the new ones. */
  void write(CountWriter writer) throws IOException {
    AtomicFile.write(counts(), channel -> writer.writeTo(channel, keyCheck));
  }

  private static void setAside(Path file, UnreadableException reason) throws IOException {
    LOG.warn(
        "{}: {}; set aside as {}; what it held counts no more",
        file,
        reason.getMessage(),
        AtomicFile.setAside(file));
  }
}
