package org.spamwatch.agent.imap;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** A mailbox in memory whose folders are moved between by a person, by filters and by a round. */
final class FakeServer {
  static final Instant NOW = Instant.parse("2026-11-02T10:00:00Z");

  final FakeFolder inbox = new FakeFolder();
  final FakeFolder junk = new FakeFolder();
  final FakeFolder archive = new FakeFolder();
  boolean keepsKeywords = true;
  boolean refusesMoves;

  /** A mail: its text says which it is. */
  static final class FakeMail {
    private final String text;
    private final Instant received;
    private final Set<MailFolder.Keyword> keywords = EnumSet.noneOf(MailFolder.Keyword.class);

    FakeMail(String text, Instant received) {
      this.text = text;
      this.received = received;
    }
  }

  /** One of its folders. */
  final class FakeFolder implements MailFolder {
    private final TreeMap<Long, FakeMail> mails = new TreeMap<>();
    private long validity = 1;
    private long next = 1;

    /** A mail comes, just now. */
    void deliver(String text) {
      add(new FakeMail(text, NOW));
    }

    /** A mail comes from another account, received long ago. */
    void deliverOld(String text) {
      add(new FakeMail(text, NOW.minus(Round.MOST_AGE).minusSeconds(1)));
    }

    private void add(FakeMail mail) {
      mails.put(next++, mail);
    }

    /** A person or a program moves a mail. */
    void move(String text, FakeFolder to) {
      mails.entrySet().stream()
          .filter(entry -> entry.getValue().text.equals(text))
          .findFirst()
          .ifPresent(
              entry -> {
                mails.remove(entry.getKey());
                to.add(entry.getValue());
              });
    }

    /** Somebody sets a keyword. */
    void mark(String text, Keyword keyword) {
      mails.values().stream()
          .filter(mail -> mail.text.equals(text))
          .forEach(mail -> mail.keywords.add(keyword));
    }

    /** The server numbers its mails anew. */
    void renumber() {
      validity++;
      List<FakeMail> all = new ArrayList<>(mails.values());
      mails.clear();
      all.forEach(this::add);
    }

    List<String> texts() {
      return mails.values().stream().map(mail -> mail.text).toList();
    }

    Set<Keyword> keywords(String text) {
      return mails.values().stream()
          .filter(mail -> mail.text.equals(text))
          .findFirst()
          .map(mail -> mail.keywords)
          .orElse(Set.of());
    }

    @Override
    public long validity() {
      return validity;
    }

    @Override
    public SortedSet<Long> newest(int most) {
      SortedSet<Long> all = new TreeSet<>(mails.keySet());
      while (all.size() > most) {
        all.remove(all.first());
      }
      return all;
    }

    @Override
    public List<Seen> look(Collection<Long> uids) {
      return uids.stream().filter(mails::containsKey).map(this::seen).toList();
    }

    private FakeMail mail(long uid) {
      return Objects.requireNonNull(mails.get(uid));
    }

    private Seen seen(long uid) {
      FakeMail mail = mail(uid);
      return new Seen(uid, mail.text.hashCode(), mail.keywords, mail.received);
    }

    @Override
    public List<Seen> withKeyword(int most) {
      return look(mails.keySet()).stream()
          .filter(mail -> !mail.keywords().isEmpty())
          .limit(most)
          .toList();
    }

    @Override
    public Optional<byte[]> read(long uid, int mostBytes) {
      return Optional.ofNullable(mails.get(uid))
          .map(mail -> ("Subject: x\r\n\r\n" + mail.text).getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public boolean keepsKeywords() {
      return keepsKeywords;
    }

    @Override
    public void mark(Collection<Long> uids, Keyword keyword, boolean set) {
      for (long uid : uids) {
        if (set) {
          mail(uid).keywords.add(keyword);
        } else {
          mail(uid).keywords.remove(keyword);
        }
      }
    }

    @Override
    public void moveToJunk(long uid) throws jakarta.mail.MessagingException {
      if (refusesMoves) {
        throw new jakarta.mail.MessagingException("over quota");
      }
      junk.add(mails.remove(uid));
    }
  }
}
