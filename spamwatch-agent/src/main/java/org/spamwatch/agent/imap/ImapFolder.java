package org.spamwatch.agent.imap;

import com.google.common.collect.Iterables;
import com.google.common.collect.Lists;
import com.google.common.hash.Hashing;
import com.google.common.primitives.Longs;
import jakarta.mail.FetchProfile;
import jakarta.mail.Flags;
import jakarta.mail.Folder;
import jakarta.mail.FolderNotFoundException;
import jakarta.mail.Message;
import jakarta.mail.MessageRemovedException;
import jakarta.mail.MessagingException;
import jakarta.mail.UIDFolder;
import jakarta.mail.search.FlagTerm;
import jakarta.mail.search.OrTerm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.eclipse.angus.mail.imap.IMAPFolder;
import org.eclipse.angus.mail.imap.IMAPMessage;
import org.eclipse.angus.mail.imap.IMAPStore;

/**
 * A folder on an IMAP server. It is opened when something is wanted of it that needs it open;
 * whether anything has come or gone in a closed one its STATUS tells. Not thread-safe.
 */
final class ImapFolder implements MailFolder {
  private static final int AT_ONCE = 100;

  private final IMAPStore store;
  private final IMAPFolder folder;
  private final String junk;
  private Optional<Scan> last = Optional.empty();

  /**
   * One of a store.
   *
   * @param junk the name of the folder for spam
   */
  ImapFolder(IMAPStore store, IMAPFolder folder, String junk) {
    this.store = store;
    this.folder = folder;
    this.junk = junk;
  }

  /** What it held when it was looked at last, and what told that. */
  private record Scan(long validity, long next, int count, SortedSet<Long> newest) {}

  /** The library's own. */
  IMAPFolder imap() {
    return folder;
  }

  /** Opens it, if it is not open; makes it if there is none and it is the folder for spam. */
  IMAPFolder opened() throws MessagingException {
    if (!folder.isOpen()) {
      makeJunk();
      folder.open(Folder.READ_WRITE);
    }
    return folder;
  }

  private void makeJunk() throws MessagingException {
    if (folder.getFullName().equals(junk) && !folder.exists()) {
      folder.create(Folder.HOLDS_MESSAGES);
    }
  }

  /** Closes it; nothing is expunged. */
  void close() throws MessagingException {
    if (folder.isOpen()) {
      folder.close(false);
    }
  }

  @Override
  public long validity() throws MessagingException {
    makeJunk();
    return folder.getUIDValidity();
  }

  @Override
  public SortedSet<Long> newest(int most) throws MessagingException {
    if (folder.isOpen()) {
      return scanned(most);
    }
    Scan now = new Scan(validity(), folder.getUIDNext(), folder.getMessageCount(), new TreeSet<>());
    Scan before = last.orElse(now);
    boolean same =
        last.isPresent()
            && before.validity() == now.validity()
            && before.next() == now.next()
            && before.count() == now.count();
    SortedSet<Long> newest = same ? before.newest() : scanned(most);
    last = Optional.of(new Scan(now.validity(), now.next(), now.count(), newest));
    return newest;
  }

  private SortedSet<Long> scanned(int most) throws MessagingException {
    opened();
    SortedSet<Long> uids = new TreeSet<>();
    int count = folder.getMessageCount();
    if (count > 0) {
      Message[] messages = folder.getMessages(Math.max(1, count - most + 1), count);
      FetchProfile profile = new FetchProfile();
      profile.add(UIDFolder.FetchProfileItem.UID);
      profile.add(FetchProfile.Item.FLAGS);
      folder.fetch(messages, profile);
      for (Message message : messages) {
        try {
          if (!message.isExpunged() && !message.isSet(Flags.Flag.DELETED)) {
            uids.add(folder.getUID(message));
          }
        } catch (MessageRemovedException e) {
          continue; // meanwhile
        }
      }
    }
    return uids;
  }

  @Override
  public List<Seen> look(Collection<Long> uids) throws MessagingException {
    List<Seen> seen = new ArrayList<>();
    for (List<Long> some : Iterables.partition(uids, AT_ONCE)) {
      seen.addAll(look(found(some)));
    }
    return seen;
  }

