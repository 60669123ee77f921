package org.spamwatch.agent.imap;

import jakarta.mail.MessagingException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;

/** A folder of a mailbox as a round sees it; mails are named by their UIDs. */
interface MailFolder {
  /** What a server keeps with a mail, and other mail programs see; moves carry it along. */
  enum Keyword {
    /** A program moved it to Junk: no person's word. */
    FILED("SpamWatchFiled"),
    /** A person moved it to Junk, and that was voted. */
    VOTED("SpamWatchVoted"),
    /** A program moved it back from Junk: its person has told a peer there what he thinks. */
    BACK("SpamWatchBack");

    private final String word;

    Keyword(String word) {
      this.word = word;
    }

    /** As it is kept. */
    String word() {
      return word;
    }
  }

  /**
   * A mail at which was looked.
   *
   * @param identity the same in whichever folder it lies
   * @param received when the server got it
   */
  record Seen(long uid, long identity, Set<Keyword> keywords, Instant received) {
    public Seen {
      keywords = Set.copyOf(keywords);
    }

    boolean has(Keyword keyword) {
      return keywords.contains(keyword);
    }
  }

  /** As long as it is the same, so are the UIDs (RFC 3501, section 2.3.1.1). */
  long validity() throws MessagingException;

  /** The newest mails, deleted ones left out. */
  SortedSet<Long> newest(int most) throws MessagingException;

  /** What is to be known of mails; of those that are gone nothing. */
  List<Seen> look(Collection<Long> uids) throws MessagingException;

  /** Mails with one of our keywords, at most so many. */
  List<Seen> withKeyword(int most) throws MessagingException;

  /** A mail whole, unless it is gone or longer than that many bytes; it stays unread. */
  Optional<byte[]> read(long uid, int mostBytes) throws MessagingException;

  /** Whether the server keeps our keywords. */
  boolean keepsKeywords() throws MessagingException;

  /** Sets a keyword, or takes it away; mails that are gone are passed over. */
  void mark(Collection<Long> uids, Keyword keyword, boolean set) throws MessagingException;

  /** Moves a mail to Junk, which is made if there is none. */
  void moveToJunk(long uid) throws MessagingException;
}