  private List<Seen> look(Message[] messages) throws MessagingException {
    FetchProfile profile = new FetchProfile();
    profile.add(FetchProfile.Item.ENVELOPE);
    profile.add(FetchProfile.Item.FLAGS);
    folder.fetch(messages, profile);
    List<Seen> seen = new ArrayList<>();
    for (Message message : messages) {
      try {
        seen.add(seen((IMAPMessage) message));
      } catch (MessageRemovedException e) {
        continue; // meanwhile
      }
    }
    return seen;
  }

  private Seen seen(IMAPMessage message) throws MessagingException {
    var received = message.getReceivedDate();
    return new Seen(
        folder.getUID(message),
        identity(message),
        message.getFlags().contains(Keyword.FILED.word()),
        message.getFlags().contains(Keyword.VOTED.word()),
        received == null ? Instant.EPOCH : received.toInstant());
  }

  private static long identity(IMAPMessage message) throws MessagingException {
    String envelope =
        String.join(
            "\0",
            String.valueOf(message.getMessageID()),
            String.valueOf(message.getSentDate()),
            String.valueOf(message.getSubject()),
            Arrays.toString(message.getFrom()));
    return Hashing.sha256().hashString(envelope, StandardCharsets.UTF_8).asLong();
  }

  private Message[] found(Collection<Long> uids) throws MessagingException {
    Message[] messages = opened().getMessagesByUID(Longs.toArray(uids));
    return Arrays.stream(messages).filter(Objects::nonNull).toArray(Message[]::new);
  }

  @Override
  public List<Seen> withKeyword(int most) throws MessagingException {
    FlagTerm filed = new FlagTerm(new Flags(Keyword.FILED.word()), true);
    FlagTerm voted = new FlagTerm(new Flags(Keyword.VOTED.word()), true);
    Message[] messages = opened().search(new OrTerm(filed, voted));
    return look(Arrays.copyOf(messages, Math.min(most, messages.length)));
  }

  @Override
  public Optional<byte[]> read(long uid, int mostBytes) throws MessagingException {
    for (Message message : found(List.of(uid))) {
      try (InputStream in = ((IMAPMessage) message).getMimeStream()) {
        // Not by the size that the server says it has.
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] piece = new byte[8192];
        for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
          out.write(piece, 0, n);
          if (out.size() > mostBytes) {
            return Optional.empty();
          }
        }
        return Optional.of(out.toByteArray());
      } catch (MessageRemovedException e) {
        return Optional.empty();
      } catch (IOException e) {
        throw e.getCause() instanceof MessagingException problem
            ? problem
            : new MessagingException("reading a mail", e);
      }
    }
    return Optional.empty();
  }

  @Override
  public boolean keepsKeywords() throws MessagingException {
    Flags kept = opened().getPermanentFlags();
    return kept != null
        && (kept.contains(Flags.Flag.USER)
            || (kept.contains(Keyword.FILED.word()) && kept.contains(Keyword.VOTED.word())));
  }

  @Override
  public void mark(Collection<Long> uids, Keyword keyword, boolean set) throws MessagingException {
    for (List<Long> some : Lists.partition(List.copyOf(uids), AT_ONCE)) {
      Message[] messages = found(some);
      if (messages.length > 0) {
        folder.setFlags(messages, new Flags(keyword.word()), set);
      }
    }
  }

  @Override
  public void moveToJunk(long uid) throws MessagingException {
    Message[] messages = found(List.of(uid));
    try {
      move(messages);
    } catch (FolderNotFoundException e) {
      store.getFolder(junk).create(Folder.HOLDS_MESSAGES);
      move(messages);
    }
  }

  private void move(Message[] messages) throws MessagingException {
    Folder to = store.getFolder(junk);
    if (store.hasCapability("MOVE")) {
      folder.moveMessages(messages, to);
      return;
    }
    folder.copyMessages(messages, to);
    folder.setFlags(messages, new Flags(Flags.Flag.DELETED), true);
    if (store.hasCapability("UIDPLUS")) {
      folder.expunge(messages); // these alone, not what the person has deleted
    }
  }
}
